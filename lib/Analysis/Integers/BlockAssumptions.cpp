//===- BlockAssumptions.cpp - Integer assumptions of a block --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/BlockAssumptions.h"

#include "Layout/IR/SizedAllocation.h"

using namespace mlir;
using namespace mlir::layout;

BlockAssumptions BlockAssumptions::of(Block &block) {
  BlockAssumptions blockAssumptions;
  for (Operation &op : block) {
    if (auto assume = dyn_cast<AssumeOp>(op))
      blockAssumptions.assumptions.push_back(assume);
    else if (auto allocation = dyn_cast<SizedAllocation>(op);
             allocation && !allocation.getDynamicSizes().empty())
      blockAssumptions.allocations.push_back(&op);
  }
  return blockAssumptions;
}

TopLevelAssumptions::TopLevelAssumptions(Operation *function) {
  for (Region &region : function->getRegions())
    for (Block &block : region)
      blockAssumptions[&block] = BlockAssumptions::of(block);
}
