//===- LoopBound.cpp - Bounds that stay within 64 bits --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBound.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

/// The query to the facts.
static constexpr int64_t modest = int64_t(1) << 40;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// The value that a loop's variable does not reach, which starts at `start` at
/// the latest.
static std::optional<int64_t> getBeyond(std::optional<int64_t> start,
                                        std::optional<int64_t> step) {
  int64_t distance, beyond;
  if (!start || !step || *step < 1 ||
      llvm::MulOverflow(*step, LoopBoundPlanner::far, distance) ||
      llvm::AddOverflow(*start, distance, beyond))
    return std::nullopt;
  return beyond;
}

/// The step of the loop of which `value` is the variable.
static std::optional<int64_t> getStepOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (!isa_and_nonnull<LoopLikeOpInterface>(loop))
    return std::nullopt;
  SmallVector<LoopCounter> counters = getLoopCounters(loop);
  return counters.size() == 1 && counters.front().variable == value
             ? counters.front().step
             : std::nullopt;
}

/// On a loop while it is split: what its variable did not reach as a whole.
static constexpr StringLiteral kBeyond = "layout.partition_beyond";

static std::optional<int64_t> findBeyond(IntegerFacts &facts, Value counter);

/// What is known of the number itself, and of the loop that counts it.
static ExactRange getOwnRange(IntegerFacts &facts, AffineDimExpr number) {
  Interval known = facts.getRange(number);
  int64_t high = known.high.value_or(ExactRange::most);
  if (facts.getExtentDim(number.getPosition()))
    high = std::min(high, LoopBoundPlanner::far);
  else if (Value counter = facts.getVariable(number.getPosition()))
    high =
        std::min(high, findBeyond(facts, counter).value_or(ExactRange::most));
  return {DynamicAPInt(known.low.value_or(ExactRange::least)),
          DynamicAPInt(high)};
}

/// The greatest value that the lower bound of the loop may have of which
/// `counter` is the variable; it may depend on loops around it.
static std::optional<int64_t> getLastStart(IntegerFacts &facts, Value counter) {
  auto argument = dyn_cast<BlockArgument>(counter);
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (!loop || !isCountedLoop(loop))
    return std::nullopt;
  SmallVector<AffineExpr> lowers =
      facts.express(getLoopCounters(loop).front().lower);
  // Nothing expresses a bound of more than 64 bits.
  if (lowers.empty() || llvm::is_contained(lowers, AffineExpr()))
    return std::nullopt;
  int64_t last = ExactRange::least;
  for (AffineExpr lower : lowers) {
    auto start = evaluateExactly(lower, [&](unsigned position) {
      return getOwnRange(facts, cast<AffineDimExpr>(getAffineDimExpr(
                                    position, counter.getContext())));
    });
    if (!start)
      return std::nullopt;
    last = std::max(last, static_cast<int64_t>(start->high));
  }
  return last;
}

/// A value that the variable of a loop does not reach.
static std::optional<int64_t> findBeyond(IntegerFacts &facts, Value counter) {
  std::optional<int64_t> step = getStepOf(counter);
  if (!step)
    return std::nullopt;
  Operation *loop = cast<BlockArgument>(counter).getOwner()->getParentOp();
  if (auto beyond = loop->getAttrOfType<IntegerAttr>(kBeyond))
    return beyond.getInt();
  return getBeyond(getLastStart(facts, counter), step);
}

void layout::noteEndsOfLoops(Operation *function) {
  IntegerFacts facts(function, /*explains=*/false);
  Builder builder(function->getContext());
  function->walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
    std::optional<Value> counter = loop.getSingleInductionVar();
    if (!counter)
      return;
    if (std::optional<int64_t> beyond = findBeyond(facts, *counter))
      loop->setAttr(kBeyond, builder.getI64IntegerAttr(*beyond));
  });
}

void layout::forgetEndsOfLoops(Operation *function) {
  function->walk([](LoopLikeOpInterface loop) { loop->removeAttr(kBeyond); });
}

/// Returns true if `expr` is the upper bound of a loop that counts up to it.
static bool isUpperBound(AffineExpr expr, Operation *loop,
                         IntegerFacts &facts) {
  auto scfFor = dyn_cast<scf::ForOp>(loop);
  if (scfFor ? scfFor.getUnsignedCmp() : !isa<affine::AffineForOp>(loop))
    return false;
  SmallVector<AffineExpr> uppers =
      facts.express(getLoopCounters(loop).front().upper);
  return uppers.size() == 1 && uppers.front() == expr;
}

