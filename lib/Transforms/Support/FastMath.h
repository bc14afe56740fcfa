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

/// Returns the flags of the op; none if it has no such attribute.
arith::FastMathFlags getFastMathFlags(Operation *op);

/// Returns true if the op has all of `flags`.
bool hasFastMathFlags(Operation *op, arith::FastMathFlags flags);

/// Returns true if numbers may be combined by such ops in another order with
/// the same result: integers, since they wrap around; floats with `reassoc`;
/// and maxima and minima of floats, of which the payload of a NaN is not
/// specified.
bool isReassociable(Operation *op);

/// Returns true if the op combines two numbers, and any number of them may be
/// combined in any order, beginning with a neutral element.
bool isReductionCombiner(Operation *op, bool reassociate = false);

/// Beside those that the op has.
void addFastMathFlags(arith::ArithFastMathInterface op,
                      arith::FastMathFlags flags);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_FASTMATH_H
