//===- WrittenConditions.cpp - Conditions as they are written -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenConditions.h"

#include "WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

WrittenCondition layout::getCondition(Operation *branch) {
  if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
    return {affineIf.getIntegerSet(), affineIf.getOperands()};
  if (auto select = dyn_cast<arith::SelectOp>(branch))
    return {IntegerSet(), {select.getCondition()}};
  return {IntegerSet(), {cast<scf::IfOp>(branch).getCondition()}};
}

Operation *layout::getWholeBranch(Block *block) {
  Operation *body = block ? getWholeBody(block) : nullptr;
  return body && isBranch(body) ? body : nullptr;
}

bool layout::isAlwaysTested(Operation *branch,
                            const WrittenCondition &condition) {
  if (getCondition(branch) == condition)
    return true;
  for (bool isThen : {true, false}) {
    Block *arm = getArm(branch, isThen);
    if (isEmpty(arm))
      continue;
    Operation *next = getWholeBranch(arm);
    if (!next || !isAlwaysTested(next, condition))
      return false;
  }
  return true;
}

void layout::collectTree(Operation *branch,
                         SmallVectorImpl<Operation *> &tree) {
  tree.push_back(branch);
  for (bool isThen : {true, false})
    if (Operation *next = getWholeBranch(getArm(branch, isThen)))
      collectTree(next, tree);
}

void layout::replaceByArm(Operation *branch, bool isTrue) {
  if (Block *arm = getArm(branch, isTrue)) {
    auto &ops = arm->getOperations();
    branch->getBlock()->getOperations().splice(
        branch->getIterator(), ops, ops.begin(), std::prev(ops.end()));
  }
  branch->erase();
}
