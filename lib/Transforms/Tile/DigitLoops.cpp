//===- DigitLoops.cpp - Loops over digits ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitLoops.h"

#include "Transforms/Support/ComposedAccesses.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {

/// The bounds of one digit that conditions of the nest give.
class BoundFinder {
public:
  BoundFinder(const DigitOrder &order, unsigned position, MLIRContext *context)
      : order(order), position(position), context(context) {}

  /// For -2^63, too, of which `ceildiv` would take the negative.
  static AffineExpr ceilDivWithoutWrap(AffineExpr value, int64_t divisor) {
    return value.floorDiv(divisor) +
           (value % divisor + (divisor - 1)).floorDiv(divisor);
  }

  void add(const AffineNest::Bound &constraint) {
    int64_t own = getCoefficient(constraint, position);
    if (own == 0)
      return;
    AffineExpr slack =
        moveFixed(constraint.terms.rest, constraint.terms.coefficients.size());
    bool hasInner = false;
    for (unsigned i = 0; i < order.getNumDigits(); ++i) {
      int64_t coefficient = getCoefficient(constraint, i);
      if (i == position || coefficient == 0)
        continue;
      if (i < position) {
        slack = slack + getAffineDimExpr(i, context) * coefficient;
        continue;
      }
      hasInner = true;
      Interval range = order.getRanges()[i];
      std::optional<int64_t> best = coefficient > 0 ? range.high : range.low;
      if (!best) // no bound here, but one at the inner digit
        return;
      slack = slack + *best * coefficient;
    }
    if (own > 0)
      addLower(own == 1 ? -slack : (-slack - 1).floorDiv(own) + 1);
    else if (own == -1)
      addUpper(slack + 1);
    else if (!mayWrapBelow(slack))
      addUpper((slack + 1).ceilDiv(-own));
    else if (hasInner)
      // Perhaps one value too many, at which inner loops do nothing.
      addUpper((slack + 1).floorDiv(-own) + 1);
    else
      addUpper(ceilDivWithoutWrap(slack + 1, -own));
  }

  void addRange(Interval range) {
    if (range.low)
      addLower(getAffineConstantExpr(*range.low, context));
    if (range.high)
      addUpper(getAffineConstantExpr(*range.high + 1, context));
  }

  /// Leaves out what another bound implies.
  static SmallVector<AffineExpr> tidy(ArrayRef<AffineExpr> bounds,
                                      ArrayRef<Interval> ranges, bool isLower) {
    std::optional<int64_t> best;
    for (AffineExpr bound : bounds)
      if (auto constant = dyn_cast<AffineConstantExpr>(bound)) {
        int64_t value = constant.getValue();
        best = !best     ? value
               : isLower ? std::max(*best, value)
                         : std::min(*best, value);
      }
    SmallVector<AffineExpr> kept;
    for (AffineExpr bound : bounds) {
      Interval range = rangeOf(bound, ranges, {});
      bool isImplied =
          isa<AffineConstantExpr>(bound)
              ? cast<AffineConstantExpr>(bound).getValue() != *best
              : best && (isLower ? range.high && *range.high <= *best
                                 : range.low && *range.low >= *best);
      if (!isImplied && !llvm::is_contained(kept, bound))
        kept.push_back(bound);
    }
    return kept;
  }

  SmallVector<AffineExpr> lowers, uppers;

private:
  int64_t getCoefficient(const AffineNest::Bound &constraint,
                         unsigned digit) const {
    const Digit &its = order.getDigits()[digit];
    return constraint.terms.coefficients[its.loop] * its.weight;
  }
  bool mayWrapBelow(AffineExpr expr) const {
    return !rangeOf(expr, order.getRanges(), {}).low;
  }
  AffineExpr moveFixed(AffineExpr expr, unsigned numLoops) const {
    SmallVector<AffineExpr> dims;
    unsigned numFixed = order.getRanges().size() - order.getNumDigits();
    for (unsigned i = 0; i < numLoops; ++i)
      dims.push_back(getAffineConstantExpr(0, context)); // none of them occurs
    for (unsigned i = 0; i < numFixed; ++i)
      dims.push_back(getAffineDimExpr(order.getNumDigits() + i, context));
    return expr.replaceDims(dims);
  }
  void addLower(AffineExpr expr) { add(lowers, expr); }
  void addUpper(AffineExpr expr) { add(uppers, expr); }
  void add(SmallVectorImpl<AffineExpr> &bounds, AffineExpr expr) {
    expr = simplifyAffineExpr(expr, order.getRanges().size(), 0);
    bounds.push_back(simplifyUnderRanges(expr, order.getRanges(), {}));
  }

