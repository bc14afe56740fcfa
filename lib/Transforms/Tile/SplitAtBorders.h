//===- SplitAtBorders.h - Where neighbours lie in the next tile -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_SPLITATBORDERS_H
#define LIB_TRANSFORMS_TILE_SPLITATBORDERS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Index-set splitting of an inner loop over a digit where accesses to
/// neighbours cross the border of a tile, so that no piece divides:
///
///     for %i = 0 to 32                      for %i = 0 to 31
///       A[(%i + 1) floordiv 32 + %o,          A[%o, %i + 1]
///         (%i + 1) mod 32]                  for %i = 31 to 32
///                                             A[%o + 1, %i - 31]
///
/// A border that only values from around the loop decide, as in A[%k - %i], is
/// a bound of both pieces; there may be one such, and no other.
///
/// All that the loop does may be one innermost loop.
///
/// Nothing happens, and false is returned, where a loop holds others, or would
/// become more than `maxPieces` loops or `maxOps` ops. Cannot fail.
bool splitAtBorders(affine::AffineForOp loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_SPLITATBORDERS_H
