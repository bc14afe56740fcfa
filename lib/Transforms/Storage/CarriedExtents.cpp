//===- CarriedExtents.cpp - Extents carried beside buffers ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedExtents.h"

#include "Layout/IR/ControlFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// For all of these ops, the forwarded operands, the block arguments that get
/// them and the results come last in their lists.
bool layout::canCarryMore(Operation *op) {
  return isSequentialControlFlow(op) ||
         getControlFlow(op) == ControlFlow::Sequence;
}

bool layout::canBeGivenMore(Block *block) {
  return llvm::all_of(block->getPredecessors(), [](Block *predecessor) {
    return isa<BranchOpInterface>(predecessor->getTerminator());
  });
}

Operation *layout::addResults(RewriterBase &rewriter, Operation *op,
                              TypeRange types) {
  OperationState state(op->getLoc(), op->getName(), op->getOperands(),
                       op->getResultTypes(), op->getAttrs());
  state.addTypes(types);
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  rewriter.setInsertionPoint(op);
  Operation *grown = rewriter.create(state);
  rewriter.replaceOp(op, grown->getResults().take_front(op->getNumResults()));
  return grown;
}

void layout::appendCarried(Operation *op, ValueRange values) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    loop.getInitsMutable().append(values);
  else
    op->insertOperands(op->getNumOperands(), values);
}
