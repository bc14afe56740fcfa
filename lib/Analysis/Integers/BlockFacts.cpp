//===- BlockFacts.cpp - Integer assumptions of a block --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/BlockFacts.h"

#include "Layout/IR/SizedAllocation.h"

using namespace mlir;
using namespace mlir::layout;

BlockFacts BlockFacts::of(Block &block) {
  BlockFacts blockFacts;
  for (Operation &op : block) {
    if (auto assume = dyn_cast<AssumeOp>(op))
      blockFacts.assumptions.push_back(assume);
    else if (auto allocation = dyn_cast<SizedAllocation>(op);
             allocation && !allocation.getDynamicSizes().empty())
      blockFacts.allocations.push_back(&op);
  }
  return blockFacts;
}

TopLevelFacts::TopLevelFacts(Operation *function) {
  for (Region &region : function->getRegions())
    for (Block &block : region)
      blockFacts[&block] = BlockFacts::of(block);
}
