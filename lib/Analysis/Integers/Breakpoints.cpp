//===- Breakpoints.cpp - Loop iterations where conditions change ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/Breakpoints.h"

#include "Layout/Analysis/Integers/LoopInvariance.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

AffineExpr LinearBound::getFirst() const {
  if (isLower())
    return (-rest).ceilDiv(coefficient);
  return rest.floorDiv(-coefficient) + 1;
}

std::optional<int64_t> Breakpoints::getConstant(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

Breakpoints::Breakpoints(IntegerFacts &facts, Operation *loop, Value variable)
    : facts(facts), loop(loop), variable(facts.express(variable)) {
  if (!isa_and_nonnull<AffineDimExpr>(this->variable))
    this->variable = AffineExpr();
}

/// Simplified with as few dimensions as `expr` has: flattening it costs as much
/// as there are.
static AffineExpr simplify(AffineExpr expr) {
  llvm::SmallSetVector<AffineExpr, 8> used;
  expr.walk([&](AffineExpr part) {
    if (isa<AffineDimExpr>(part))
      used.insert(part);
  });
  DenseMap<AffineExpr, AffineExpr> packed, unpacked;
  for (auto [i, dim] : llvm::enumerate(used)) {
    // Symbols on the way, so that nothing is mapped twice.
    AffineExpr symbol = getAffineSymbolExpr(i, expr.getContext());
    packed[dim] = symbol;
    unpacked[symbol] = dim;
  }
  return simplifyAffineExpr(expr.replace(packed), 0, used.size())
      .replace(unpacked);
}

/// Variables that have one value only count as that.
AffineExpr Breakpoints::foldKnown(AffineExpr expr) const {
  DenseMap<AffineExpr, AffineExpr> known;
  expr.walk([&](AffineExpr part) {
    if (!isa<AffineDimExpr>(part) || part == variable)
      return;
    Interval range = facts.getRange(part);
    if (range.low && range.low == range.high)
      known[part] = getAffineConstantExpr(*range.low, expr.getContext());
  });
  return known.empty() ? expr : expr.replace(known);
}

bool Breakpoints::mentionsLoop(AffineExpr expr) const {
  bool mentions = false;
  expr.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    mentions |=
        dim && !isLoopInvariant(loop, facts.getVariable(dim.getPosition()));
  });
  return mentions;
}

std::optional<LinearBound> Breakpoints::splitOff(AffineExpr expr) const {
  MLIRContext *context = expr.getContext();
  AffineExpr rest =
      simplify(expr.replace(variable, getAffineConstantExpr(0, context)));
  AffineExpr one = expr.replace(variable, getAffineConstantExpr(1, context));
  std::optional<int64_t> slope = getConstant(simplify(one - rest));
  if (!slope || *slope == 0 ||
      getConstant(simplify(expr - variable * *slope - rest)) != 0)
    return std::nullopt;
  return LinearBound{*slope, rest};
}

std::optional<LinearBound>
Breakpoints::getBound(const IndexConstraint &constraint) {
  if (!variable || constraint.isEq)
    return std::nullopt;
  std::optional<LinearBound> bound = splitOff(foldKnown(constraint.expr));
  if (!bound || mentionsLoop(bound->rest))
    return std::nullopt;
  return bound;
}

/// The least and the greatest value of an expression, whatever happens in the
/// loop, in terms of what is around it. Sums are taken apart, other mixtures of
/// inside and outside are not.
Breakpoints::Ends Breakpoints::getEnds(AffineExpr rest) const {
  AffineExpr outside = getAffineConstantExpr(0, rest.getContext());
  AffineExpr inside = outside;
  SmallVector<AffineExpr> worklist{rest};
  while (!worklist.empty()) {
    AffineExpr term = worklist.pop_back_val();
    auto sum = dyn_cast<AffineBinaryOpExpr>(term);
    if (sum && sum.getKind() == AffineExprKind::Add)
      worklist.append({sum.getLHS(), sum.getRHS()});
    else if (mentionsLoop(term))
      inside = inside + term;
    else
      outside = outside + term;
  }
  Interval range = facts.getRange(inside);
  Ends ends;
  if (range.low)
    ends.least = outside + *range.low;
  if (range.high)
    ends.most = outside + *range.high;
  return ends;
}

