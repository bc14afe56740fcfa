//===- IndexMap.cpp - Maps from logical to physical indices ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/IndexMap.h"
#include "DigitSum.h"
#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/RowMajor.h"
#include "Layout/Map/Simplify.h"
#include "Layout/Map/Tabulate.h"
#include "StructuralInverse.h"
#include "Witness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace mlir;
using namespace mlir::layout;

std::string IndexMap::getFault() const {
  if (map.getNumSymbols() != 0)
    return "an index map takes no symbols";
  return whyNotAffine(map);
}

SmallVector<int64_t> IndexMap::evaluate(ArrayRef<int64_t> index) const {
  std::optional<SmallVector<int64_t>> place = layout::evaluate(map, index);
  assert(place && "an index beyond 64 bits");
  return place.value_or(SmallVector<int64_t>(getNumResults(), -1));
}

/// Where `map` takes an index, also if that does not fit in 64 bits.
static std::string formatPlace(AffineMap map, ArrayRef<int64_t> index,
                               ArrayRef<int64_t> params = {}) {
  auto place = layout::evaluate(map, index, params);
  return place ? formatIndex(*place) : "a place that does not fit 64 bits";
}

IndexMap IndexMap::compose(const IndexMap &next) const {
  return IndexMap(next.map.compose(map));
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

namespace {
/// The maximum of one result, in which each `e mod c` is a variable of its own.
class ExtentFinder {
public:
  ExtentFinder(AffineExpr result, const Box &domain)
      : result(result), domain(domain) {
    collect(result, /*rises=*/true);
  }

  /// The extent, or null with a reason.
  AffineExpr find(std::string &why);

private:
  /// A dimension or an `e mod c`, and how the result depends on it.
  struct Variable {
    bool rises = false, falls = false;
  };

  void collect(AffineExpr expr, bool rises);
  bool isMonotone() const;
  AffineExpr getLast(AffineExpr variable) const;
  AffineExpr findAtCorner(std::string &why) const;
  AffineExpr findBySearch(std::string &why) const;

  AffineExpr result;
  const Box &domain;
  llvm::MapVector<AffineExpr, Variable> variables;
  llvm::DenseSet<std::pair<AffineExpr, int>> visited;
};
} // namespace

void ExtentFinder::collect(AffineExpr expr, bool rises) {
  if (!visited.insert({expr, rises}).second)
    return;
  if (isa<AffineDimExpr>(expr) || expr.getKind() == AffineExprKind::Mod) {
    Variable &variable = variables[expr];
    (rises ? variable.rises : variable.falls) = true;
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return;
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  bool flips =
      expr.getKind() == AffineExprKind::Mul && factor && factor.getValue() < 0;
  collect(binary.getLHS(), rises != flips);
  collect(binary.getRHS(), rises);
}

/// All operations keep or reverse order. So where no variable occurs both ways,
/// the maximum lies in the corner that each occurrence of a variable favours.
bool ExtentFinder::isMonotone() const {
  return llvm::none_of(variables, [](const auto &entry) {
    return entry.second.rises && entry.second.falls;
  });
}

/// The last value of a variable; null where the domain is not known.
AffineExpr ExtentFinder::getLast(AffineExpr variable) const {
  if (auto dim = dyn_cast<AffineDimExpr>(variable)) {
    AffineExpr extent = domain.getExtent(dim.getPosition());
    return extent ? extent - 1 : extent;
  }
  return cast<AffineBinaryOpExpr>(variable).getRHS() - 1;
}

AffineExpr ExtentFinder::findAtCorner(std::string &why) const {
  SumContext sums({}, getParameterRanges(domain), domain.getContext());
  for (const auto &[variable, direction] : variables) {
    AffineExpr last = getLast(variable);
    if (direction.rises && !last) {
      why = "its domain is not known";
      return {};
    }
    sums.define(variable,
                direction.rises ? sums.read(last) : sums.getConstant(0));
  }
  Sum extent = sums.add(sums.read(result), sums.getConstant(1));
  if (sums.hasFailed()) {
    why = "its extent is beyond 64 bits";
    return {};
  }
  return sums.writeExtent(extent);
}

AffineExpr ExtentFinder::findBySearch(std::string &why) const {
  ConstraintSystem system(variables.size() + 1, 0);
  MLIRContext *context = domain.getContext();
  SmallVector<Interval> ranges;
  DenseMap<AffineExpr, AffineExpr> columns;
  for (const auto &[variable, direction] : variables) {
    auto last = dyn_cast_or_null<AffineConstantExpr>(getLast(variable));
    if (!last) {
      why = "its maximum over a dynamic extent is not known";
      return {};
    }
    unsigned column = ranges.size();
    columns[variable] = getAffineDimExpr(column, context);
    ranges.push_back({0, last.getValue()});
    system.addNonNegative(system.getColumn(column));
    system.addNonNegative(-system.getColumn(column) + last.getValue());
  }
  AffineExpr expr = result.replace(columns);
  Side bound = rangeOf(expr, ranges, {}).high;
  if (!bound) {
    why = "its extent is beyond 64 bits";
    return {};
  }
  // The last column is how far the result stays below its bound.
  unsigned gap = variables.size();
  system.addZero(system.express(expr, system.getDims(), {}) +
                 system.getColumn(gap) - ConstraintSystem::getConstant(*bound));
  system.addNonNegative(system.getColumn(gap));
  Truth isEmpty = system.isEmpty();
  if (isEmpty == Truth::Yes)
    return getAffineConstantExpr(0, context);
  auto least = system.findFirst(gap);
  int64_t extent;
  // If that is unknown, so is the query below, which is the proof.
  bool isFound = isEmpty == Truth::No && least &&
                 !llvm::SubOverflow(*bound, least->front() - 1, extent);
  // The search for it may have been given up before it came to the least.
  if (isFound) {
    system.addNonNegative(-system.getColumn(gap) + (least->front() - 1));
    isFound = system.isEmpty() == Truth::Yes;
  }
  if (isFound)
    return getAffineConstantExpr(extent, context);
  why = system.getExceeded().empty() ? "its maximum takes too long to find"
                                     : system.getExceeded();
  return {};
}

AffineExpr ExtentFinder::find(std::string &why) {
  AffineExpr extent = isMonotone() ? findAtCorner(why) : findBySearch(why);
  if (auto constant = dyn_cast_or_null<AffineConstantExpr>(extent))
    if (constant.getValue() < 0)
      return getAffineConstantExpr(0, domain.getContext());
  return extent;
}

FailureOr<Box> IndexMap::imageBox(const Box &domain, std::string *why) const {
  std::string reason = getFault();
  SmallVector<AffineExpr> extents;
  for (unsigned r = 0; r < getNumResults() && reason.empty(); ++r) {
    AffineExpr extent = ExtentFinder(map.getResult(r), domain).find(reason);
    if (extent)
      extents.push_back(extent);
    else
      reason = "result " + std::to_string(r) + " of the map: " + reason;
  }
  if (reason.empty())
    return Box(extents, domain.getNumParams(), domain.getContext());
  if (why)
    *why = reason;
  return failure();
}

//===----------------------------------------------------------------------===//
// Non-negative
//===----------------------------------------------------------------------===//

Decision IndexMap::isNonNegative(const Box &domain) const {
  if (std::string fault = getFault(); !fault.empty())
    return Decision::unknown(fault);
  SmallVector<Interval> ranges = getIndexRanges(domain);
  WitnessSearch search(domain.getRank(), domain.getNumParams());
  for (AffineExpr result : map.getResults()) {
    Side low = rangeOf(result, ranges, {}).low;
    if (low && *low >= 0)
      continue;
    ConstraintSystem system = search.start();
    SmallVector<LinearForm> index = system.getDims();
    system.addInside(domain, index);
    system.addNonNegative(-system.express(result, index, {}) + -1);
    search.consider(system);
  }
  if (!search.hasFound())
    return search.getAnswerIfNothingFound();
  ArrayRef<int64_t> index = search.getIndex();
  return Decision::no("maps " + formatIndex(index) + " to " +
                      formatPlace(map, index) + search.formatParams());
}

//===----------------------------------------------------------------------===//
// Injective
//===----------------------------------------------------------------------===//

/// Two indices x, y of the domain with equal places, which first differ at
/// dimension `k`, and there x < y.
static ConstraintSystem collideAt(AffineMap map, const Box &domain, unsigned k,
                                  ConstraintSystem system) {
  SmallVector<LinearForm> columns = system.getDims();
  unsigned rank = domain.getRank();
  ArrayRef<LinearForm> x = ArrayRef(columns).take_front(rank);
  ArrayRef<LinearForm> y = ArrayRef(columns).take_back(rank);
  for (unsigned j = 0; j < k; ++j)
    system.addZero(x[j] - y[j]);
  system.addNonNegative(y[k] - x[k] + -1);
  system.addInside(domain, x);
  system.addInside(domain, y);
  SmallVector<LinearForm> placeOfX = system.express(map, x);
  SmallVector<LinearForm> placeOfY = system.express(map, y);
  for (auto [p, q] : llvm::zip_equal(placeOfX, placeOfY))
    system.addZero(p - q);
  return system;
}

/// Boxes of as many indices are decided by all of them where mathematics takes
/// too long: some ten milliseconds, for all that workgroup memory may hold.
static constexpr int64_t kMaxEnumerated = 1 << 18;

/// The row-major number of a place in a box around all of them, null if that
/// box, or a value on the way to a place, is beyond 64 bits.
static AffineExpr numberPlaces(AffineMap map, ArrayRef<Interval> ranges) {
  if (!fitsIn64Bits(map, ranges))
    return {};
  AffineExpr number = getAffineConstantExpr(0, map.getContext());
  int64_t numPlaces = 1;
  for (AffineExpr result : map.getResults()) {
    Interval range = rangeOf(result, ranges, {});
    Side extent = addSides(addSides(range.high, 1), mulSide(range.low, -1));
    if (!extent || llvm::MulOverflow(numPlaces, *extent, numPlaces))
      return {};
    number = number * *extent + (result - *range.low);
  }
  return number;
}

/// Yes or no by enumeration; unknown where that would be long, or a place does
/// not fit 64 bits.
static Decision isInjectiveOnAll(AffineMap map, const Box &domain) {
  std::optional<int64_t> numIndices = domain.getNumElements();
  if (!numIndices || *numIndices > kMaxEnumerated)
    return Decision::unknown("");
  AffineExpr number = numberPlaces(map, getIndexRanges(domain));
  if (!number)
    return Decision::unknown("");
  SmallVector<int64_t> shape = domain.getShape();
  std::vector<std::pair<int64_t, int64_t>> placed; // place and index, numbered
  placed.reserve(*numIndices);
  tabulate(number, shape, [&](TabulatedRows rows) {
    for (int64_t place : rows.front())
      placed.emplace_back(place, placed.size());
  });
  llvm::sort(placed);
  std::optional<std::pair<int64_t, int64_t>> first; // two of one place
  for (auto [x, y] : llvm::zip(placed, llvm::drop_begin(placed)))
    if (x.first == y.first && (!first || x.second < first->first))
      first = {x.second, y.second};
  if (!first)
    return Decision::yes();
  SmallVector<int64_t> x = getRowMajorIndex(first->first, shape),
                       y = getRowMajorIndex(first->second, shape);
  return Decision::no(formatIndex(x) + " and " + formatIndex(y) +
                      " both map to " + formatPlace(map, x));
}

Decision IndexMap::isInjective(const Box &domain) const {
  if (std::string fault = getFault(); !fault.empty())
    return Decision::unknown(fault);
  if (succeeded(inverse(domain)))
    return Decision::yes();
  unsigned rank = domain.getRank();
  AffineMap simple = simplifyUnderRanges(map, getIndexRanges(domain), {});
  WitnessSearch search(2 * rank, domain.getNumParams());
  // Pairs that differ late come first, and spare most of the other searches.
  for (unsigned k = rank; k-- > 0;)
    search.consider(collideAt(simple, domain, k, search.start()));
  if (!search.hasFound()) {
    Decision decision = search.getAnswerIfNothingFound();
    if (!decision.isUnknown() || decision.witness != kTakesTooLong)
      return decision;
    Decision byAll = isInjectiveOnAll(map, domain);
    return byAll.isUnknown() ? decision : byAll;
  }
  ArrayRef<int64_t> x = search.getIndex().take_front(rank);
  ArrayRef<int64_t> y = search.getIndex().take_back(rank);
  return Decision::no(formatIndex(x) + " and " + formatIndex(y) +
                      " both map to " + formatPlace(map, x) +
                      search.formatParams());
}

//===----------------------------------------------------------------------===//
// Inverse
//===----------------------------------------------------------------------===//

Decision IndexMap::isInverse(AffineMap candidate, const Box &domain) const {
  for (std::string fault : {getFault(), whyNotAffine(candidate)})
    if (!fault.empty())
      return Decision::unknown(fault);
  SmallVector<Interval> ranges = getIndexRanges(domain);
  if (candidate.getNumSymbols() == 0 &&
      isObviouslyInverse(candidate, map, ranges))
    return Decision::yes();
  WitnessSearch search(domain.getRank(), domain.getNumParams());
  for (auto [d, result] : llvm::enumerate(candidate.getResults())) {
    for (int sign : {1, -1}) {
      ConstraintSystem system = search.start();
      SmallVector<LinearForm> index = system.getDims();
      system.addInside(domain, index);
      LinearForm back = system.express(result, system.express(map, index),
                                       system.getSymbols());
      LinearForm difference = sign == 1 ? back - index[d] : index[d] - back;
      system.addNonNegative(difference + -1);
      search.consider(system);
    }
  }
  if (!search.hasFound())
    return search.getAnswerIfNothingFound();
  ArrayRef<int64_t> index = search.getIndex();
  auto place = layout::evaluate(map, index);
  if (!place)
    return Decision::unknown("a witness is beyond 64 bits");
  return Decision::no("maps " + formatIndex(index) + " to " +
                      formatPlace(map, index) +
                      ", which the inverse takes to " +
                      formatPlace(candidate, *place, search.getParams()) +
                      search.formatParams());
}

FailureOr<AffineMap> IndexMap::inverse(const Box &domain) const {
  if (!getFault().empty())
    return failure();
  SmallVector<Interval> image(getNumResults(), Interval{0, std::nullopt});
  if (FailureOr<Box> box = imageBox(domain); succeeded(box))
    image = getIndexRanges(*box);
  FailureOr<AffineMap> candidate =
      deriveStructuralInverse(map, getIndexRanges(domain), image);
  if (failed(candidate) || !isInverse(*candidate, domain).isYes())
    return failure();
  return candidate;
}
