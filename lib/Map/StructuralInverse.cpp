//===- StructuralInverse.cpp - Inverse read off a map's structure ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each result of a map is a fact: an expression over the index equals an
// expression over the place. Facts are taken apart until every dimension is
// known. For [128], (i) -> (i floordiv 4, (i mod 4) + 5):
//
//     digit(i, base 4)             = p0
//     digit(i, base 1, modulus 4)  = p1 - 5         solve for the one unknown
//     i                            = 4 p0 + p1 - 5  join adjacent digits
//
// A bit of an xor is undone by the bit that it was added to, which another bit,
// or another result, tells. For [8, 2], (i, j) -> (2 i + (j + i) mod 2):
//
//     i                            = p0 floordiv 2  take the sum apart
//     (j + i) mod 2                = p0 mod 2       i is known, modulo 2, too
//     j                            = (p0 + p0 floordiv 2) mod 2
//
//===----------------------------------------------------------------------===//

#include "StructuralInverse.h"
#include "DigitSum.h"
#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/IndexMap.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

namespace {
class InverseSolver {
public:
  InverseSolver(AffineMap map, ArrayRef<Interval> domain,
                ArrayRef<Interval> image, bool splitsQuotients)
      : map(map), index(domain, {}, map.getContext()),
        place(image, {}, map.getContext()) {
    if (splitsQuotients)
      index.splitQuotients();
  }

  FailureOr<AffineMap> solve();

private:
  /// `left`, over the index, equals `right`, over the place.
  struct Fact {
    Sum left, right;
  };

  bool hasFailed() const { return index.hasFailed() || place.hasFailed(); }
  std::optional<AffineMap> getSolution();

  std::optional<Sum> valueOf(unsigned atom);
  std::optional<Sum> valueOf(const Sum &sum);
  std::optional<Sum> deriveDigit(const Atom &wanted);
  void moveKnownToTheRight(Fact &fact);
  void moveKnownRemainders(Fact &fact, unsigned digit);

  bool takeApart(Fact fact);
  bool splitAtFactor(const Fact &fact, int64_t factor);

  bool combineDigits();
  bool unwrap(unsigned atom);
  bool joinDigits(unsigned lower, unsigned upper);
  void addFact(Sum left, Sum right);

  AffineMap map;
  SumContext index, place;
  SmallVector<Fact> facts;
  SmallVector<std::pair<unsigned, Sum>> known;
  SmallVector<std::pair<unsigned, unsigned>> joined;
  SmallVector<std::pair<unsigned, SmallVector<Term, 4>>> unwrapped;
};
} // namespace

void InverseSolver::addFact(Sum left, Sum right) {
  facts.push_back({std::move(left), std::move(right)});
}

/// A digit that lies within a known digit of the same number.
std::optional<Sum> InverseSolver::deriveDigit(const Atom &wanted) {
  for (const auto &[id, value] : known) {
    const Atom &atom = index.getAtom(id);
    if (atom.kind != Atom::Digit || wanted.base % atom.base != 0)
      continue;
    int64_t base = wanted.base / atom.base;
    if (!wanted.modulus) {
      if (!atom.modulus && atom.of == wanted.of)
        return place.digit(value, base, 0);
      continue;
    }
    int64_t period, inner;
    if (llvm::MulOverflow(wanted.base, wanted.modulus, period) ||
        llvm::MulOverflow(base, wanted.modulus, inner) ||
        (atom.modulus && atom.modulus % inner != 0) ||
        !index.areCongruent(atom.of, wanted.of, period))
      continue;
    return place.digit(value, base, wanted.modulus);
  }
  return std::nullopt;
}

std::optional<Sum> InverseSolver::valueOf(unsigned atom) {
  for (const auto &[id, value] : known)
    if (id == atom)
      return value;
  const Atom &wanted = index.getAtom(atom);
  if (wanted.kind != Atom::Digit)
    return std::nullopt;
  if (std::optional<Sum> dividend = valueOf(wanted.of))
    return place.digit(*dividend, wanted.base, wanted.modulus);
  return deriveDigit(wanted);
}

std::optional<Sum> InverseSolver::valueOf(const Sum &sum) {
  Sum value = place.getConstant(sum.constant);
  for (const Term &term : sum.terms) {
    std::optional<Sum> part = valueOf(term.atom);
    if (!part)
      return std::nullopt;
    value = place.add(value, *part, term.coefficient);
  }
  return value;
}

