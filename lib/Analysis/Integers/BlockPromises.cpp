//===- BlockPromises.cpp - Integer assumptions of a block -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/BlockPromises.h"

#include "Layout/IR/SizedAllocation.h"

using namespace mlir;
using namespace mlir::layout;

BlockPromises BlockPromises::of(Block &block) {
  BlockPromises promises;
  for (Operation &op : block) {
    if (auto assume = dyn_cast<AssumeOp>(op))
      promises.assumptions.push_back(assume);
    else if (auto allocation = dyn_cast<SizedAllocation>(op);
             allocation && !allocation.getDynamicSizes().empty())
      promises.allocations.push_back(&op);
  }
  return promises;
}

TopLevelPromises::TopLevelPromises(Operation *function) {
  for (Region &region : function->getRegions())
    for (Block &block : region)
      promises[&block] = BlockPromises::of(block);
}
