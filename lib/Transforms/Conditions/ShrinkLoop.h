//===- ShrinkLoop.h - Shrinking loops to needed iterations ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_SHRINKLOOP_H
#define LIB_TRANSFORMS_CONDITIONS_SHRINKLOOP_H

#include "Layout/Analysis/Integers/BlockAssumptions.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::layout {

/// Leaves out iterations that do nothing: constraints on the loop's variable
/// that guard all that the loop does become bounds. False if there are none.
/// `function` is any op around the loop, `blockAssumptions` the assumptions of
/// its blocks.
bool shrinkLoop(Operation *function,
                const TopLevelAssumptions &blockAssumptions, Operation *loop);

/// Branches in `block` that `shrinkLoop` turns into bounds of loops.
void collectShrinkable(Block *block, llvm::SmallPtrSetImpl<Operation *> &found);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_SHRINKLOOP_H