void InverseSolver::moveKnownToTheRight(Fact &fact) {
  Sum unknown;
  fact.right = place.add(fact.right, place.getConstant(fact.left.constant), -1);
  for (const Term &term : fact.left.terms) {
    if (std::optional<Sum> value = valueOf(term.atom))
      fact.right = place.add(fact.right, *value, -term.coefficient);
    else
      unknown.terms.push_back(term);
  }
  fact.left = std::move(unknown);
}

/// The same of a fact that holds modulo that of `digit`, which it is of, where
/// remainders of terms are enough: x floordiv 8 counts as known modulo 2 if x
/// mod 64 is known.
void InverseSolver::moveKnownRemainders(Fact &fact, unsigned digit) {
  int64_t modulus = index.getAtom(digit).modulus;
  llvm::erase_if(fact.left.terms, [&](const Term &term) {
    std::optional<Sum> value =
        valueOf(index.mod(Sum{0, {{1, term.atom}}}, modulus));
    if (value)
      fact.right = place.add(fact.right, *value, -term.coefficient);
    return value.has_value();
  });
  // Of x mod 8, where x = 5 i + j, i + j is known modulo 2.
  for (const auto &[id, value] : known) {
    const Atom &atom = index.getAtom(id);
    if (id == digit || atom.kind != Atom::Digit || atom.base != 1 ||
        !atom.modulus || atom.modulus % modulus != 0)
      continue;
    Sum rest = index.add(fact.left, atom.of, -1);
    llvm::erase_if(rest.terms, [&](const Term &term) {
      return term.coefficient % modulus == 0;
    });
    // All of it is there.
    if (rest.terms.size() + atom.of.terms.size() != fact.left.terms.size())
      continue;
    fact.right = place.add(fact.right, value, -1);
    fact.right = place.add(fact.right, place.getConstant(rest.constant), -1);
    rest.constant = 0;
    fact.left = std::move(rest);
  }
}

/// factor M + L = r with lo <= L < lo + factor has one solution:
/// M = floor((r - lo) / factor), L = lo + (r - lo) mod factor.
bool InverseSolver::splitAtFactor(const Fact &fact, int64_t factor) {
  Sum multiple, rest;
  for (const Term &term : fact.left.terms) {
    if (term.coefficient % factor == 0)
      multiple.terms.push_back({term.coefficient / factor, term.atom});
    else
      rest.terms.push_back(term);
  }
  Interval range = index.rangeOf(rest);
  int64_t width;
  // One L for each r only if L cannot reach from one multiple to the next.
  if (multiple.isConstant() || rest.isConstant() || !range.low || !range.high ||
      llvm::SubOverflow(*range.high, *range.low, width) || width >= factor)
    return false;
  Sum low = place.getConstant(*range.low);
  Sum shifted = place.add(fact.right, low, -1);
  addFact(multiple, place.floorDiv(shifted, factor));
  addFact(rest, place.add(place.mod(shifted, factor), low));
  return true;
}

/// Returns false if the fact cannot be used yet.
bool InverseSolver::takeApart(Fact fact) {
  if (hasFailed() || fact.left.isConstant())
    return true;
  int64_t common = 0;
  for (const Term &term : fact.left.terms)
    common = std::gcd(common, term.coefficient);
  if (fact.left.terms.size() == 1 && fact.left.terms[0].coefficient < 0)
    common = -common;
  if (common != 1) {
    for (Term &term : fact.left.terms)
      term.coefficient /= common;
    if (common < 0)
      fact.right = place.multiply(fact.right, -1);
    // Exact at places of elements, where both sides are equal.
    fact.right = place.floorDiv(fact.right, std::abs(common));
  }
  if (fact.left.terms.size() == 1) {
    known.push_back({fact.left.terms[0].atom, fact.right});
    return true;
  }
  for (const Term &term : fact.left.terms)
    if (std::abs(term.coefficient) != 1 &&
        splitAtFactor(fact, std::abs(term.coefficient)))
      return true;
  // Factors shared by several terms, as 6 in 12 a + 18 b + c with c < 6.
  for (const Term &first : fact.left.terms)
    for (const Term &second : fact.left.terms) {
      int64_t factor = std::gcd(first.coefficient, second.coefficient);
      if (factor != 1 && splitAtFactor(fact, factor))
        return true;
    }
  return false;
}

