//===- Simplify.cpp - Affine expressions under known ranges ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Simplify.h"
#include "DigitSum.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isDivision(AffineExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv ||
         expr.getKind() == AffineExprKind::CeilDiv ||
         expr.getKind() == AffineExprKind::Mod;
}

bool layout::hasDivision(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= isDivision(part); });
  return found;
}

static bool areLarge(ArrayRef<AffineExpr> results) {
  SmallVector<std::pair<AffineExpr, int64_t>> parts;
  for (AffineExpr result : results)
    parts.emplace_back(result, 1);
  for (int64_t count = 0; !parts.empty();) {
    auto [expr, times] = parts.pop_back_val();
    if ((count += times) > kMostParts)
      return true;
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      continue;
    if (expr.getKind() == AffineExprKind::Mod)
      times *= 2;
    parts.append({{binary.getLHS(), times}, {binary.getRHS(), times}});
  }
  return false;
}

bool layout::isLarge(AffineMap map) { return areLarge(map.getResults()); }

namespace {
/// Interval arithmetic over the tree. Small trees are not worth a map; of large
/// ones, which may share parts, each node is visited once.
class RangeReader {
public:
  RangeReader(ArrayRef<Interval> dims, ArrayRef<Interval> symbols)
      : dims(dims), symbols(symbols) {}

  Interval visit(AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return pointRange(constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    constexpr unsigned maxNotKept = 64;
    if (++numVisited <= maxNotKept)
      return compute(binary);
    auto known = ranges.find(expr);
    if (known != ranges.end())
      return known->second;
    Interval range = compute(binary);
    ranges[expr] = range;
    return range;
  }

private:
  Interval compute(AffineBinaryOpExpr binary) {
    Interval lhs = visit(binary.getLHS());
    if (binary.getKind() == AffineExprKind::Add)
      return addRanges(lhs, visit(binary.getRHS()));
    auto rhs = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!rhs)
      return {};
    int64_t k = rhs.getValue();
    if (binary.getKind() == AffineExprKind::Mul)
      return mulRange(lhs, k);
    // MLIR gives such a division no value.
    if (k <= 0)
      return {};
    if (binary.getKind() == AffineExprKind::FloorDiv)
      return floorDivRange(lhs, k);
    if (binary.getKind() == AffineExprKind::Mod)
      return modRange(lhs, k);
    // ceil(x / k) = -floor(-x / k)
    return mulRange(floorDivRange(mulRange(lhs, -1), k), -1);
  }

  ArrayRef<Interval> dims, symbols;
  DenseMap<AffineExpr, Interval> ranges;
  unsigned numVisited = 0;
};
} // namespace

Interval mlir::layout::rangeOf(AffineExpr expr, ArrayRef<Interval> dims,
                               ArrayRef<Interval> symbols) {
  return RangeReader(dims, symbols).visit(expr);
}

bool mlir::layout::fitsIn64Bits(AffineMap map, ArrayRef<Interval> dims) {
  bool fits = true;
  map.walkExprs([&](AffineExpr expr) {
    Interval range = rangeOf(expr, dims, {});
    fits &= range.low && range.high;
  });
  return fits;
}

SmallVector<Interval> mlir::layout::getParameterRanges(const Box &box) {
  return SmallVector<Interval>(box.getNumParams(), Interval{0, std::nullopt});
}

SmallVector<Interval> mlir::layout::getIndexRanges(const Box &box) {
  SmallVector<Interval> symbols = getParameterRanges(box), ranges;
  for (AffineExpr extent : box.getExtents()) {
    Side size = extent ? rangeOf(extent, {}, symbols).high : std::nullopt;
    ranges.push_back({0, addSides(size, -1)});
  }
  return ranges;
}

/// What an expression costs to read and to compute. A division counts for some
/// additions, and the more the longer its dividend, so that
/// 2 a + b floordiv 8 beats (16 a + b) floordiv 8. Counts a tree, as generated
/// code does.
static uint64_t costOf(AffineExpr expr, DenseMap<AffineExpr, uint64_t> &costs) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  auto known = costs.find(expr);
  if (known != costs.end())
    return known->second;
  uint64_t lhs = costOf(binary.getLHS(), costs);
  uint64_t rhs = costOf(binary.getRHS(), costs);
  bool divides = expr.getKind() != AffineExprKind::Add &&
                 expr.getKind() != AffineExprKind::Mul;
  uint64_t cost = llvm::SaturatingAdd(lhs, rhs, uint64_t(1));
  if (divides)
    cost = llvm::SaturatingAdd(cost, lhs, uint64_t(4));
  costs[expr] = cost;
  return cost;
}

