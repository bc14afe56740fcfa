//===- LoopBound.cpp - Bounds that stay within 64 bits --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBound.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DynamicAPInt.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

static constexpr int64_t least = std::numeric_limits<int64_t>::min();
static constexpr int64_t most = std::numeric_limits<int64_t>::max();
/// What buffers and loops do not reach.
static constexpr int64_t far = int64_t(1) << 56;

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {

struct ExactRange {
  DynamicAPInt low, high;
  bool fits() const { return low >= least && high <= most; }
};

/// The range of an expression; nullopt if it, or a product or dividend in it,
/// leaves 64 bits. A sum within a sum may wrap around: it comes back.
template <typename GetRange>
std::optional<ExactRange> evaluatePart(AffineExpr expr, GetRange getRange) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return ExactRange{DynamicAPInt(constant.getValue()),
                      DynamicAPInt(constant.getValue())};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    auto range = getRange(dim.getPosition());
    return ExactRange{DynamicAPInt(range.low), DynamicAPInt(range.high)};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto lhs = evaluatePart(binary.getLHS(), getRange);
  if (!lhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    auto rhs = evaluatePart(binary.getRHS(), getRange);
    return rhs ? std::optional(
                     ExactRange{lhs->low + rhs->low, lhs->high + rhs->high})
               : std::nullopt;
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  // The ceiling of the least dividend is computed with the wrong sign.
  if (!constant || !lhs->fits() ||
      (expr.getKind() == AffineExprKind::CeilDiv && lhs->low == least))
    return std::nullopt;
  DynamicAPInt factor(constant.getValue());
  if (expr.getKind() == AffineExprKind::Mul) {
    ExactRange product{lhs->low * factor, lhs->high * factor};
    if (factor < 0)
      std::swap(product.low, product.high);
    return product.fits() ? std::optional(product) : std::nullopt;
  }
  if (factor < 1)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mod)
    return ExactRange{DynamicAPInt(0), factor - 1};
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return ExactRange{floorDiv(lhs->low, factor), floorDiv(lhs->high, factor)};
  return ExactRange{ceilDiv(lhs->low, factor), ceilDiv(lhs->high, factor)};
}

template <typename GetRange>
std::optional<ExactRange> evaluate(AffineExpr expr, GetRange getRange) {
  auto range = evaluatePart(expr, getRange);
  return range && range->fits() ? range : std::nullopt;
}

/// Does `expr` grow with a variable (1), fall (-1), or not mention it (0)?
/// Nullopt if that is not clear.
std::optional<int> getDirection(AffineExpr expr, unsigned variable) {
  if (!expr.isFunctionOfDim(variable))
    return 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  auto lhs = getDirection(binary.getLHS(), variable),
       rhs = getDirection(binary.getRHS(), variable);
  if (!lhs || !rhs || expr.getKind() == AffineExprKind::Mod)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return *lhs * *rhs < 0 ? std::nullopt
                           : std::optional(*lhs != 0 ? *lhs : *rhs);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || *rhs != 0)
    return std::nullopt;
  return constant.getValue() < 0 ? -*lhs : *lhs;
}

} // namespace

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// The value that a loop's variable does not reach, coming from `low`.
static std::optional<int64_t> getBeyond(int64_t low,
                                        std::optional<int64_t> step) {
  int64_t distance, beyond;
  if (!step || *step < 1 || llvm::MulOverflow(*step, far, distance) ||
      llvm::AddOverflow(low, distance, beyond))
    return std::nullopt;
  return beyond;
}

/// The step of the loop of which `value` is the variable.
static std::optional<int64_t> getStepOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop =
      argument
          ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
          : LoopLikeOpInterface();
  if (!loop || loop.getSingleInductionVar() != value)
    return std::nullopt;
  std::optional<OpFoldResult> step = loop.getSingleStep();
  return step ? getConstantIntValue(*step) : std::nullopt;
}

/// The one value that is the upper bound of a loop; null for others.
static Value getUpperBound(LoopLikeOpInterface loop) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(*loop)) {
    AffineMap map = affineFor.getUpperBoundMap();
    bool isValue = map.getNumResults() == 1 && map.getNumInputs() == 1 &&
                   isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0));
    return isValue ? affineFor.getUpperBoundOperands()[0] : Value();
  }
  auto scfFor = dyn_cast<scf::ForOp>(*loop);
  return scfFor && !scfFor.getUnsignedCmp() ? scfFor.getUpperBound() : Value();
}

/// What counts the iterations of a loop around `body` is no more than a loop
/// can have.
std::optional<int64_t> LoopBoundPlanner::getLimit(unsigned position) const {
  AffineExpr expr = getAffineDimExpr(position, body->getContext());
  for (auto loop = body->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>()) {
    Value upper = getUpperBound(loop);
    if (!upper || facts.express(upper) != expr)
      continue;
    Value counter = *loop.getSingleInductionVar();
    Interval known = facts.getRange(facts.express(counter));
    if (known.low)
      return getBeyond(*known.low, getStepOf(counter));
  }
  return std::nullopt;
}