/// From x mod m = r, where all of x but u is known: u = r - known modulo m. If
/// u takes fewer than m values from lo on, that is u = lo + (r - known - lo)
/// mod m. This undoes rotations and skews, as j in (i, (j + i) mod 8), also
/// those inside a tile, as (i floordiv 8, (i mod 8 + i floordiv 8) mod 8).
bool InverseSolver::unwrap(unsigned atom) {
  const Atom &digit = index.getAtom(atom);
  if (digit.kind != Atom::Digit || digit.base != 1 || !digit.modulus)
    return false;
  Fact fact{digit.of, *valueOf(atom)};
  moveKnownToTheRight(fact);
  moveKnownRemainders(fact, atom);
  // What is still unknown of x; each new rest is worth one attempt.
  auto attempt = std::make_pair(atom, fact.left.terms);
  if (fact.left.isConstant() || llvm::is_contained(unwrapped, attempt))
    return false;
  unwrapped.push_back(attempt);
  Interval range = index.rangeOf(fact.left);
  int64_t width;
  if (range.low && range.high &&
      !llvm::SubOverflow(*range.high, *range.low, width) &&
      width < digit.modulus) {
    Sum low = place.getConstant(*range.low);
    Sum shifted = place.mod(place.add(fact.right, low, -1), digit.modulus);
    addFact(fact.left, place.add(shifted, low));
    return true;
  }
  if (fact.left == digit.of)
    return false;
  addFact(index.mod(fact.left, digit.modulus),
          place.mod(fact.right, digit.modulus));
  return true;
}

/// The two digits floor(x / b) mod m and floor(y / (b m')) mod n give
/// floor(y / b) mod (m' n) where m' divides m and x = y modulo b m'.
bool InverseSolver::joinDigits(unsigned lower, unsigned upper) {
  const Atom &low = index.getAtom(lower), &high = index.getAtom(upper);
  if (low.kind != Atom::Digit || high.kind != Atom::Digit || !low.modulus ||
      high.base <= low.base || high.base % low.base != 0)
    return false;
  int64_t factor = high.base / low.base, modulus;
  if (low.modulus % factor != 0 ||
      !index.areCongruent(low.of, high.of, high.base) ||
      llvm::MulOverflow(factor, high.modulus, modulus) ||
      llvm::is_contained(joined, std::make_pair(lower, upper)))
    return false;
  joined.push_back({lower, upper});
  Sum lowValue = *valueOf(lower), highValue = *valueOf(upper);
  if (low.modulus != factor)
    lowValue = place.mod(lowValue, factor);
  addFact(index.digit(high.of, low.base, modulus),
          place.add(lowValue, highValue, factor));
  return true;
}

bool InverseSolver::combineDigits() {
  bool progress = false;
  for (unsigned i = 0; i < known.size(); ++i) {
    progress |= unwrap(known[i].first);
    for (unsigned j = 0; j < known.size(); ++j)
      progress |= joinDigits(known[i].first, known[j].first);
  }
  return progress;
}

std::optional<AffineMap> InverseSolver::getSolution() {
  SmallVector<AffineExpr> results;
  for (unsigned d = 0; d < map.getNumDims(); ++d) {
    std::optional<Sum> value = valueOf(index.getDim(d));
    if (!value || hasFailed())
      return std::nullopt;
    results.push_back(place.write(*value));
  }
  return AffineMap::get(map.getNumResults(), 0, results, map.getContext());
}