  const DigitOrder &order;
  unsigned position;
  MLIRContext *context;
};

} // namespace

static bool isModest(Interval range) {
  constexpr int64_t far = int64_t(1) << 48;
  return range.low && range.high && *range.low > -far && *range.high < far;
}

/// Returns true if `part` is the value `dim` from around the nest, or a
/// quotient of it or of something less, as `(n - 3) floordiv 2`. It fits 64
/// bits if the value does.
static bool isOfValue(AffineExpr part, unsigned dim, const AffineNest &nest) {
  AffineExpr value = getAffineDimExpr(dim, nest.getContext());
  if (part == value)
    return true;
  auto quotient = dyn_cast<AffineBinaryOpExpr>(part);
  if (part.getKind() != AffineExprKind::FloorDiv ||
      !isa<AffineConstantExpr>(quotient.getRHS()))
    return false;
  auto less = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(quotient.getLHS() - value, nest.getNumDims(), 0));
  return less && (less.getValue() == 0 ||
                  (less.getValue() < 0 && isModest({less.getValue(), 0}) &&
                   nest.ranges[dim].low && *nest.ranges[dim].low >= 0));
}

/// Returns true if `expr` is the sum of such a part and a constant.
static bool isSumOfValue(AffineExpr expr, unsigned dim,
                         const AffineNest &nest) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    found |= isOfValue(part, dim, nest) &&
             isa<AffineConstantExpr>(
                 simplifyAffineExpr(expr - part, nest.getNumDims(), 0));
  });
  return found;
}

/// Returns true if all sums in bounds fit 64 bits. They do if all values from
/// around the nest are far from the least and the greatest integer. The upper
/// bound of a loop from 0 or more may be any number: what is subtracted from it
/// is never greater.
static bool fitsBounds(const AffineNest::Bound &constraint,
                       const AffineNest &nest) {
  unsigned numLoops = nest.loops.size();
  std::optional<unsigned> wild;
  for (unsigned i = 0; i < nest.fixed.size(); ++i) {
    if (isModest(nest.ranges[numLoops + i]) ||
        !constraint.terms.rest.isFunctionOfDim(numLoops + i))
      continue;
    if (wild)
      return false;
    wild = numLoops + i;
  }
  if (!wild)
    return true;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    if (constraint.terms.coefficients[loop] !=
        (loop == constraint.owner ? -1 : 0))
      return false;
  std::optional<int64_t> low = nest.ranges[constraint.owner].low;
  return low && *low >= 0 && isSumOfValue(constraint.terms.rest, *wild, nest);
}

std::optional<DigitLoops> DigitLoops::plan(const AffineNest &nest,
                                           SmallVector<Digit> digits) {
  DigitLoops plan(DigitOrder(nest, std::move(digits)));
  for (const AffineNest::Bound &constraint : nest.constraints)
    if (!fitsBounds(constraint, nest))
      return std::nullopt;
  const DigitOrder &order = plan.order;
  for (unsigned position = 0; position < order.getNumDigits(); ++position) {
    BoundFinder finder(order, position, nest.getContext());
    finder.addRange(order.getRanges()[position]);
    for (const AffineNest::Bound &constraint : nest.constraints)
      finder.add(constraint);
    Bounds bounds;
    bounds.lowers = BoundFinder::tidy(finder.lowers, order.getRanges(), true);
    bounds.uppers = BoundFinder::tidy(finder.uppers, order.getRanges(), false);
    if (bounds.lowers.empty() || bounds.uppers.empty())
      return std::nullopt;
    plan.bounds.push_back(std::move(bounds));
  }
  return plan;
}

