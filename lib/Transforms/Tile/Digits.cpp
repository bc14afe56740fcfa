//===- Digits.cpp - Loop variables in mixed radix -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Digits.h"

#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// An end that is only known not to be farther says nothing.
static bool isNear(std::optional<int64_t> end) {
  constexpr int64_t far = int64_t(1) << 40;
  return end && *end > -far && *end < far;
}

/// The quotient of the ends of a range, which become bounds of a loop.
static Interval divide(Interval range, int64_t weight) {
  auto floor = [&](std::optional<int64_t> end) {
    return isNear(end) ? std::optional(llvm::divideFloorSigned(*end, weight))
                       : std::nullopt;
  };
  return {floor(range.low), floor(range.high)};
}

DigitOrder::DigitOrder(const AffineNest &nest, SmallVector<Digit> order)
    : digits(std::move(order)), numLoops(nest.loops.size()),
      numFixed(nest.fixed.size()) {
  MLIRContext *context = nest.getContext();
  variables.assign(numLoops, getAffineConstantExpr(0, context));
  for (auto [position, digit] : llvm::enumerate(digits)) {
    variables[digit.loop] = variables[digit.loop] +
                            getAffineDimExpr(position, context) * digit.weight;
    ranges.push_back(digit.extent
                         ? Interval{0, *digit.extent - 1}
                         : divide(nest.ranges[digit.loop], digit.weight));
  }
  llvm::append_range(ranges, ArrayRef(nest.ranges).drop_front(numLoops));
}

AffineMap DigitOrder::substitute(AffineMap map) const {
  SmallVector<AffineExpr> exprs(variables);
  for (unsigned i = 0; i < numFixed; ++i)
    exprs.push_back(getAffineDimExpr(digits.size() + i, map.getContext()));
  map = map.replaceDimsAndSymbols(exprs, {}, digits.size() + numFixed, 0);
  return simplifyUnderRanges(simplifyAffineMap(map), ranges, {});
}

AffineNest DigitOrder::describe(const AffineNest &nest) const {
  AffineNest tiled;
  for (const Digit &digit : digits)
    tiled.loops.push_back(nest.loops[digit.loop]);
  tiled.body = nest.body;
  tiled.fixed = nest.fixed;
  tiled.ranges = ranges;
  for (AffineNest::Access access : nest.accesses) {
    access.map = substitute(access.map);
    tiled.accesses.push_back(access);
  }
  return tiled;
}

AffineNest DigitOrder::describeFullTiles(const AffineNest &nest) const {
  AffineNest tiled = describe(nest);
  auto getEnd = [&](std::optional<int64_t> end, int64_t distance) {
    SmallVector<AffineExpr, 1> ends;
    if (end)
      ends.push_back(getAffineConstantExpr(*end + distance, nest.getContext()));
    return AffineMap::get(tiled.getNumDims(), 0, ends, nest.getContext());
  };
  for (auto [digit, range] : llvm::zip(digits, ranges)) {
    bool beginAtZero = nest.ranges[digit.loop].low == 0;
    bool areSteps =
        digit.extent && (beginAtZero || nest.isReduction(digit.loop));
    tiled.ends.push_back({getEnd(areSteps ? range.low : std::nullopt, 0),
                          getEnd(range.high, 1)});
  }
  tiled.isOpaque.assign(digits.size(), false);
  return tiled;
}

//===----------------------------------------------------------------------===//
// Radices
//===----------------------------------------------------------------------===//

namespace {

/// Finds, for the loops of a nest, at which multiples the quotients and
/// remainders in an expression change.
class RadixFinder {
public:
  explicit RadixFinder(unsigned numLoops) : radices(numLoops) {}

  void visit(AffineExpr expr) { getScales(expr); }

  std::vector<std::set<int64_t>> radices;

private:
  /// For each loop that occurs, s if the value moves by one as the variable
  /// moves by s: 1 for i, 8 for i floordiv 8. 0: it does not occur, or
  /// otherwise.
  using Scales = SmallVector<int64_t>;

  Scales getScales(AffineExpr expr) {
    Scales scales(radices.size(), 0);
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      if (dim.getPosition() < scales.size())
        scales[dim.getPosition()] = 1;
      return scales;
    }
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return scales;
    Scales left = getScales(binary.getLHS()),
           right = getScales(binary.getRHS());
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    for (unsigned i = 0; i < scales.size(); ++i)
      scales[i] = combine(expr.getKind(), i, left[i], right[i], constant);
    return scales;
  }

  int64_t combine(AffineExprKind kind, unsigned loop, int64_t left,
                  int64_t right, AffineConstantExpr constant) {
    switch (kind) {
    case AffineExprKind::Add:
      return left && right ? std::min(left, right) : left + right;
    case AffineExprKind::Mul: {
      int64_t factor = constant ? std::abs(constant.getValue()) : 0;
      return factor && left % factor == 0 ? left / factor : left ? 1 : 0;
    }
    case AffineExprKind::FloorDiv:
    case AffineExprKind::CeilDiv:
    case AffineExprKind::Mod: {
      int64_t radix;
      if (!left || !constant || constant.getValue() < 2 ||
          llvm::MulOverflow(left, constant.getValue(), radix))
        return 0;
      radices[loop].insert(radix);
      return kind == AffineExprKind::Mod ? left : radix;
    }
    default:
      return 0;
    }
  }
};

} // namespace

std::optional<int64_t> layout::getSpan(Interval range) {
  if (!isNear(range.low) || !isNear(range.high))
    return std::nullopt;
  return *range.high - *range.low + 1;
}

SmallVector<SmallVector<int64_t>> layout::findWeights(const AffineNest &nest) {
  RadixFinder finder(nest.loops.size());
  for (const AffineNest::Access &access : nest.accesses)
    for (AffineExpr result : access.map.getResults())
      finder.visit(result);
  SmallVector<SmallVector<int64_t>> weights;
  for (auto [loop, radices] : llvm::enumerate(finder.radices)) {
    std::optional<int64_t> span = getSpan(nest.ranges[loop]);
    bool startsAtZero = nest.ranges[loop].low == 0;
    SmallVector<int64_t> chain;
    for (int64_t radix : llvm::reverse(radices)) {
      if (span && startsAtZero && radix >= *span)
        continue;
      int64_t weight = chain.empty() ? radix : std::gcd(radix, chain.back());
      if (weight > 1 && (chain.empty() || weight < chain.back()))
        chain.push_back(weight);
    }
    chain.push_back(1);
    weights.push_back(chain);
  }
  return weights;
}

SmallVector<Digit> layout::makeDigits(unsigned loop,
                                      ArrayRef<int64_t> weights) {
  SmallVector<Digit> digits;
  for (auto [i, weight] : llvm::enumerate(weights))
    digits.push_back(
        {loop, weight,
         i ? std::optional(weights[i - 1] / weight) : std::nullopt});
  return digits;
}
