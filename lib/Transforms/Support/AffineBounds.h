//===- AffineBounds.h - Adding bounds to affine loops -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_AFFINEBOUNDS_H
#define LIB_TRANSFORMS_SUPPORT_AFFINEBOUNDS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// The variable of `loop` also stays at or above `bound`, or below it, which is
/// an expression over `operands` as its dimensions. Nothing is said twice, and
/// no remainder is left in the bounds (`untangleBound`). False if they stay.
bool addBound(affine::AffineForOp loop, bool isLower, AffineExpr bound,
              ValueRange operands);

/// Returns true if 0 is the one lower bound of the loop.
bool beginsAtZero(affine::AffineForOp loop);

/// The constant among the upper bounds of a loop: the size of the tiles that it
/// runs over, which others may cut off. Nullopt if there is none.
std::optional<int64_t> getTileSize(AffineMap upper);
inline std::optional<int64_t> getTileSize(affine::AffineForOp loop) {
  return getTileSize(loop.getUpperBoundMap());
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_AFFINEBOUNDS_H