FailureOr<AffineMap> InverseSolver::solve() {
  for (auto [r, result] : llvm::enumerate(map.getResults()))
    addFact(index.read(result), place.getDim(r));
  // Each round learns something new about one of finitely many digits; the
  // number of rounds is bounded for maps that make up ever more digits.
  for (unsigned round = 0; round < 32 && !hasFailed(); ++round) {
    if (std::optional<AffineMap> solution = getSolution())
      return *solution;
    bool progress = false;
    SmallVector<Fact> open;
    while (!facts.empty() && !hasFailed()) {
      Fact fact = facts.pop_back_val();
      moveKnownToTheRight(fact);
      if (takeApart(fact))
        progress = true;
      else
        open.push_back(std::move(fact));
    }
    facts = std::move(open);
    progress |= combineDigits();
    if (!progress)
      break;
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Digits of indices with an offset
//===----------------------------------------------------------------------===//

namespace {
/// A map over x = i + offset, for which digits of i + offset are those of a
/// dimension: for (i) -> ((i + 1) floordiv 8, (i + 1) mod 8) and offset 1,
/// (x) -> (x floordiv 8, x mod 8).
struct ShiftedMap {
  AffineMap map;
  SmallVector<Interval> domain;
  SmallVector<int64_t> offsets;
};
} // namespace

/// Returns for each dimension the constant that a digit has added to it, and 0
/// where no digit has one. Of several constants, the first: digits are undone
/// only if they are all of one number.
static SmallVector<int64_t> findOffsets(AffineMap map) {
  SmallVector<int64_t> offsets(map.getNumDims(), 0);
  map.walkExprs([&](AffineExpr expr) {
    auto digit = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!digit || (digit.getKind() != AffineExprKind::FloorDiv &&
                   digit.getKind() != AffineExprKind::Mod))
      return;
    auto sum = dyn_cast<AffineBinaryOpExpr>(digit.getLHS());
    if (!sum || sum.getKind() != AffineExprKind::Add)
      return;
    auto dim = dyn_cast<AffineDimExpr>(sum.getLHS());
    auto offset = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (dim && offset && offsets[dim.getPosition()] == 0)
      offsets[dim.getPosition()] = offset.getValue();
  });
  return offsets;
}

/// Returns false if the bound is then beyond 64 bits.
static bool shift(std::optional<int64_t> &bound, int64_t offset) {
  return !bound || !llvm::AddOverflow(*bound, offset, *bound);
}

/// Fails if no digit is one of a dimension with an offset.
static FailureOr<ShiftedMap> shiftDims(AffineMap map,
                                       ArrayRef<Interval> domain) {
  ShiftedMap shifted{map, SmallVector<Interval>(domain), findOffsets(map)};
  if (llvm::all_of(shifted.offsets, [](int64_t o) { return o == 0; }))
    return failure();
  SmallVector<AffineExpr> dims;
  for (auto [d, offset] : llvm::enumerate(shifted.offsets)) {
    Interval &range = shifted.domain[d];
    if (offset == INT64_MIN || !shift(range.low, offset) ||
        !shift(range.high, offset))
      return failure();
    dims.push_back(getAffineDimExpr(d, map.getContext()) - offset);
  }
  shifted.map = map.replaceDimsAndSymbols(dims, {}, map.getNumDims(), 0);
  return shifted;
}

/// Digits of one number are recognised in either of two forms.
static FailureOr<AffineMap> deriveInverse(AffineMap map,
                                          ArrayRef<Interval> domain,
                                          ArrayRef<Interval> image) {
  for (bool splitsQuotients : {false, true}) {
    FailureOr<AffineMap> inverse =
        InverseSolver(map, domain, image, splitsQuotients).solve();
    if (succeeded(inverse))
      return inverse;
  }
  return failure();
}

FailureOr<AffineMap>
mlir::layout::deriveStructuralInverse(AffineMap map, ArrayRef<Interval> domain,
                                      ArrayRef<Interval> image) {
  FailureOr<AffineMap> inverse = deriveInverse(map, domain, image);
  if (succeeded(inverse))
    return inverse;
  FailureOr<ShiftedMap> shifted = shiftDims(map, domain);
  if (failed(shifted))
    return failure();
  inverse = deriveInverse(shifted->map, shifted->domain, image);
  if (failed(inverse))
    return failure();
  SmallVector<AffineExpr> results;
  for (auto [result, offset] :
       llvm::zip_equal(inverse->getResults(), shifted->offsets))
    results.push_back(result - offset);
  return AffineMap::get(inverse->getNumDims(), 0, results, map.getContext());
}

/// Returns true if `inverse(map(x))` simplifies to x - offset.
static bool simplifiesToIndex(AffineMap inverse, const ShiftedMap &map,
                              SumContext &sums) {
  SmallVector<Sum> place, index;
  for (AffineExpr result : map.map.getResults())
    place.push_back(sums.read(result));
  for (auto [d, offset] : llvm::enumerate(map.offsets))
    index.push_back(sums.add(sums.getDim(d), sums.getConstant(offset), -1));
  sums.substituteDims(place);
  for (auto [result, wanted] : llvm::zip_equal(inverse.getResults(), index))
    if (!(sums.read(result) == wanted))
      return false;
  return !sums.hasFailed();
}

static bool simplifiesToIndex(AffineMap inverse, const ShiftedMap &map) {
  for (bool splitsQuotients : {false, true}) {
    SumContext sums(map.domain, {}, inverse.getContext());
    if (splitsQuotients)
      sums.splitQuotients();
    if (simplifiesToIndex(inverse, map, sums))
      return true;
  }
  return false;
}

bool mlir::layout::isObviouslyInverse(AffineMap inverse, AffineMap map,
                                      ArrayRef<Interval> domain) {
  ShiftedMap plain{map, SmallVector<Interval>(domain),
                   SmallVector<int64_t>(map.getNumDims(), 0)};
  if (simplifiesToIndex(inverse, plain))
    return true;
  FailureOr<ShiftedMap> shifted = shiftDims(map, domain);
  return succeeded(shifted) && simplifiesToIndex(inverse, *shifted);
}