/// What counts the iterations of a loop around `body` is no more than a loop
/// can have.
std::optional<int64_t> LoopBoundPlanner::getLimit(unsigned position) const {
  AffineExpr expr = getAffineDimExpr(position, body->getContext());
  for (auto loop = body->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>()) {
    if (!isUpperBound(expr, loop, facts))
      continue;
    Value counter = *loop.getSingleInductionVar();
    return getBeyond(getLastStart(facts, counter), getStepOf(counter));
  }
  return std::nullopt;
}

LoopBoundPlanner::Range LoopBoundPlanner::getRange(unsigned position) const {
  ExactRange own = getOwnRange(facts, cast<AffineDimExpr>(getAffineDimExpr(
                                          position, body->getContext())));
  Range range{static_cast<int64_t>(own.low), static_cast<int64_t>(own.high)};
  if (std::optional<int64_t> limit = getLimit(position))
    range.high = std::min(range.high, *limit);
  return range;
}

LoopBoundPlanner::Range LoopBoundPlanner::getLoopValues() const {
  Interval known = facts.getRange(facts.express(variable));
  Range range{known.low.value_or(ExactRange::least),
              known.high.value_or(ExactRange::most - 1)};
  if (auto beyond = findBeyond(facts, variable))
    range.high = std::min(range.high, *beyond);
  return range;
}

void LoopBoundPlanner::collectRanges(AffineExpr expr) {
  ranges.clear();
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      ranges.try_emplace(dim.getPosition(), getRange(dim.getPosition()));
  });
}

/// Wherever the loop's body is reached.
bool LoopBoundPlanner::isAlways(AffineExpr nonNegative) {
  return facts.isImplied(Condition(Conjunction{{nonNegative}}), body).isYes();
}

void LoopBoundPlanner::tightenByFacts(unsigned position) {
  Range &range = ranges.find(position)->second;
  AffineExpr expr = getAffineDimExpr(position, body->getContext());
  if (range.low < -modest && isAlways(expr + modest))
    range.low = isAlways(expr) ? 0 : -modest;
  if (range.high > modest && isAlways(-expr + modest))
    range.high = modest;
}

/// Of `n - 4 * i`, where i counts to `n ceildiv 4`, both ends are known.
void LoopBoundPlanner::narrowByFacts(AffineExpr sum, ExactRange &range) {
  if (range.low < ExactRange::least && isAlways(sum + modest))
    range.low = DynamicAPInt(-modest);
  if (range.high > ExactRange::most && isAlways(-sum + modest))
    range.high = DynamicAPInt(modest);
}

std::optional<ExactRange> LoopBoundPlanner::evaluate(AffineExpr expr) {
  return evaluateExactly(
      expr,
      [&](unsigned position) {
        // Of the ends of the loop too.
        auto [it, isNew] = ranges.try_emplace(position);
        if (isNew) {
          it->second = getRange(position);
          tightenByFacts(position);
        }
        Range range = ranges.lookup(position);
        return ExactRange{DynamicAPInt(range.low), DynamicAPInt(range.high)};
      },
      [&](AffineExpr sum, ExactRange &range) { narrowByFacts(sum, range); });
}

unsigned LoopBoundPlanner::countUnknown() const {
  return llvm::count_if(ranges, [&](const auto &entry) {
    Interval known =
        facts.getRange(getAffineDimExpr(entry.first, body->getContext()));
    return !known.low || !known.high;
  });
}

//===----------------------------------------------------------------------===//
// Clamping
//===----------------------------------------------------------------------===//

