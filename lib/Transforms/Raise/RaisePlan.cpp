//===- RaisePlan.cpp - Plan of layout-raise-loops -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaisePlan.h"

#include "Analysis/Integers/AffineReader.h"
#include "Layout/Analysis/Integers/LoopSteps.h"
#include "Layout/IR/IntegerConstants.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static void explainStay(Operation *op, StringRef reason, const Twine &text) {
  remarkMissed(op->getLoc(), reason)
      << ("'" + op->getName().getStringRef() + "' stays: " + text).str();
}

RaisePlan RaisePlanner::plan(Operation *function) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::LaunchOp>(op))
      return WalkResult::skip();
    visit(op);
    return WalkResult::advance();
  });
  return std::move(result);
}

void RaisePlanner::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<affine::AffineForOp, affine::AffineParallelOp>(
          [&](Operation *loop) { affineLoops.insert(loop); })
      .Case<scf::ForOp, scf::ParallelOp>([&](auto loop) { planLoop(loop); })
      .Case([&](scf::IfOp branch) { planBranch(branch); })
      .Case<memref::LoadOp, memref::StoreOp>(
          [&](auto access) { planAccess(access); });
}

bool RaisePlanner::isInAffineLoop(Operation *op) const {
  while ((op = op->getParentOp()))
    if (affineLoops.contains(op))
      return true;
  return false;
}

/// Returns true if `op` is a quotient, rounded up, of what may be -2^63.
/// `arith.ceildivsi` is exact there; code for an affine one computes 0 - n.
static bool isLeastRoundedUp(Operation *op, IntegerFacts &facts) {
  if (!isa<arith::CeilDivSIOp>(op))
    return false;
  AffineExpr divided = facts.express(op->getOperand(0));
  std::optional<int64_t> low =
      divided ? facts.getRange(divided).low : std::nullopt;
  return divided && (!low || *low == std::numeric_limits<int64_t>::min());
}

/// Numbers are followed through arithmetic, of the affine dialect, too. Without
/// recursion: a chain of sums may be longer than the stack is deep.
bool RaisePlanner::roundsLeastUp(Value value) {
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value next = worklist.back();
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() > 0 || !isMemoryEffectFree(op)) {
      least[next] = false;
      worklist.pop_back();
      continue;
    }
    // At the first visit the operands are still to be looked at.
    if (least.try_emplace(next, isLeastRoundedUp(op, facts)).second) {
      for (Value operand : op->getOperands())
        if (!least.contains(operand))
          worklist.push_back(operand);
      continue;
    }
    worklist.pop_back();
    if (llvm::any_of(op->getOperands(),
                     [&](Value operand) { return least.lookup(operand); }))
      least[next] = true;
  }
  return least.lookup(value);
}

static constexpr StringRef kLeastRoundedUp =
    "a quotient, rounded up, of a number that may be -2^63, for which "
    "'ceildiv' overflows; bound the number below, as by 'arith.maxsi'";

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Returns the parts of a minimum of minima: it is the minimum of them all.
/// Values and expressions that occur several times count once: a chain of
/// minima that share operands has as many paths as 2 to the power of its
/// length. One of very many parts is a number by itself, as other values are.
SmallVector<AffineExpr> RaisePlanner::getParts(Value bound, bool isUpper) {
  constexpr size_t maxParts = 64;
  llvm::SmallPtrSet<void *, 8> seen;
  llvm::SetVector<AffineExpr> parts;
  SmallVector<Value> worklist{bound};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value.getAsOpaquePointer()).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (isUpper ? isa_and_nonnull<arith::MinSIOp>(op)
                : isa_and_nonnull<arith::MaxSIOp>(op)) {
      worklist.append({op->getOperand(1), op->getOperand(0)});
      continue;
    }
    IndexBounds bounds = facts.getReader().expressBound(value, isUpper);
    if (bounds.isComplete)
      parts.insert(bounds.exprs.begin(), bounds.exprs.end());
    else
      parts.insert(facts.express(value));
    if (parts.size() > maxParts)
      return {facts.express(bound)};
  }
  return parts.takeVector();
}

std::optional<AffineForm> RaisePlanner::readBound(Operation *loop, Value bound,
                                                  bool isUpper) {
  StringRef what = isUpper ? "upper bound" : "lower bound";
  SmallVector<AffineExpr> parts = getParts(bound, isUpper);
  std::string why = "a number of more than 64 bits";
  std::optional<AffineForm> form;
  if (roundsLeastUp(bound))
    why = kLeastRoundedUp;
  else if (!llvm::is_contained(parts, AffineExpr()))
    form = operands.express(parts, loop, /*isBound=*/true, why);
  if (!form)
    explainStay(loop, "layout-raise-loops/bound",
                "its " + what + " depends on " + why);
  return form;
}

/// No memory has so many elements, but sums of such numbers leave 64 bits where
/// MLIR simplifies subscripts: (i mod 7 + 4) mod 7 becomes (i + 4) mod 7.
static bool isFar(const CounterBound &bound) {
  constexpr int64_t limit = int64_t(1) << 47;
  std::optional<int64_t> number = getConstantNumber(cast<Value>(bound.value));
  return number && (*number > limit || *number < -limit);
}

