//===- SplitCondition.cpp - Invariant parts of conditions -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitCondition.h"

#include "Layout/Analysis/Integers/LoopInvariance.h"
#include "Transforms/Nests/WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::canMoveOut(LoopLikeOpInterface loop,
                        const WrittenCondition &condition) {
  return llvm::all_of(condition.operands, [&](Value operand) {
    return isLoopInvariant(loop, operand);
  });
}

/// One constraint of the set, with the operands that it is over.
static WrittenCondition getPart(affine::AffineIfOp branch, AffineExpr expr) {
  IntegerSet set = branch.getIntegerSet();
  ValueRange operands = branch.getOperands();
  WrittenCondition one;
  for (unsigned o = 0, n = operands.size(); o < n; ++o)
    if (o < set.getNumDims() ? expr.isFunctionOfDim(o)
                             : expr.isFunctionOfSymbol(o - set.getNumDims()))
      one.operands.push_back(operands[o]);
  return one;
}

/// Null if all of it leaves, or nothing.
static Operation *splitOffSet(OpBuilder &builder, LoopLikeOpInterface loop,
                              affine::AffineIfOp branch) {
  IntegerSet set = branch.getIntegerSet();
  ValueRange operands = branch.getOperands();
  SmallVector<AffineExpr> exprs[2];
  SmallVector<bool> eqFlags[2];
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    AffineExpr expr = set.getConstraint(i);
    bool stays = !canMoveOut(loop, getPart(branch, expr));
    exprs[stays].push_back(expr);
    eqFlags[stays].push_back(set.isEq(i));
  }
  if (exprs[0].empty() || exprs[1].empty())
    return nullptr;
  auto build = [&](bool stays) {
    IntegerSet part = IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                                      exprs[stays], eqFlags[stays]);
    SmallVector<Value> used(operands);
    affine::canonicalizeSetAndOperands(&part, &used);
    return std::pair(part, used);
  };
  auto [outerSet, outerOperands] = build(false);
  auto [innerSet, innerOperands] = build(true);
  auto outer = affine::AffineIfOp::create(builder, branch.getLoc(), outerSet,
                                          outerOperands,
                                          /*withElseRegion=*/false);
  branch.setConditional(innerSet, innerOperands);
  return outer;
}

/// The operands of a tree of `arith.andi`: what may leave, and what stays.
static void collectParts(LoopLikeOpInterface loop, Value root,
                         SmallVector<Value> (&parts)[2]) {
  SmallVector<Value> worklist{root};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto both = value.getDefiningOp<arith::AndIOp>()) {
      worklist.append({both.getRhs(), both.getLhs()});
      continue;
    }
    parts[!canMoveOut(loop, {IntegerSet(), {value}})].push_back(value);
  }
}

/// Null if all of it leaves, or nothing.
static Operation *splitOffValue(OpBuilder &builder, LoopLikeOpInterface loop,
                                scf::IfOp branch) {
  SmallVector<Value> parts[2];
  collectParts(loop, branch.getCondition(), parts);
  if (parts[0].empty() || parts[1].empty())
    return nullptr;
  Value conditions[2];
  for (bool stays : {false, true})
    for (Value part : parts[stays])
      conditions[stays] = conditions[stays]
                              ? arith::AndIOp::create(builder, branch.getLoc(),
                                                      conditions[stays], part)
                              : part;
  auto outer = scf::IfOp::create(builder, branch.getLoc(), conditions[0],
                                 /*withElseRegion=*/false);
  branch.getConditionMutable().assign(conditions[1]);
  return outer;
}

void layout::splitOffInvariant(LoopLikeOpInterface loop, Operation *&branch) {
  // The other arm is executed if either part fails, so that both branches would
  // need a copy of it.
  if (!isEmpty(getArm(branch, /*isThen=*/false)))
    return;
  OpBuilder builder(branch);
  Operation *outer = nullptr;
  if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
    outer = splitOffSet(builder, loop, affineIf);
  else
    outer = splitOffValue(builder, loop, cast<scf::IfOp>(branch));
  if (!outer)
    return;
  branch->moveBefore(getArm(outer, /*isThen=*/true)->getTerminator());
  branch = outer;
}
