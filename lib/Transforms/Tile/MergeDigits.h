//===- MergeDigits.h - Coalescing contiguous tile loops ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last digit of a layout is often less than a vector, as the channels of
//
//     (n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)
//
// are. Where all accesses of a nest have the digit around it beside it, both
// are one loop, of which there are vectors:
//
//     for %w = 0 to 28                      for %m = 0 to 112
//       for %c = 0 to 4                       B[%h, %m] =
//         B[%h, %w, %c] =                       A[%h, %m] + D[%m mod 4]
//           A[%h, %w, %c] + D[%c]
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_MERGEDIGITS_H
#define LIB_TRANSFORMS_TILE_MERGEDIGITS_H

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Merges loops over digits, from the innermost one outwards, of a perfect nest
/// whose innermost loop is `lanes`, if that is less than a vector of `target`,
/// and cuts what they become into lanes. Tiles that are not full stay as they
/// are, in loops of their own. Iterations are executed in the same order.
///
/// Changes nothing if a store is not contiguous, if an access is neither a row
/// of both loops nor independent of the outer one, or if it is unknown which
/// tiles are full. Returns true if loops were merged. Cannot fail.
bool mergeDigits(affine::AffineForOp lanes, const Target &target);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_MERGEDIGITS_H
