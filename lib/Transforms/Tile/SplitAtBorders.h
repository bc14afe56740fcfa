//===- SplitAtBorders.h - Splits at tile boundaries -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_SPLITATBORDERS_H
#define LIB_TRANSFORMS_TILE_SPLITATBORDERS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Splits the innermost loop of a strip-mined variable where accesses to
/// adjacent elements reach the next tile, so that no partition divides:
///
///     for %i = 0 to 32                      for %i = 0 to 31
///       A[(%i + 1) floordiv 32 + %o,          A[%o, %i + 1]
///         (%i + 1) mod 32]                  for %i = 31 to 32
///                                             A[%o + 1, %i - 31]
///
/// A boundary that is a function of values from outside of the loop, as in
/// A[%k - %i], is a bound of both partitions; there may be one such, and no
/// other.
///
/// The body may be a single innermost loop.
///
/// Changes nothing and returns false where the loop contains others, or would
/// become more than `maxPartitions` loops or `maxOps` ops. Cannot fail.
bool splitAtBorders(affine::AffineForOp loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_SPLITATBORDERS_H