LoopBoundPlanner::Range LoopBoundPlanner::getRange(unsigned position) const {
  Interval known =
      facts.getRange(getAffineDimExpr(position, body->getContext()));
  Range range{known.low.value_or(least), known.high.value_or(most)};
  if (facts.getExtentDim(position))
    range.high = std::min(range.high, far);
  else if (known.low)
    if (auto beyond =
            getBeyond(*known.low, getStepOf(facts.getVariable(position))))
      range.high = std::min(range.high, *beyond);
  if (std::optional<int64_t> limit = getLimit(position))
    range.high = std::min(range.high, *limit);
  return range;
}

LoopBoundPlanner::Range LoopBoundPlanner::getLoopValues() const {
  Interval known = facts.getRange(facts.express(variable));
  Range range{known.low.value_or(least), known.high.value_or(most - 1)};
  if (known.low)
    if (auto beyond = getBeyond(*known.low, step))
      range.high = std::min(range.high, *beyond);
  return range;
}

/// What is computed from a variable by multiplication is in the program.
void LoopBoundPlanner::collectRanges(AffineExpr expr) {
  ranges.clear();
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      ranges.try_emplace(dim.getPosition(), getRange(dim.getPosition()));
  });
  expr.walk([&](AffineExpr part) {
    auto product = dyn_cast<AffineBinaryOpExpr>(part);
    if (!product || part.getKind() != AffineExprKind::Mul)
      return;
    auto dim = dyn_cast<AffineDimExpr>(product.getLHS());
    auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!dim || !factor || std::abs(factor.getValue()) < 2)
      return;
    Range &range = ranges.find(dim.getPosition())->second;
    int64_t size = std::abs(factor.getValue());
    range.low = std::max(range.low, least / size);
    range.high = std::min(range.high, most / size);
  });
}

/// What holds wherever the loop's body is reached.
void LoopBoundPlanner::tightenByFacts(unsigned position) {
  constexpr int64_t modest = int64_t(1) << 40;
  Range &range = ranges.find(position)->second;
  AffineExpr expr = getAffineDimExpr(position, body->getContext());
  auto isAlways = [&](AffineExpr nonNegative) {
    return facts.isImplied(Condition(Conjunction{{nonNegative}}), body).isYes();
  };
  if (range.low < -modest && isAlways(expr + modest))
    range.low = -modest;
  if (range.high > modest && isAlways(-expr + modest))
    range.high = modest;
}

//===----------------------------------------------------------------------===//
// Clamping
//===----------------------------------------------------------------------===//

/// A range of the variable such that the bound fits there and is beyond all
/// values of the loop's variable at the ends that are new.
std::optional<Interval> LoopBoundPlanner::findClamp(AffineExpr expr,
                                                    unsigned position) {
  std::optional<int> direction = getDirection(expr, position);
  if (!direction || *direction == 0)
    return std::nullopt;
  Range range = ranges.lookup(position), loopValues = getLoopValues();
  auto evaluateAt = [&](int64_t low, int64_t high) {
    return evaluate(expr, [&](unsigned other) {
      return other == position ? Range{low, high} : ranges.lookup(other);
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
  // Few different ends, so that bounds share what they are computed from: the
  // first is enough for constant ranges, the last if nothing is known.
  for (int64_t end : {int64_t(1) << 40, int64_t(1) << 60, most - 1})
    for (const Interval &clamp :
         {Interval{std::nullopt, end}, Interval{-end, std::nullopt},
          Interval{-end, end}})
      if (isGood(clamp))
        return clamp;
  return std::nullopt;
}

std::optional<LoopBound> LoopBoundPlanner::plan(AffineExpr expr) {
  collectRanges(expr);
  auto getKnown = [&](unsigned position) { return ranges.lookup(position); };
  LoopBound bound{expr, std::nullopt, {}};
  if (evaluate(expr, getKnown))
    return bound;
  // What is said of clamped differences would no longer decide conditions.
  auto isUnknown = [&](const auto &entry) {
    Interval known =
        facts.getRange(getAffineDimExpr(entry.first, body->getContext()));
    return !known.low || !known.high;
  };
  if (llvm::count_if(ranges, isUnknown) > 1)
    return bound;
  for (auto &[position, range] : ranges)
    tightenByFacts(position);
  if (evaluate(expr, getKnown))
    return bound;
  for (auto &[position, range] : ranges) {
    std::optional<Interval> clamp =
        mayClamp(position) ? findClamp(expr, position) : std::nullopt;
    if (!clamp)
      continue;
    bound.clamped = position;
    bound.values = *clamp;
    return bound;
  }
  return std::nullopt;
}
