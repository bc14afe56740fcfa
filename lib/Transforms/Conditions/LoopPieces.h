//===- LoopPieces.h - Loops that one loop was split into --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_LOOPPIECES_H
#define LIB_TRANSFORMS_CONDITIONS_LOOPPIECES_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// Loops that look like pieces of one loop that was split: with the same step,
/// in one block, with only pure ops between them, and each begins where the one
/// before it ends, or later. Passes that split loops count them as one, so that
/// a second run does not split each piece again:
///
///     affine.for %i = 0 to 12 { .. }
///     affine.for %i = 12 to 14 { .. }
///
using LoopPieces = SmallVector<Operation *, 1>;

/// Groups `loops`, which are in program order: a loop that is no piece is a
/// group of its own. Cost: a bounded query for each adjacent pair.
SmallVector<LoopPieces> findLoopPieces(ArrayRef<Operation *> loops,
                                       IntegerFacts &facts);
/// Returns true if some loops inside of `op` are pieces of one loop.
bool hasLoopPieces(Operation *op, IntegerFacts &facts);
/// As `countLoops`, but of pieces of one loop only that with the most loops
/// counts: no more than before loops in `op` were split.
unsigned countLoopsBeforeSplits(Operation *op, IntegerFacts &facts);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_LOOPPIECES_H
