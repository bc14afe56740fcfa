//===- ControlFlowForwarding.cpp - Ops that forward buffers ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlowForwarding.h"

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::mayForward(Operation *op) {
  // What is known to touch elements hands no buffer on.
  auto isDescribed = [](OpOperand &operand) {
    return isa<BaseMemRefType>(operand.get().getType()) &&
           getAccess(operand).reach != OperandAccess::Reach::Unknown;
  };
  if (isReturn(op) || llvm::any_of(op->getOpOperands(), isDescribed))
    return false;
  return isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
             BranchOpInterface, SelectLikeOpInterface, LoopLikeOpInterface>(op);
}

LogicalResult layout::planForwarding(Operation *op, const BufferFlow &flow,
                                     const AppliedTypes &types) {
  auto isForwarded = [&](OpOperand &operand) {
    return !types.contains(operand.get().getType()) ||
           !flow.getNames(operand).empty();
  };
  auto isGiven = [&](Value name) {
    return !types.contains(name.getType()) ||
           (!flow.isUnknown(name) && !flow.getIncoming(name).empty());
  };
  bool follows = llvm::all_of(op->getOpOperands(), isForwarded) &&
                 llvm::all_of(op->getResults(), isGiven);
  for (Region &region : op->getRegions())
    follows &= region.empty() || llvm::all_of(region.getArguments(), isGiven);
  for (Block *block : op->getSuccessors())
    follows &= llvm::all_of(block->getArguments(), isGiven);
  if (follows)
    return success();
  return op->emitOpError("cannot be rewritten for a laid-out buffer; use "
                         "layout.as_physical if the op is to see the storage");
}
