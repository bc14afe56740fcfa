//===- LoopInvariance.cpp - Values that a loop does not change ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/LoopInvariance.h"

#include "Execution.h"
#include "Layout/IR/Trapping.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isOnlyInLoops(Operation *op, Operation *outermost) {
  while (op != outermost) {
    op = op->getParentOp();
    if (!isa<LoopLikeOpInterface, RegionBranchOpInterface>(op))
      return false;
  }
  return true;
}

/// Returns true if `op` may be the number of an execution of a region between
/// it and `loop`: `linalg.index` of a `linalg.generic`, `gpu.thread_id` of a
/// `gpu.launch`. Such ops are pure, and have no operands.
static bool mayNumberExecution(Operation *op, Operation *loop) {
  return op->getNumOperands() == 0 && !op->hasTrait<OpTrait::ConstantLike>() &&
         op->getResult(0).getType().isIntOrIndex() && !isOnlyInLoops(op, loop);
}

bool layout::isLoopInvariant(Operation *loop, Value value) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!isDefinedIn(next, loop))
      continue;
    Operation *op = next.getDefiningOp();
    // linalg.index and gpu.thread_id are pure and have no operands, but are
    // another number in each execution of their region.
    if (!op || op->getNumRegions() != 0 || !isPureAndTotal(op) ||
        mayNumberExecution(op, loop))
      return false;
    if (!seen.insert(op).second)
      continue;
    // Each query walks the chain again, and chains may have any length.
    if (seen.size() > maxInvariantOps)
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}
