//===- AffineIndices.h - Valid affine indices -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_AFFINEINDICES_H
#define LAYOUT_IR_AFFINEINDICES_H

#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

/// Returns true if `value` may be a dimension, or a symbol, of an affine op in
/// `scope`, as upstream's `affine::isValidDim` and `isValidSymbol` do. These,
/// and the verifiers of affine ops, follow each operand of what a value is
/// computed from by itself: 40 minima, each of the two before, would take days.
/// So false, too, if that would be more than a few thousand steps. Cost: linear
/// in the ops that `value` is computed from, up to as many.
/// `isQuicklyChecked` is false then, and upstream's builders of affine ops,
/// which compose them with what computes operands, are to be avoided, too.
bool isQuicklyChecked(Value value, Region *scope);
bool mayBeAffineDim(Value value, Region *scope);
bool mayBeAffineSymbol(Value value, Region *scope);

} // namespace mlir::layout

#endif // LAYOUT_IR_AFFINEINDICES_H
