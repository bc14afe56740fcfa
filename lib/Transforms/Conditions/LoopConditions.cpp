//===- LoopConditions.cpp - Conditions that loops decide ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopConditions.h"

#include "Layout/Transforms/Conditions/PartitionLoops.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isConditional(Operation *op) {
  return isa<affine::AffineIfOp, scf::IfOp, arith::SelectOp>(op);
}

unsigned layout::countConditions(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *inner) { count += isConditional(inner); });
  return count;
}

std::optional<Condition> layout::readCondition(IntegerFacts &facts,
                                               Operation *op) {
  if (auto branch = dyn_cast<affine::AffineIfOp>(op))
    return facts.read(branch.getIntegerSet(), branch.getOperands());
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return facts.read(branch.getCondition());
  auto select = dyn_cast<arith::SelectOp>(op);
  if (select && select.getCondition().getType().isInteger(1))
    return facts.read(select.getCondition());
  return std::nullopt;
}

/// A loop variable, or computed in a loop, but not read from memory.
static bool belongsToLoop(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && !isPure(op))
    return false;
  Operation *loop = value.getParentRegion()->getParentOp();
  while (loop && !isa<LoopLikeOpInterface>(loop))
    loop = loop->getParentOp();
  return loop != nullptr;
}

/// Only remainders and quotients come again and again.
static bool mayBePeriodic(const Condition &condition) {
  bool found = false;
  for (const Conjunction &conjunction : condition.getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      constraint.expr.walk([&](AffineExpr part) {
        found |= part.getKind() == AffineExprKind::Mod ||
                 part.getKind() == AffineExprKind::FloorDiv ||
                 part.getKind() == AffineExprKind::CeilDiv;
      });
  return found;
}

/// Is the condition of `op` one on a loop's variable?
static bool isOnLoopVariable(Operation *op, IntegerFacts &facts) {
  std::optional<Condition> condition =
      isConditional(op) ? readCondition(facts, op) : std::nullopt;
  if (!condition)
    return false;
  bool found = false;
  for (const Conjunction &conjunction : condition->getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      constraint.expr.walk([&](AffineExpr part) {
        auto dim = dyn_cast<AffineDimExpr>(part);
        found |= dim && belongsToLoop(facts.getVariable(dim.getPosition()));
      });
  return found;
}

Operation *layout::findUndecidedCondition(Operation *function) {
  IntegerFacts facts(function, /*explains=*/false);
  Operation *found = nullptr;
  function->walk([&](Operation *op) {
    found = isOnLoopVariable(op, facts) ? op : nullptr;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

void layout::explainLeftConditions(Operation *function) {
  IntegerFacts facts(function, /*explains=*/false);
  function->walk([&](Operation *op) {
    if (!isConditional(op) || !op->getParentOfType<LoopLikeOpInterface>())
      return;
    remarkMissed(op->getLoc(), "layout-partition-loops/left")
        << (isOnLoopVariable(op, facts)
                ? mayBePeriodic(*readCondition(facts, op))
                      ? "the condition stays in the loop: it is periodic (mod, "
                        "floordiv), or splitting there exceeds max-pieces or "
                        "64 bits; tile the loop by the period, or raise "
                        "max-pieces"
                      : "the condition stays in the loop: splitting there "
                        "exceeds max-pieces or 64 bits; raise max-pieces, or "
                        "bound what is compared by layout.assume"
                : "the condition is on no variable of a loop around it, so "
                  "splitting cannot decide it; layout-hoist-conditions may "
                  "move it");
  });
}