std::optional<RaisedLoop::Counter>
RaisePlanner::readCounter(Operation *loop, const LoopCounter &counter) {
  if (!counter.step || *counter.step <= 0) {
    explainStay(
        loop, "layout-raise-loops/step",
        "its step is " +
            (counter.step ? std::to_string(*counter.step) : "no constant") +
            ", and an affine loop has a positive constant; count by 1, and "
            "multiply in the loop");
    return std::nullopt;
  }
  if (isFar(counter.lower) || isFar(counter.upper)) {
    explainStay(loop, "layout-raise-loops/far",
                "a bound is beyond 2^47, where sums with its variable may not "
                "fit 64 bits; count from 0");
    return std::nullopt;
  }
  auto lower = readBound(loop, cast<Value>(counter.lower.value), false);
  auto upper = lower ? readBound(loop, cast<Value>(counter.upper.value), true)
                     : std::nullopt;
  if (!upper)
    return std::nullopt;
  return RaisedLoop::Counter{std::move(*lower), std::move(*upper),
                             *counter.step};
}

/// Returns true if the loop counts upwards in signed order, and to its end.
bool RaisePlanner::checkSteps(scf::ForOp loop) {
  auto getEnd = [&](Value bound, bool isLeast) -> std::optional<int64_t> {
    AffineExpr expr = facts.express(bound);
    Interval range = expr ? facts.getRange(expr) : Interval();
    return isLeast ? range.low : range.high;
  };
  // Where both are at least 0 the sign makes no difference.
  if (loop.getUnsignedCmp() &&
      !(getEnd(loop.getLowerBound(), true).value_or(-1) >= 0 &&
        getEnd(loop.getUpperBound(), true).value_or(-1) >= 0)) {
    explainStay(
        loop, "layout-raise-loops/unsigned",
        "its bounds are compared without sign, and are not known to be at "
        "least 0; state by layout.assume that they are");
    return false;
  }
  if (stepsWithoutWrap(loop, getEnd(loop.getUpperBound(), false)))
    return true;
  std::string type;
  llvm::raw_string_ostream(type) << loop.getInductionVar().getType();
  explainStay(loop, "layout-raise-loops/wraps",
              "its last step may go beyond the largest number of " + type +
                  "; limit its upper bound by layout.assume");
  return false;
}

void RaisePlanner::addLoop(RaisedLoop loop) {
  affineLoops.insert(loop.loop);
  for (Value variable : getLoopVariables(loop.loop))
    operands.addLoopVariable(variable);
  result.loops.push_back(std::move(loop));
}

void RaisePlanner::planLoop(scf::ForOp loop) {
  std::optional<RaisedLoop::Counter> counter =
      readCounter(loop, getLoopCounters(loop).front());
  if (counter && checkSteps(loop))
    addLoop({loop, {std::move(*counter)}});
}

void RaisePlanner::planLoop(scf::ParallelOp loop) {
  if (loop.getNumResults() != 0)
    return explainStay(
        loop, "layout-raise-loops/reduction",
        "it has results, which may be added up in any order; write "
        "it as scf.for with iter_args");
  if (!loop->getDiscardableAttrDictionary().empty())
    return explainStay(loop, "layout-raise-loops/attributes",
                       "it has attributes, which may not hold for other loops; "
                       "remove them");
  RaisedLoop raised{loop, {}};
  for (const LoopCounter &counter : getLoopCounters(loop)) {
    std::optional<RaisedLoop::Counter> read = readCounter(loop, counter);
    if (!read)
      return;
    raised.counters.push_back(std::move(*read));
  }
  addLoop(std::move(raised));
}

//===----------------------------------------------------------------------===//
// In loops
//===----------------------------------------------------------------------===//

/// With results it stays: it may become a select, which an `affine.if` cannot.
void RaisePlanner::planBranch(scf::IfOp branch) {
  if (branch.getNumResults() != 0 || !isInAffineLoop(branch))
    return;
  std::optional<Condition> condition = facts.read(branch.getCondition());
  if (!condition || condition->getAlternatives().size() != 1 ||
      condition->isTrue())
    return explainStay(
        branch, "layout-raise-loops/condition",
        "its condition is no conjunction of comparisons of affine "
        "expressions; nest several scf.if, or use arith.select");
  RaisedBranch raised{branch, {}, {}};
  SmallVector<AffineExpr> exprs;
  for (const IndexConstraint &constraint : condition->getAlternatives()[0]) {
    exprs.push_back(constraint.expr);
    raised.isEqual.push_back(constraint.isEq);
  }
  std::string why;
  std::optional<AffineForm> form =
      operands.express(exprs, branch, /*isBound=*/false, why);
  if (!form)
    return explainStay(branch, "layout-raise-loops/condition",
                       "its condition depends on " + why);
  if (!operands.keepWithin64Bits(*form, raised.isEqual, branch))
    return explainStay(branch, "layout-raise-loops/condition",
                       "the difference of two numbers in its condition might "
                       "not fit 64 bits; bound them by layout.assume");
  raised.constraints = std::move(*form);
  result.branches.push_back(std::move(raised));
}

template <typename Access>
void RaisePlanner::planAccess(Access access) {
  if (!isInAffineLoop(access))
    return;
  if (access.getNontemporal() || access.getAlignment())
    return explainStay(
        access, "layout-raise-loops/hint",
        "it states an alignment or is nontemporal, which an affine "
        "access cannot; remove the attribute");
  SmallVector<AffineExpr> exprs;
  for (Value index : access.getIndices())
    exprs.push_back(facts.express(index));
  std::string why = kLeastRoundedUp.str();
  std::optional<AffineForm> form;
  if (llvm::none_of(access.getIndices(),
                    [&](Value index) { return roundsLeastUp(index); }))
    form = operands.express(exprs, access, /*isBound=*/false, why);
  if (!form)
    return explainStay(access, "layout-raise-loops/subscript",
                       "a subscript depends on " + why);
  result.accesses.push_back({access, std::move(*form)});
}