/// A range of the variable such that the bound fits there and is beyond all
/// values of the loop's variable at the ends that are new.
std::optional<LoopBound> LoopBoundPlanner::clampByConstants(AffineExpr expr,
                                                            unsigned position) {
  std::optional<int> direction = getDirection(expr, position);
  if (!direction || *direction == 0)
    return std::nullopt;
  Range range = ranges.lookup(position), loopValues = getLoopValues();
  auto evaluateAt = [&](int64_t low, int64_t high) {
    return evaluateExactly(expr, [&](unsigned other) {
      Range at = other == position ? Range{low, high} : ranges.lookup(other);
      return ExactRange{DynamicAPInt(at.low), DynamicAPInt(at.high)};
    });
  };
  auto isBeyond = [&](std::optional<int64_t> end, bool above) {
    auto at = end ? evaluateAt(*end, *end) : std::nullopt;
    return !end || (at && (above ? at->low > loopValues.high
                                 : at->high <= loopValues.low));
  };
  auto isGood = [&](const Interval &clamp) {
    bool grows = *direction > 0;
    return evaluateAt(clamp.low.value_or(range.low),
                      clamp.high.value_or(range.high)) &&
           isBeyond(clamp.high, grows) && isBeyond(clamp.low, !grows);
  };
  auto getEnd = [&](std::optional<int64_t> end) {
    return end ? getAffineConstantExpr(*end, expr.getContext()) : AffineExpr();
  };
  // Few different ends, so that bounds share what they are computed from: the
  // first is enough for constant ranges, the last if nothing is known.
  for (int64_t end : {int64_t(1) << 40, int64_t(1) << 60, ExactRange::most - 1})
    for (const Interval &clamp :
         {Interval{std::nullopt, end}, Interval{-end, std::nullopt},
          Interval{-end, end}})
      if (isGood(clamp))
        return LoopBound{expr, position, getEnd(clamp.low), getEnd(clamp.high)};
  return std::nullopt;
}

/// Of a variable in a sum; nullopt if it is divided.
static std::optional<int64_t> getCoefficient(AffineExpr expr,
                                             unsigned variable) {
  if (!expr.isFunctionOfDim(variable))
    return 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  auto lhs = getCoefficient(binary.getLHS(), variable);
  if (expr.getKind() == AffineExprKind::Add) {
    auto rhs = getCoefficient(binary.getRHS(), variable);
    return lhs && rhs ? std::optional(*lhs + *rhs) : std::nullopt;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t product;
  if (expr.getKind() != AffineExprKind::Mul || !factor || !lhs ||
      llvm::MulOverflow(*lhs, factor.getValue(), product))
    return std::nullopt;
  return product;
}

/// Where the bound would leave the range of the loop, it becomes the end of
/// that. Where the loop is empty, any bound is as good.
std::optional<LoopBound> LoopBoundPlanner::clampByEnds(AffineExpr expr,
                                                       unsigned position) {
  MLIRContext *context = expr.getContext();
  AffineExpr self = getAffineDimExpr(position, context);
  AffineExpr rest = expr.replace(self, getAffineConstantExpr(0, context));
  std::optional<int64_t> coefficient = getCoefficient(expr, position);
  bool isSubtracted = coefficient == -1;
  if (!loopLower || !loopUpper || (coefficient != 1 && !isSubtracted))
    return std::nullopt;
  LoopBound bound{expr, position, loopLower - rest, loopUpper - rest};
  if (isSubtracted)
    std::tie(bound.low, bound.high) =
        std::pair(rest - loopUpper, rest - loopLower);
  auto low = evaluate(bound.low), high = evaluate(bound.high);
  // Else its product with -1 would not fit.
  if (!low || !high || low->low == ExactRange::least ||
      high->low == ExactRange::least || !evaluate(loopLower) ||
      !evaluate(loopUpper) || !evaluate(rest))
    return std::nullopt;
  bool isOver = false;
  for (AffineExpr end : {bound.low, bound.high})
    end.walk([&](AffineExpr part) {
      auto dim = dyn_cast<AffineDimExpr>(part);
      isOver |= dim && !mayClamp(dim.getPosition());
    });
  return isOver ? std::nullopt : std::optional(bound);
}

std::optional<LoopBound> LoopBoundPlanner::plan(AffineExpr expr) {
  collectRanges(expr);
  auto getKnown = [&](unsigned position) {
    Range range = ranges.lookup(position);
    return ExactRange{DynamicAPInt(range.low), DynamicAPInt(range.high)};
  };
  LoopBound bound{expr};
  if (evaluateExactly(expr, getKnown))
    return bound;
  for (auto &[position, range] : ranges)
    tightenByFacts(position);
  if (evaluate(expr))
    return bound;
  // What is said of a difference that is clamped between constants would not
  // decide conditions.
  bool isOne = countUnknown() <= 1;
  SmallVector<unsigned> positions(llvm::make_first_range(ranges));
  for (unsigned position : positions)
    if (mayClamp(position))
      if (auto clamped = isOne ? clampByConstants(expr, position)
                               : clampByEnds(expr, position))
        return clamped;
  return std::nullopt;
}
