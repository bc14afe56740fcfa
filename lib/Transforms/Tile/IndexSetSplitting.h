//===- IndexSetSplitting.h - Loops before, at and behind a value *- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a nest writes a row that all its iterations read, and one of them
// writes just what the others read, only that one stands in the way of another
// order:
//
//     for %k                                 for %k
//       for %j = 0 to %n                       for %j = 0 to %k
//         A[%j] = min(A[%j], A[%k])              A[%j] = min(A[%j], A[%k])
//                                              A[%k] = min(A[%k], A[%k])
//                                              for %j = %k + 1 to %n
//                                                A[%j] = min(A[%j], A[%k])
//
// The order of what is computed stays; that the pieces may be reordered is for
// others to prove.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_INDEXSETSPLITTING_H
#define LIB_TRANSFORMS_TILE_INDEXSETSPLITTING_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir {
class IRMapping;
} // namespace mlir

namespace mlir::layout {

/// A loop, and a loop around it whose variable is one of the values that its
/// own has.
struct SplitPoint {
  affine::AffineForOp loop, at;

  /// The same in a copy of the nest.
  SplitPoint map(const IRMapping &copies) const;
};

/// Loops of the nest that are to be split, inner ones first: with one variable
/// for another a store goes where another access of the same iteration does.
/// Reads only.
SmallVector<SplitPoint> findSplitPoints(affine::AffineForOp root);

/// Cannot fail. Erases loops that are split; `points` as found.
void splitIndexSets(ArrayRef<SplitPoint> points);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_INDEXSETSPLITTING_H
