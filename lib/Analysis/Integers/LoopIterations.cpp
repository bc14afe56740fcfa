//===- LoopIterations.cpp - When iterations take place --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isKnownLoop(Operation *op) {
  // On a fixed width, or without sign, variables may not ascend.
  if (auto nest = dyn_cast<scf::ForOp>(op))
    return nest.getInductionVar().getType().isIndex() && !nest.getUnsignedCmp();
  return isa<affine::AffineForOp, affine::AffineParallelOp, scf::ParallelOp,
             scf::ForallOp>(op);
}

bool layout::isSequential(Operation *loop) {
  return isa<affine::AffineForOp, scf::ForOp>(loop);
}

SmallVector<Value> layout::getVariables(Operation *loop) {
  // It does not tell through the interface.
  if (auto nest = dyn_cast<affine::AffineParallelOp>(loop))
    return SmallVector<Value>(nest.getIVs().begin(), nest.getIVs().end());
  return cast<LoopLikeOpInterface>(loop).getLoopInductionVars().value_or(
      SmallVector<Value>());
}

bool layout::hasExactDomain(Operation *loop, IntegerFacts &facts) {
  auto isRead = [&](AffineMap map, ValueRange operands) {
    return llvm::all_of(map.getResults(), [&](AffineExpr result) {
      return bool(facts.express(result, map.getNumDims(), operands));
    });
  };
  if (auto nest = dyn_cast<affine::AffineForOp>(loop))
    return isRead(nest.getLowerBoundMap(), nest.getLowerBoundOperands()) &&
           isRead(nest.getUpperBoundMap(), nest.getUpperBoundOperands()) &&
           (nest.getStepAsInt() == 1 ||
            nest.getLowerBoundMap().getNumResults() == 1);
  if (auto nest = dyn_cast<affine::AffineParallelOp>(loop))
    return isRead(nest.getLowerBoundsMap(), nest.getLowerBoundsOperands()) &&
           isRead(nest.getUpperBoundsMap(), nest.getUpperBoundsOperands()) &&
           llvm::all_of(nest.getSteps(), [](int64_t s) { return s == 1; });
  auto interface = cast<LoopLikeOpInterface>(loop);
  auto lower = interface.getLoopLowerBounds();
  auto upper = interface.getLoopUpperBounds();
  auto step = interface.getLoopSteps();
  if (!lower || !upper || !step)
    return false;
  auto isPlain = [&](OpFoldResult bound) {
    auto value = dyn_cast<Value>(bound);
    return !value || (value.getType().isIndex() && facts.express(value));
  };
  return llvm::all_of(*lower, isPlain) && llvm::all_of(*upper, isPlain) &&
         llvm::all_of(*step,
                      [](OpFoldResult s) { return getConstantNumber(s) == 1; });
}

/// Of a branch region or a loop body on the way.
bool layout::collectPath(Operation *op, Operation *loop, IntegerFacts &facts,
                         Execution &execution,
                         SmallVectorImpl<Condition> &path) {
  bool isExact = true;
  for (;; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    isExact &= op->getBlock()->isEntryBlock();
    if (isKnownLoop(parent)) {
      isExact &= hasExactDomain(parent, facts);
      // It takes part even if nothing depends on it: it may have no iteration.
      for (Value variable : getVariables(parent))
        if (AffineExpr expr = facts.express(variable))
          (void)execution.rename(expr);
    } else if (isa<affine::AffineIfOp, scf::IfOp, scf::IndexSwitchOp>(parent)) {
      if (auto entry = facts.getEntryCondition(op->getBlock()))
        path.push_back(execution.rename(*entry));
      else
        isExact = false;
    } else {
      isExact = false;
    }
    if (parent == loop)
      return isExact;
  }
}
