//===- CapturedConversions.cpp - Conversions of values of outer blocks ----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturedConversions.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LoopCounters.h"
#include "ReflowRemarks.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::layout;

/// Those that are executed in an order: elsewhere, conversions may be of each
/// other.
static SmallVector<ConvertOp> collectConversions(ModuleOp module) {
  DominanceInfo dominance(module);
  SmallVector<ConvertOp> converts;
  module.walk<WalkOrder::PreOrder>([&](ConvertOp convert) {
    Block *block = convert->getBlock();
    // In an unreachable block a conversion may be its own operand, and has no
    // block that dominates it.
    if (!convert.isOnBuffers() && dominance.hasSSADominance(block) &&
        dominance.isReachableFromEntry(block))
      converts.push_back(convert);
  });
  return converts;
}

bool layout::cancelRoundTrips(ModuleOp module) {
  bool hasChanged = false;
  for (ConvertOp convert : collectConversions(module)) {
    Value tensor = convert.getSource();
    // Each conversion of a chain yields the same elements, so the last one is
    // the first value that has its type.
    while (tensor.getType() != convert.getResult().getType()) {
      auto outer = tensor.getDefiningOp<ConvertOp>();
      if (!outer)
        break;
      tensor = outer.getSource();
    }
    if (tensor.getType() != convert.getResult().getType())
      continue;
    remarkCancelled(convert);
    convert.getResult().replaceAllUsesWith(tensor);
    convert.erase();
    hasChanged = true;
  }
  return hasChanged;
}

/// The loop whose body the conversion can leave; null if there is none.
static Operation *getLoopToLeave(ConvertOp convert) {
  Operation *loop = convert->getParentOp();
  bool isLoop = isCountedLoop(loop) || isParallelLoop(loop);
  bool isOfLoop =
      loop->isAncestor(convert.getSource().getParentRegion()->getParentOp());
  return isLoop && !isOfLoop && isSurelyEntered(loop) ? loop : nullptr;
}

bool layout::hoistConversions(ModuleOp module) {
  bool hasChanged = false;
  for (ConvertOp convert : collectConversions(module))
    while (Operation *loop = getLoopToLeave(convert)) {
      convert->moveBefore(loop);
      hasChanged = true;
    }
  return hasChanged;
}