/// The constraint holds from one value on (or up to it) whatever the rest is,
/// and from another on whatever would have to hold for the rest.
void Breakpoints::findLinear(const LinearBound &bound,
                             SmallVectorImpl<AffineExpr> &found) {
  Ends ends = getEnds(bound.rest);
  for (AffineExpr end : {ends.least, ends.most})
    if (end)
      found.push_back(simplify(LinearBound{bound.coefficient, end}.getFirst()));
}

SmallVector<AffineExpr> Breakpoints::find(const Condition &condition,
                                          Operation *op) {
  SmallVector<AffineExpr> found;
  if (!variable)
    return found;
  for (const Conjunction &conjunction : condition.getAlternatives())
    for (const IndexConstraint &constraint : conjunction) {
      AffineExpr expr = foldKnown(constraint.expr);
      if (!expr.isFunctionOfDim(cast<AffineDimExpr>(variable).getPosition()))
        continue;
      std::optional<LinearBound> bound = splitOff(expr);
      if (!bound) {
        findByBisection({expr, constraint.isEq}, op, found);
        continue;
      }
      findLinear(*bound, found);
      if (constraint.isEq)
        findLinear({-bound->coefficient, -bound->rest}, found);
    }
  return found;
}

//===----------------------------------------------------------------------===//
// Bisection
//===----------------------------------------------------------------------===//

/// The constraint can hold, and can fail, in some range of values each. Where
/// both can, another look must find nothing new: of `i mod 2 = 0` each would
/// peel off single iterations at the ends.
void Breakpoints::findByBisection(const IndexConstraint &constraint,
                                  Operation *op,
                                  SmallVectorImpl<AffineExpr> &found) {
  Condition holds(Conjunction{constraint});
  std::optional<Condition> fails = holds.negate();
  Interval range = facts.getRange(variable);
  if (!fails || !range.low || !range.high)
    return;
  Possible all{*range.low, *range.high};
  std::optional<Possible> holding = findPossible(holds, op, all),
                          failing = findPossible(*fails, op, all);
  if (!holding || !failing || holding->isEmpty() || failing->isEmpty())
    return;
  Possible both{std::max(holding->low, failing->low),
                std::min(holding->high, failing->high)};
  if (!both.isEmpty()) {
    std::optional<Possible> holdingThere = findPossible(holds, op, both),
                            failingThere = findPossible(*fails, op, both);
    bool isDecided = (holdingThere && holdingThere->isEmpty()) ||
                     (failingThere && failingThere->isEmpty());
    if (!isDecided && (holdingThere != both || failingThere != both))
      return;
  }
  MLIRContext *context = constraint.expr.getContext();
  for (const Possible &part : {*holding, *failing}) {
    found.push_back(getAffineConstantExpr(part.low, context));
    found.push_back(getAffineConstantExpr(part.high + 1, context));
  }
}

/// The values of the variable, of some, between which the condition is
/// possible. A logarithmic number of queries.
std::optional<Breakpoints::Possible>
Breakpoints::findPossible(const Condition &condition, Operation *op,
                          const Possible &range) {
  Decision any = isPossibleIn(condition, op, range);
  // A loop may be split anywhere: unknown answers cost pieces, no proof.
  if (any.isNo())
    return Possible{1, 0};
  auto low = findEnd(condition, op, range, /*isFirst=*/true);
  auto high = findEnd(condition, op, range, /*isFirst=*/false);
  // As above.
  return any.isYes() && low && high ? std::optional(Possible{*low, *high})
                                    : std::nullopt;
}

Decision Breakpoints::isPossibleIn(const Condition &condition, Operation *op,
                                   const Possible &range) {
  std::optional<Condition> inside = condition.conjoin(
      Condition(Conjunction{{variable - range.low}, {-variable + range.high}}));
  return inside ? facts.isPossible(*inside, op)
                : Decision::unknown("too many parts");
}

/// The first (or last) value in a range for which the condition, which is
/// possible there, is.
std::optional<int64_t> Breakpoints::findEnd(const Condition &condition,
                                            Operation *op, Possible range,
                                            bool isFirst) {
  auto [low, high] = range;
  while (low < high) {
    // The distance may have 64 bits and no sign.
    int64_t middle = low + int64_t((uint64_t(high) - uint64_t(low)) / 2);
    Decision found = isFirst ? isPossibleIn(condition, op, {low, middle})
                             : isPossibleIn(condition, op, {middle + 1, high});
    // A loop may be split anywhere: here the first value is not known.
    if (found.isUnknown())
      return std::nullopt;
    if (isFirst == found.isYes())
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}