AffineNest DigitLoops::describe(const AffineNest &nest) const {
  AffineNest tiled = order.describe(nest);
  auto getMap = [&](ArrayRef<AffineExpr> exprs) {
    return untangleBound(
        AffineMap::get(tiled.getNumDims(), 0, exprs, nest.getContext()));
  };
  for (const Bounds &its : bounds)
    tiled.addEnds(getMap(its.lowers), getMap(its.uppers));
  return tiled;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// What is carried comes with the terminator that yields it.
static void moveBody(const AffineNest &nest, affine::AffineForOp loop) {
  Block *from = nest.getBody(), *to = loop.getBody();
  for (auto [old, its] :
       llvm::zip(affine::AffineForOp(nest.loops.back()).getRegionIterArgs(),
                 loop.getRegionIterArgs()))
    old.replaceAllUsesWith(its);
  bool carries = loop.getNumResults() > 0;
  to->getOperations().splice(
      carries ? to->end() : to->getTerminator()->getIterator(),
      from->getOperations(), from->begin(),
      carries ? from->end() : from->getTerminator()->getIterator());
}

SmallVector<affine::AffineForOp> DigitLoops::apply(AffineNest &nest) const {
  affine::AffineForOp root = nest.loops.front();
  OpBuilder builder(root);
  unsigned numDigits = order.getNumDigits(), numFixed = nest.fixed.size();
  SmallVector<Value> variables; // of the digits so far
  SmallVector<affine::AffineForOp> loops;
  // Bounds are over all digits and the values around the nest; of the digits
  // only those are operands that have a loop by now, as no bound names a later
  // one.
  auto getMap = [&](ArrayRef<AffineExpr> exprs, SmallVector<Value> &operands) {
    SmallVector<AffineExpr> dims;
    operands = variables;
    llvm::append_range(operands, nest.fixed);
    for (unsigned i = 0; i < numDigits; ++i)
      dims.push_back(builder.getAffineDimExpr(i));
    for (unsigned i = 0; i < numFixed; ++i)
      dims.push_back(builder.getAffineDimExpr(variables.size() + i));
    AffineMap map =
        AffineMap::get(numDigits + numFixed, 0, exprs, builder.getContext())
            .replaceDimsAndSymbols(dims, {}, operands.size(), 0);
    map = untangleBound(map);
    affine::canonicalizeMapAndOperands(&map, &operands);
    return map;
  };
  for (const Bounds &its : bounds) {
    SmallVector<Value> lowers, uppers;
    AffineMap lower = getMap(its.lowers, lowers),
              upper = getMap(its.uppers, uppers);
    auto loop = affine::AffineForOp::create(
        builder, nest.loops[order.getDigits()[loops.size()].loop].getLoc(),
        lowers, lower, uppers, upper, /*step=*/1,
        loops.empty() ? ValueRange(root.getInits())
                      : ValueRange(loops.back().getRegionIterArgs()));
    if (loop.getNumResults() && !loops.empty())
      affine::AffineYieldOp::create(builder, loop.getLoc(), loop.getResults());
    loops.push_back(loop);
    variables.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  // The body still speaks of the old variables: each is the sum of its digits.
  for (auto [number, loop] : llvm::enumerate(nest.loops)) {
    SmallVector<Value> operands;
    AffineMap map = getMap(order.getVariable(number), operands);
    loop.getInductionVar().replaceAllUsesWith(
        affine::AffineApplyOp::create(builder, loop.getLoc(), map, operands));
  }
  moveBody(nest, loops.back());
  root->replaceAllUsesWith(loops.front()->getResults());
  root->erase();
  nest.loops.clear();
  composeAccesses(loops.front());
  return loops;
}