static AffineExpr simplifyIn(SumContext &sums, AffineExpr expr) {
  if (isa<AffineConstantExpr>(expr))
    return expr;
  Sum sum = sums.read(expr);
  if (sums.hasFailed())
    return expr;
  AffineExpr simpler = sums.write(sum);
  // The normal form may be longer, as in 2 a + (a + y) floordiv 16 for
  // (33 a + y) floordiv 16, and need not replace what was written.
  DenseMap<AffineExpr, uint64_t> costs;
  return costOf(simpler, costs) < costOf(expr, costs) ? simpler : expr;
}

AffineExpr mlir::layout::simplifyUnderRanges(AffineExpr expr,
                                             ArrayRef<Interval> dims,
                                             ArrayRef<Interval> symbols) {
  SumContext sums(dims, symbols, expr.getContext());
  return simplifyIn(sums, expr);
}

AffineMap mlir::layout::simplifyUnderRanges(AffineMap map,
                                            ArrayRef<Interval> dims,
                                            ArrayRef<Interval> symbols) {
  SumContext sums(dims, symbols, map.getContext());
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults())
    results.push_back(simplifyIn(sums, result));
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

/// (e mod c) floordiv k, as the number of multiples of k that e mod c reaches;
/// null if they are many, or if a sum might wrap in 64 bits.
static AffineExpr divideDigit(AffineExpr e, int64_t c, int64_t k,
                              Interval range) {
  if (c % k == 0)
    return e.floorDiv(k) % (c / k);
  constexpr int64_t maxTerms = 8, far = int64_t(1) << 62;
  int64_t numTerms = (c - 1) / k;
  bool canAdd = range.high && *range.high < far,
       canSubtract = range.low && *range.low > -far;
  if (numTerms > maxTerms || (!canAdd && !canSubtract))
    return {};
  AffineExpr sum = e.floorDiv(c) * -numTerms;
  for (int64_t t = 1; t <= numTerms; ++t)
    sum = sum + (canAdd ? (e + (c - t * k)).floorDiv(c)
                        : (e - t * k).floorDiv(c) + 1);
  return sum;
}

/// c * (e floordiv c) where that times -1 might meet an e, which MLIR takes for
/// -(e mod c) + e: as -c - c * ((-e - 1) floordiv c), in which it sees no
/// digit.
static AffineExpr negateQuotient(AffineExpr e, int64_t c, int64_t factor) {
  return (-e - 1).floorDiv(c) * -factor - factor;
}

/// The terms of a sum: each operand that is no sum, and its coefficient.
using Terms = llvm::MapVector<AffineExpr, int64_t>;

/// False if a coefficient is not constant, or overflows.
static bool collectTerms(AffineExpr expr, int64_t factor, Terms &terms) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return collectTerms(binary.getLHS(), factor, terms) &&
           collectTerms(binary.getRHS(), factor, terms);
  if (expr.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return constant &&
           !llvm::MulOverflow(factor, constant.getValue(), factor) &&
           collectTerms(binary.getLHS(), factor, terms);
  }
  return !llvm::AddOverflow(terms[expr], factor, terms[expr]);
}

static int64_t getDivisor(AffineExpr expr) {
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return divisor && divisor.getValue() > 0 ? divisor.getValue() : 0;
}

static AffineExpr spellOutDigits(AffineExpr expr, unsigned &budget);

/// factor * (e mod c) with the quotient as often as |factor| * c says: an e
/// with fewer quotients than none MLIR takes for a digit again.
static AffineExpr spellOutDigit(AffineExpr e, int64_t c, int64_t factor,
                                unsigned &budget) {
  bool isPositive = factor > 0;
  AffineExpr rest = spellOutDigits(e * factor, budget),
             dividend = spellOutDigits(isPositive ? -e - 1 : e, budget);
  int64_t weight = isPositive ? factor * c : -factor * c;
  return rest + dividend.floorDiv(c) * weight + (isPositive ? weight : 0);
}

