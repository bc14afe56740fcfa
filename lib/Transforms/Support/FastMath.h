//===- FastMath.h - Fast-math flags of ops ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_FASTMATH_H
#define LIB_TRANSFORMS_SUPPORT_FASTMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::layout {

/// Does the op have all of `flags`? An op without the attribute has none.
/// None of an op that has none.
arith::FastMathFlags getFastMathFlags(Operation *op);

bool hasFastMathFlags(Operation *op, arith::FastMathFlags flags);

/// May numbers be combined by such ops, with one result, in another order?
/// Integers may, since they wrap around, floats with `reassoc`, and the
/// greatest and the least of floats: which NaN that is, nothing says.
bool isReassociable(Operation *op);

/// Does the op combine two numbers, so that any number of them may be combined
/// in any order, from a neutral element on?
bool isReductionCombiner(Operation *op, bool reassociate = false);

/// Beside those that the op has.
void addFastMathFlags(arith::ArithFastMathInterface op,
                      arith::FastMathFlags flags);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_FASTMATH_H
