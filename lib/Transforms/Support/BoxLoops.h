//===- BoxLoops.h - Building loop nests over boxes --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops, branches and accesses, all by affine maps. They are ops of the affine
// dialect, which later passes understand best, wherever that dialect allows
// their operands: an extent computed inside of a loop is no symbol there. Else
// they are ops of scf, memref and arith with the same meaning.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_BOXLOOPS_H
#define LIB_TRANSFORMS_SUPPORT_BOXLOOPS_H

#include "Layout/Map/Box.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"

namespace mlir::layout {

/// One loop nest over `box`, outermost dimension first; `params` are the values
/// of its parameters. A dimension whose extent is not positive is not entered.
void buildBoxLoops(OpBuilder &builder, Location loc, const Box &box,
                   ValueRange params,
                   function_ref<void(OpBuilder &, ValueRange index)> body);

/// A branch on `condition` over `dims` and `symbols`. `otherwise` may be null.
void buildBranch(OpBuilder &builder, Location loc, IntegerSet condition,
                 ValueRange dims, ValueRange symbols,
                 function_ref<void(OpBuilder &)> then,
                 function_ref<void(OpBuilder &)> otherwise);

/// The results of `map` by ops of arith, equal subexpressions once: upstream's
/// `affine::expandAffineMap` computes one as often as the text of the map has
/// it, up to 2^n times after n compositions. `operands`: dimensions, symbols.
/// Returns nullopt, after an error, for a constant divisor that is not positive.
std::optional<SmallVector<Value>> buildArithmetic(OpBuilder &builder,
                                                  Location loc, AffineMap map,
                                                  ValueRange operands);

/// The value of a map of one result, without symbols.
Value buildIndex(OpBuilder &builder, Location loc, AffineMap map,
                 ValueRange dims);

/// Access to the element of `memref` that `map`, without symbols, says.
Value buildLoad(OpBuilder &builder, Location loc, Value memref, AffineMap map,
                ValueRange dims);
void buildStore(OpBuilder &builder, Location loc, Value value, Value memref,
                AffineMap map, ValueRange dims);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_BOXLOOPS_H
