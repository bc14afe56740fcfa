//===- LoopConditions.cpp - Conditions on loop variables ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopConditions.h"

#include "Layout/Analysis/Integers/LoopInvariance.h"
#include "Layout/Transforms/Conditions/PartitionLoops.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "SplitPoints.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/NotRaised.h"
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

/// Returns true if the condition may hold in turns, as only one with a
/// remainder or a quotient does: a loop cannot be split at each change of such
/// a condition.
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

/// What the condition of `op` is on: variables of loops, and other numbers.
static SmallVector<Value> findNumbers(Operation *op, IntegerFacts &facts) {
  SmallVector<Value> numbers;
  std::optional<Condition> condition =
      isConditional(op) ? readCondition(facts, op) : std::nullopt;
  if (!condition)
    return numbers;
  for (const Conjunction &conjunction : condition->getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      constraint.expr.walk([&](AffineExpr part) {
        if (auto dim = dyn_cast<AffineDimExpr>(part))
          numbers.push_back(facts.getVariable(dim.getPosition()));
      });
  return numbers;
}

/// Returns true if the condition of `op` is one on a loop's variable.
static bool isOnLoopVariable(Operation *op, IntegerFacts &facts) {
  return llvm::any_of(findNumbers(op, facts), belongsToLoop);
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

/// The loop that counts in `value`; null if none does.
static Operation *getLoopOfVariable(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop =
      argument
          ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
          : nullptr;
  if (!loop || isa<affine::AffineParallelOp>(loop))
    return loop;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  return variables && llvm::is_contained(*variables, value) ? loop : nullptr;
}

static std::string quote(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

std::string layout::describeSource(Operation *loop, ValueRange values) {
  SmallVector<Value> worklist(values);
  for (unsigned i = 0; i < worklist.size() && i < maxInvariantOps; ++i) {
    if (Operation *op = worklist[i].getDefiningOp()) {
      if (!loop->isAncestor(op))
        continue;
      if (!isPure(op))
        return "what " + quote(op) + " yields in the loop";
      llvm::append_range(worklist, op->getOperands());
      continue;
    }
    Operation *around = worklist[i].getParentRegion()->getParentOp();
    // The condition depends on a value that changes in this loop, but is no
    // loop variable: no bound of the loop can express it.
    if (loop->isAncestor(around) && isa<LoopLikeOpInterface>(around) &&
        !getLoopOfVariable(worklist[i]))
      return "what " + quote(around) + " passes from one iteration to the next";
  }
  return "";
}

/// What keeps `loop` from being split where a condition on `number` changes;
/// empty if nothing is known to.
static std::string describeObstacle(Operation *loop, Value number) {
  if (Operation *counting = getLoopOfVariable(number))
    return LoopRange::canNarrow(counting)
               ? ""
               : quote(counting) + " is not split; " +
                     adviseOnLoopKind(counting).str();
  if (std::string source = describeSource(loop, number); !source.empty())
    return "it compares with " + source +
           "; compare with the loop's variable, or with what is computed "
           "before the loop";
  if (number.getType().isInteger() &&
      number.getType().getIntOrFloatBitWidth() > 64)
    return "it compares integers of more than 64 bits; use index or narrower "
           "integers";
  if (belongsToLoop(number) && !isLoopInvariant(loop, number))
    return "it is not affine in the loop's variable; compare sums of "
           "variables, constants and what the loop does not change, with sign";
  return "";
}

/// Of a condition on variables of loops that are split elsewhere.
static std::string describeNoSplit(Operation *op, IntegerFacts &facts) {
  bool isPeriodic = mayBePeriodic(*readCondition(facts, op));
  size_t numPoints = 0;
  for (Value number : findNumbers(op, facts))
    if (Operation *loop = getLoopOfVariable(number))
      numPoints = std::max(
          numPoints, findSplitPoints(facts, loop, /*isInterior=*/true).size());
  if (numPoints > 0)
    return "its loop would become " + std::to_string(numPoints + 1) +
           " loops, which exceeds the limit for it, its nest or its function; "
           "raise max-pieces, or move its nest to a function of its own" +
           (isPeriodic ? ", or tile the loop by the period" : "");
  if (isPeriodic)
    return "it is periodic (mod, floordiv); tile the loop by the period";
  return "where it changes may not fit 64 bits; bound what is compared by "
         "layout.assume";
}

std::string layout::describeLeftCondition(Operation *op, IntegerFacts &facts) {
  Operation *loop = op->getParentOfType<LoopLikeOpInterface>();
  for (Value number : findNumbers(op, facts))
    if (std::string why = describeObstacle(loop, number); !why.empty())
      return why;
  return describeNoSplit(op, facts);
}

/// Why splitting does not decide a condition that is on no loop's variable.
static std::string describeOther(Operation *op) {
  std::string text = "the condition is on no variable of a loop around it, so "
                     "splitting cannot decide it; ";
  ValueRange values = op->getOperands();
  std::string source =
      describeSource(op->getParentOfType<LoopLikeOpInterface>(),
                     isa<arith::SelectOp>(op) ? values.take_front() : values);
  return text + (source.empty() ? "layout-hoist-conditions may move it"
                                : "it depends on " + source);
}

void layout::explainLeftConditions(Operation *function) {
  IntegerFacts facts(function, /*explains=*/false);
  function->walk([&](Operation *op) {
    if (!isConditional(op) || !op->getParentOfType<LoopLikeOpInterface>())
      return;
    remarkMissed(op->getLoc(), "layout-partition-loops/left")
        << (isOnLoopVariable(op, facts) ? "the condition stays in the loop: " +
                                              describeLeftCondition(op, facts)
                                        : describeOther(op));
  });
}
