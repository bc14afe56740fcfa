//===- LoopIterations.cpp - Iteration domains of loops --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"

#include "Layout/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isKnownLoop(Operation *op) {
  // On a fixed width, or without sign, variables may not ascend.
  if (auto nest = dyn_cast<scf::ForOp>(op))
    return nest.getInductionVar().getType().isIndex() && !nest.getUnsignedCmp();
  return isCountedLoop(op) || isParallelLoop(op);
}

bool layout::hasExactDomain(Operation *loop, IntegerFacts &facts) {
  SmallVector<Value> variables = getLoopVariables(loop);
  return !variables.empty() && llvm::all_of(variables, [&](Value variable) {
    return facts.isExact(variable);
  });
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
      for (Value variable : getLoopVariables(parent))
        if (AffineExpr expr = facts.express(variable))
          (void)execution.rename(expr);
    } else if (getControlFlow(parent) == ControlFlow::Branch) {
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
