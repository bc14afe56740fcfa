//===- BlockAssumptions.h - Integer assumptions of a block ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what may an op of this block rely on?
//
//     layout.assume %n >= 4            from here on: %n >= 4
//     %a = memref.alloc(%m)            from here on: %m >= 0
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_BLOCKASSUMPTIONS_H
#define LAYOUT_ANALYSIS_INTEGERS_BLOCKASSUMPTIONS_H

#include "Layout/IR/Layout.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::layout {

/// Ops of a block that state facts about integers for the ops after them.
struct BlockAssumptions {
  SmallVector<AssumeOp, 1> assumptions;
  /// With dynamic extents, none of which is negative.
  SmallVector<Operation *, 1> allocations;

  static BlockAssumptions of(Block &block);
};

/// Those of the blocks of a function itself. A pass that collects facts again
/// after each of many changes inside of loops need not look through all loops
/// each time. Such changes may add no assumption and no allocation to these
/// blocks, and take none away. Cost: one pass over the ops of these blocks.
class TopLevelAssumptions {
public:
  explicit TopLevelAssumptions(Operation *function);

  /// Null for blocks inside of others.
  const BlockAssumptions *find(Block *block) const {
    auto found = blockAssumptions.find(block);
    return found == blockAssumptions.end() ? nullptr : &found->second;
  }

private:
  llvm::DenseMap<Block *, BlockAssumptions> blockAssumptions;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_BLOCKASSUMPTIONS_H