/// `expr` without digits among its terms, neither e mod c nor e - c (e floordiv
/// c), but for the last ones if there are more than `budget`.
static AffineExpr spellOutDigits(AffineExpr expr, unsigned &budget) {
  Terms terms;
  if (!collectTerms(expr, 1, terms))
    return expr;
  AffineExpr sum = getAffineConstantExpr(0, expr.getContext());
  bool hasDigit = false;
  for (auto [term, factor] : terms) {
    AffineExpr spelledOut = term * factor;
    bool isDigit = term.getKind() == AffineExprKind::Mod && getDivisor(term);
    bool completesDigit = term.getKind() == AffineExprKind::FloorDiv &&
                          factor < 0 && getDivisor(term) &&
                          factor % getDivisor(term) == 0;
    if (budget && (isDigit || completesDigit)) {
      --budget;
      hasDigit = true;
      AffineExpr e = cast<AffineBinaryOpExpr>(term).getLHS();
      int64_t c = getDivisor(term);
      spelledOut = isDigit ? spellOutDigit(e, c, factor, budget)
                           : negateQuotient(e, c, factor);
    }
    sum = sum + spelledOut;
  }
  return hasDigit ? sum : expr;
}

namespace {

/// Rids the dividends of a map's results of digits.
class Untangler {
public:
  explicit Untangler(function_ref<Interval(AffineExpr)> getRange)
      : getRange(getRange) {}

  AffineExpr untangle(AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    if (AffineExpr known = untangled.lookup(expr))
      return known;
    AffineExpr result = rewrite(binary);
    untangled[expr] = result;
    return result;
  }

  static AffineExpr withoutDigits(AffineExpr expr) {
    unsigned budget = 8; // a digit within another doubles what is written
    return spellOutDigits(expr, budget);
  }

private:
  AffineExpr rewrite(AffineBinaryOpExpr expr) {
    AffineExpr lhs = untangle(expr.getLHS()), rhs = untangle(expr.getRHS());
    if (areLarge({lhs, rhs}))
      return expr;
    if (expr.getKind() == AffineExprKind::Add ||
        expr.getKind() == AffineExprKind::Mul)
      return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
    if (AffineExpr undivided = divide(expr.getKind(), lhs, rhs))
      return undivided;
    return getAffineBinaryOpExpr(expr.getKind(), withoutDigits(lhs), rhs);
  }

  /// lhs floordiv rhs or lhs mod rhs in few terms that divide no digit, where
  /// lhs is one; null elsewhere.
  AffineExpr divide(AffineExprKind kind, AffineExpr lhs, AffineExpr rhs) {
    auto digit = dyn_cast<AffineBinaryOpExpr>(lhs);
    auto divisor = dyn_cast<AffineConstantExpr>(rhs);
    if (!digit || digit.getKind() != AffineExprKind::Mod || !divisor)
      return {};
    auto modulus = dyn_cast<AffineConstantExpr>(digit.getRHS());
    constexpr int64_t limit = int64_t(1) << 40; // leaves room for sums
    if (!modulus || modulus.getValue() <= 0 || modulus.getValue() > limit ||
        divisor.getValue() <= 0)
      return {};
    int64_t c = modulus.getValue(), k = divisor.getValue();
    AffineExpr e = digit.getLHS();
    if (kind == AffineExprKind::FloorDiv)
      return divideDigit(e, c, k, getRange(e));
    if (kind != AffineExprKind::Mod)
      return {};
    if (c % k == 0)
      return e % k;
    AffineExpr quotient = divideDigit(e, c, k, getRange(e));
    return quotient ? lhs - quotient * k : AffineExpr();
  }

  function_ref<Interval(AffineExpr)> getRange;
  /// Expressions share their parts, each of which is looked at once.
  DenseMap<AffineExpr, AffineExpr> untangled;
};

} // namespace

static AffineMap untangle(AffineMap map,
                          function_ref<Interval(AffineExpr)> getRange) {
  Untangler untangler(getRange);
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults()) {
    // Taking multiples out of a quotient, MLIR may leave another digit in it.
    constexpr unsigned maxRounds = 4;
    AffineExpr before;
    for (unsigned i = 0; i < maxRounds && result != before; ++i) {
      before = result;
      result = untangler.untangle(result);
    }
    results.push_back(result);
  }
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

AffineMap mlir::layout::untangleDigits(AffineMap map, ArrayRef<Interval> dims,
                                       ArrayRef<Interval> symbols) {
  return untangle(
      map, [&](AffineExpr expr) { return rangeOf(expr, dims, symbols); });
}

AffineMap mlir::layout::untangleDigits(AffineMap map) {
  return untangle(map, [](AffineExpr) { return Interval{0, 0}; });
}

AffineMap mlir::layout::untangleBound(AffineMap map) {
  map = untangleDigits(map);
  SmallVector<AffineExpr> results =
      llvm::map_to_vector(map.getResults(), Untangler::withoutDigits);
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}
