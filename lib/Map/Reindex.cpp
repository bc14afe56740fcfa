//===- Reindex.cpp - Layouts under reindexing -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Reindex.h"

#include "ComposeMaps.h"
#include "DigitSum.h"
#include "Layout/Map/Simplify.h"
#include "Witness.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Adjacent axes of known extents: the row-major index in them, and their
/// number of slots.
struct AxisRun {
  AffineExpr place;
  int64_t numPlaces;
};

/// The axes of a map: runs of known extents, and between two of them one of
/// which the extent is not known, but that it is that of a dimension. Two such
/// lists name one storage, of whatever extents, if they are equal one by one:
/// digits of one number, to the same bases.
struct AxisRuns {
  SmallVector<AxisRun> runs;
  SmallVector<AffineExpr> dims; ///< one less
};

} // namespace

/// Nullopt if an axis of unknown extent is no dimension, or too much is in a
/// run. `map` and `physical` are of `logical`; `written` is `map` in other
/// indices.
static std::optional<AxisRuns> splitAxes(AffineMap written, AffineMap map,
                                         const Box &logical,
                                         const Box &physical) {
  AffineExpr zero = getAffineConstantExpr(0, map.getContext());
  AxisRuns result{{{zero, 1}}, {}};
  SmallVector<int64_t> shape = physical.getShape();
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    AffineExpr place = written.getResult(axis);
    if (ShapedType::isDynamic(extent)) {
      auto dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
      if (!dim || !isa<AffineDimExpr>(place) ||
          physical.getExtent(axis) != logical.getExtent(dim.getPosition()))
        return std::nullopt;
      result.dims.push_back(place);
      result.runs.push_back({zero, 1});
      continue;
    }
    AxisRun &run = result.runs.back();
    run.place = run.place * extent + place;
    if (llvm::MulOverflow(run.numPlaces, extent, run.numPlaces))
      return std::nullopt;
  }
  return result;
}

/// Indices at which different maps mostly differ; none if an extent is not
/// known, or 0.
static SmallVector<SmallVector<int64_t>> getSamples(const Box &domain) {
  SmallVector<int64_t> shape = domain.getShape();
  SmallVector<SmallVector<int64_t>> samples;
  if (!llvm::all_of(shape, [](int64_t extent) { return extent > 0; }))
    return samples;
  SmallVector<int64_t> origin(shape.size(), 0), last = origin;
  for (size_t d = shape.size(); d-- > 0;) {
    last[d] = shape[d] - 1;
    for (int64_t index : {std::min<int64_t>(1, last[d]), last[d]}) {
      samples.push_back(origin);
      samples.back()[d] = index;
    }
  }
  samples.push_back(last);
  for (int64_t part : {2, 3, 5, 7}) {
    samples.push_back(last);
    for (int64_t &index : samples.back())
      index /= part;
  }
  return samples;
}

static std::string describeDifference(ArrayRef<int64_t> index,
                                      ArrayRef<int64_t> places) {
  return formatIndex(index) + " lies at " + std::to_string(places[0]) +
         ", and at " + std::to_string(places[1]);
}

/// Decides whether both are the same number on all of `domain`.
static Decision isEqualOn(AffineExpr a, AffineExpr b, const Box &domain) {
  MLIRContext *context = domain.getContext();
  SmallVector<Interval> ranges = getIndexRanges(domain);
  SumContext sums(ranges, {}, context);
  Sum first = sums.read(a), second = sums.read(b);
  if (!sums.hasFailed() && first == second)
    return Decision::yes();
  AffineMap both = AffineMap::get(domain.getRank(), 0, {a, b}, context);
  for (ArrayRef<int64_t> index : getSamples(domain))
    if (auto places = layout::evaluate(both, index);
        places && (*places)[0] != (*places)[1])
      return Decision::no(describeDifference(index, *places));
  WitnessSearch search(domain.getRank(), domain.getNumParams());
  for (bool isLess : {true, false}) {
    ConstraintSystem system = search.start();
    SmallVector<LinearForm> index = system.getDims();
    system.addInside(domain, index);
    LinearForm difference = system.express(a, index, system.getSymbols()) -
                            system.express(b, index, system.getSymbols());
    system.addNonNegative((isLess ? -difference : difference) + -1);
    search.consider(system);
  }
  if (!search.hasFound())
    return search.getAnswerIfNothingFound();
  ArrayRef<int64_t> index = search.getIndex();
  auto places = layout::evaluate(both, index);
  if (!places)
    return Decision::unknown("a witness is beyond 64 bits");
  return Decision::no(describeDifference(index, *places) +
                      search.formatParams());
}

/// Decides whether both are the same axes on all of `domain`.
static Decision isEqualOn(const std::optional<AxisRuns> &a,
                          const std::optional<AxisRuns> &b, const Box &domain) {
  if (!a || !b)
    return Decision::unknown("an axis of unknown extent is no dimension, or "
                             "there are more than 2^63 places");
  if (a->dims != b->dims)
    return Decision::unknown("dimensions of unknown extent are other axes");
  bool isStatic = a->dims.empty();
  for (auto [one, other] : llvm::zip_equal(a->runs, b->runs)) {
    if (one.numPlaces != other.numPlaces)
      return isStatic ? Decision::no("it has " + std::to_string(one.numPlaces) +
                                     " places, and " +
                                     std::to_string(other.numPlaces))
                      : Decision::unknown("an extent is dynamic");
    Decision decision = isEqualOn(one.place, other.place, domain);
    if (!decision.isYes())
      return isStatic ? decision : Decision::unknown("an extent is dynamic");
  }
  return Decision::yes();
}

