//===- Reindex.cpp - Layouts in other indices of the same elements --------===//
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

/// The distance of each place from the first one, row by row; null if an extent
/// that it needs is not known.
static AffineExpr getOffset(AffineMap map, ArrayRef<int64_t> shape) {
  AffineExpr offset = getAffineConstantExpr(0, map.getContext());
  int64_t stride = 1;
  for (unsigned axis = shape.size(); axis-- > 0;) {
    if (ShapedType::isDynamic(stride))
      return {};
    offset = offset + map.getResult(axis) * stride;
    if (ShapedType::isDynamic(shape[axis]) ||
        llvm::MulOverflow(stride, shape[axis], stride))
      stride = ShapedType::kDynamic;
  }
  return offset;
}

/// Are both the same number for all of `domain`?
static Decision isEqualOn(AffineExpr a, AffineExpr b, const Box &domain) {
  MLIRContext *context = domain.getContext();
  SmallVector<Interval> ranges = getIndexRanges(domain);
  SumContext sums(ranges, {}, context);
  Sum first = sums.read(a), second = sums.read(b);
  if (!sums.hasFailed() && first == second)
    return Decision::yes();
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
  auto places = layout::evaluate(
      AffineMap::get(domain.getRank(), 0, {a, b}, context), index);
  if (!places)
    return Decision::unknown("a witness is beyond 64 bits");
  return Decision::no(formatIndex(index) + " lies at " +
                      std::to_string((*places)[0]) + ", and at " +
                      std::to_string((*places)[1]) + search.formatParams());
}

Decision layout::isSameStorage(const PhysicalLayout &a, AffineMap index,
                               const PhysicalLayout &b) {
  for (const PhysicalLayout *each : {&a, &b}) {
    if (!each->getFault().empty() || !each->getUnknown().empty())
      return Decision::unknown("a layout is not known to be valid");
    if (!each->getSpec().separators.empty())
      return Decision::unknown("a layout has axis separators");
    if (!each->getPhysicalBox().isStatic())
      return Decision::unknown("an extent is dynamic");
  }
  const Box &domain = b.getLogicalBox();
  auto sizeOfA = a.getPhysicalBox().getNumElements(),
       sizeOfB = b.getPhysicalBox().getNumElements();
  if (!sizeOfA || !sizeOfB)
    return Decision::unknown("there are more than 2^63 places");
  if (*sizeOfA != *sizeOfB)
    return Decision::no("it has " + std::to_string(*sizeOfA) + " places, and " +
                        std::to_string(*sizeOfB));
  AffineMap ofA = composeBounded(a.getMap(), index, domain);
  if (!ofA)
    return Decision::unknown("the map of a place becomes too long");
  return isEqualOn(getOffset(ofA, a.getPhysicalShape()),
                   getOffset(b.getMap(), b.getPhysicalShape()), domain);
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

/// Do two maps name the same storage? `index` leads from `other`, on which `b`
/// is, to `domain`.
static bool isSameStorage(AffineMap a, const Box &domain, AffineMap index,
                          AffineMap b, const Box &other) {
  FailureOr<Box> boxOfA = IndexMap(a).imageBox(domain),
                 boxOfB = IndexMap(b).imageBox(other);
  if (failed(boxOfA) || failed(boxOfB))
    return false;
  auto sizeOfA = boxOfA->getNumElements(), sizeOfB = boxOfB->getNumElements();
  AffineMap composed = composeBounded(a, index, other);
  return composed && sizeOfA && sizeOfA == sizeOfB &&
         isEqualOn(getOffset(composed, boxOfA->getShape()),
                   getOffset(b, boxOfB->getShape()), other)
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
