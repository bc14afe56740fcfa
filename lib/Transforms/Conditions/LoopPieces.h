//===- LoopPieces.h - Adjacent loops of one range ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_LOOPPIECES_H
#define LIB_TRANSFORMS_CONDITIONS_LOOPPIECES_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// Loops of one block, with only pure ops between them, of which each begins
/// where the one before it ends, or later. The pieces of a loop that was split
/// do, and hardly any others.
using LoopPieces = SmallVector<Operation *, 1>;

/// Loops in the order of the program, in groups; mostly of one. Cost: a bounded
/// query for each adjacent pair.
SmallVector<LoopPieces> findLoopPieces(ArrayRef<Operation *> loops,
                                       IntegerFacts &facts);
/// Returns true if loops in `op` are pieces of one loop.
bool hasLoopPieces(Operation *op, IntegerFacts &facts);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_LOOPPIECES_H
