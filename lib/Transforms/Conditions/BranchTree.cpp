//===- BranchTree.cpp - Trees of branches ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchTree.h"

#include "Transforms/Nests/WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

WrittenCondition layout::getCondition(Operation *choice) {
  if (auto affineIf = dyn_cast<affine::AffineIfOp>(choice))
    return {affineIf.getIntegerSet(), affineIf.getOperands()};
  if (auto select = dyn_cast<arith::SelectOp>(choice))
    return {IntegerSet(), {select.getCondition()}};
  return {IntegerSet(), {cast<scf::IfOp>(choice).getCondition()}};
}

bool layout::isChoice(Operation *op) {
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return select.getCondition().getType().isInteger(1);
  return isa<affine::AffineIfOp, scf::IfOp>(op) && op->getNumResults() != 0 &&
         wouldOpBeTriviallyDead(op);
}

SmallVector<Operation *> layout::getActingOps(Block *block) {
  SmallVector<Operation *> acting;
  for (Operation &op : block->without_terminator())
    if (!wouldOpBeTriviallyDead(&op))
      acting.push_back(&op);
  return acting;
}

Operation *layout::getWholeBranch(Block *block) {
  SmallVector<Operation *> acting =
      block ? getActingOps(block) : SmallVector<Operation *>();
  return acting.size() == 1 && isBranch(acting.front()) ? acting.front()
                                                        : nullptr;
}

SmallVector<Operation *> layout::getTree(Operation *branch) {
  SmallVector<Operation *> tree{branch};
  for (size_t i = 0; i < tree.size(); ++i)
    for (bool isThen : {true, false})
      if (Operation *next = getWholeBranch(getArm(tree[i], isThen)))
        tree.push_back(next);
  return tree;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static Operation *getFunctionAround(Operation *op) {
  Operation *function = op->getParentOfType<FunctionOpInterface>();
  while (!function && op->getParentOp())
    op = op->getParentOp();
  return function ? function : op;
}

ConditionComparison::ConditionComparison(Operation *inFunction,
                                         ComparisonBudget &budget)
    : facts(getFunctionAround(inFunction), /*explains=*/false), budget(budget) {
}

std::optional<Condition>
ConditionComparison::read(const WrittenCondition &condition) {
  IntegerSet set = condition.set;
  if (!set)
    return facts.read(condition.operands.front());
  return facts.read(set, condition.operands);
}

bool ConditionComparison::implies(const Condition &premise,
                                  const Condition &conclusion) {
  std::optional<Condition> negation = conclusion.negate();
  return negation && facts.isSatisfiable({premise, *negation}).isNo();
}

std::optional<bool> ConditionComparison::isSame(const WrittenCondition &one,
                                                const WrittenCondition &other) {
  if (one == other)
    return true;
  if (budget.left == 0) {
    budget.isExceeded = true;
    return std::nullopt;
  }
  --budget.left;
  std::optional<Condition> first = read(one), second = read(other);
  if (!first || !second)
    return std::nullopt;
  if (implies(*first, *second))
    return implies(*second, *first) ? std::optional(true) : std::nullopt;
  std::optional<Condition> opposite = second->negate();
  if (opposite && implies(*first, *opposite) && implies(*opposite, *first))
    return false;
  return std::nullopt;
}

bool ConditionComparison::isAlwaysTested(Operation *branch,
                                         const WrittenCondition &condition) {
  if (isSame(getCondition(branch), condition).has_value())
    return true;
  for (bool isThen : {true, false}) {
    Block *arm = getArm(branch, isThen);
    if (!arm || getActingOps(arm).empty())
      continue;
    Operation *next = getWholeBranch(arm);
    if (!next || !isAlwaysTested(next, condition))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

void layout::replaceByArm(Operation *choice, bool isTrue) {
  if (auto select = dyn_cast<arith::SelectOp>(choice)) {
    select.replaceAllUsesWith(isTrue ? select.getTrueValue()
                                     : select.getFalseValue());
  } else if (Block *arm = getArm(choice, isTrue)) {
    choice->replaceAllUsesWith(arm->getTerminator()->getOperands());
    auto &ops = arm->getOperations();
    choice->getBlock()->getOperations().splice(
        choice->getIterator(), ops, ops.begin(), std::prev(ops.end()));
  }
  choice->erase();
}
