//===- IndexSetSplitting.h - Splits at an outer variable --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where one iteration of a loop writes the element that all others read, only
// that iteration forbids another order of the loops. The loop is split before
// and after it (SplitLoop.h):
//
//     for %k                                 for %k
//       for %j = 0 to %n                       for %j = 0 to %k
//         A[%j] = min(A[%j], A[%k])              A[%j] = min(A[%j], A[%k])
//                                              A[%k] = min(A[%k], A[%k])
//                                              for %j = %k + 1 to %n
//                                                A[%j] = min(A[%j], A[%k])
//
// Executions keep their order. That the partitions may be reordered is proven
// by the passes that reorder them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_INDEXSETSPLITTING_H
#define LIB_TRANSFORMS_TILE_INDEXSETSPLITTING_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir {
class IRMapping;
} // namespace mlir

namespace mlir::layout {

/// A loop to split, and the loop around it at whose variable; that variable is
/// in the range of the loop.
struct SplitPoint {
  affine::AffineForOp loop, at;

  /// The same in a copy of the nest.
  SplitPoint map(const IRMapping &copies) const;
};

/// Returns the loops of the nest to split, inner ones first: those where a
/// store, with the outer variable in place of the loop's own, goes to the
/// element of another access. Does not change the nest.
SmallVector<SplitPoint> findSplitPoints(affine::AffineForOp root);

/// Splits the loops at `points` as found. Cannot fail.
void splitIndexSets(ArrayRef<SplitPoint> points);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_INDEXSETSPLITTING_H