Decision layout::isSameStorage(const PhysicalLayout &a, AffineMap index,
                               const PhysicalLayout &b) {
  for (const PhysicalLayout *each : {&a, &b}) {
    if (!each->getFault().empty() || !each->getUnknown().empty())
      return Decision::unknown("a layout is not known to be valid");
    if (!each->getSpec().separators.empty())
      return Decision::unknown("a layout has axis separators");
  }
  const Box &domain = b.getLogicalBox();
  AffineMap ofA = composeBounded(a.getMap(), index, domain);
  if (!ofA)
    return Decision::unknown("the map of a place becomes too long");
  return isEqualOn(
      splitAxes(ofA, a.getMap(), a.getLogicalBox(), a.getPhysicalBox()),
      splitAxes(b.getMap(), b.getMap(), domain, b.getPhysicalBox()), domain);
}

namespace {

/// Writes the axes of a map as short as their digits allow.
class AxisWriter {
public:
  explicit AxisWriter(const Box &domain)
      : domain(domain), ranges(getIndexRanges(domain)),
        sums(ranges, {}, domain.getContext()) {}

  /// Null if it cannot be written otherwise.
  AffineMap write(AffineMap map) {
    FailureOr<Box> box = IndexMap(map).imageBox(domain);
    if (failed(box))
      return {};
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), box->getShape())) {
      Axis axis{sums.read(expr), extent};
      if (sums.hasFailed())
        return {};
      split(axis);
    }
    SmallVector<AffineExpr> results;
    for (const Axis &axis : axes)
      results.push_back(
          simplifyUnderRanges(sums.write(axis.place), ranges, {}));
    if (sums.hasFailed())
      return {};
    return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  }

private:
  struct Axis {
    Sum place;
    int64_t extent;
  };

  /// 2 h + e floordiv 32, the latter in [0, 2): h, and e floordiv 32.
  void split(Axis axis) {
    while (std::optional<Axis> outer = takeOuter(axis))
      append(*outer);
    append(axis);
  }

  /// Takes the terms of the greatest coefficient, if the rest are the digits
  /// below.
  std::optional<Axis> takeOuter(Axis &axis) {
    if (axis.place.constant != 0 || axis.place.terms.size() < 2 ||
        ShapedType::isDynamic(axis.extent))
      return std::nullopt;
    int64_t greatest = 0;
    for (const Term &term : axis.place.terms)
      greatest = std::max(greatest, term.coefficient);
    Sum outer, rest;
    for (const Term &term : axis.place.terms)
      if (term.coefficient == greatest)
        outer.terms.push_back({1, term.atom});
      else
        rest.terms.push_back(term);
    Interval below = sums.rangeOf(rest);
    if (rest.terms.empty() || below.low != 0 || below.high != greatest - 1 ||
        axis.extent % greatest != 0)
      return std::nullopt;
    Axis result{outer, axis.extent / greatest};
    axis = {rest, greatest};
    return result;
  }

  /// c floordiv 64 and (c mod 64) floordiv 32: c floordiv 32.
  void append(const Axis &axis) {
    // The only index is 0: block 0 of one block.
    if (axis.place == Sum())
      return;
    if (!axes.empty() && !ShapedType::isDynamic(axis.extent)) {
      Axis &last = axes.back();
      Sum joined = sums.add(axis.place, sums.multiply(last.place, axis.extent));
      bool isDigit = !sums.hasFailed() && joined.constant == 0 &&
                     joined.terms.size() == 1 &&
                     joined.terms.front().coefficient == 1;
      if (isDigit) {
        last.place = joined;
        last.extent = ShapedType::isDynamic(last.extent)
                          ? last.extent
                          : last.extent * axis.extent;
        return;
      }
    }
    axes.push_back(axis);
  }

  const Box &domain;
  SmallVector<Interval> ranges;
  SumContext sums;
  SmallVector<Axis> axes;
};

} // namespace

/// Returns true if two maps name the same storage. `index` maps `other`, the
/// domain of `b`, to `domain`.
static bool isSameStorage(AffineMap a, const Box &domain, AffineMap index,
                          AffineMap b, const Box &other) {
  FailureOr<Box> boxOfA = IndexMap(a).imageBox(domain),
                 boxOfB = IndexMap(b).imageBox(other);
  if (failed(boxOfA) || failed(boxOfB))
    return false;
  AffineMap composed = composeBounded(a, index, other);
  // No unknown answer is known: `b` is written from the sums that its axes are
  // read as, and those are equal.
  return composed && isEqualOn(splitAxes(composed, a, domain, *boxOfA),
                               splitAxes(b, b, other, *boxOfB), other)
                         .isYes();
}

AffineMap layout::reindex(AffineMap map, const Box &domain, AffineMap index,
                          const Box &other) {
  AffineMap composed = composeBounded(map, index, other);
  if (!composed)
    return {};
  for (AffineMap result : {AxisWriter(other).write(composed), composed})
    if (result && ::isSameStorage(map, domain, index, result, other))
      return result;
  return {};
}
