//===- AccessRuns.cpp - Which lanes go to neighbouring elements -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRuns.h"

#include "AffineNest.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isDivided(AffineExpr expr, unsigned dim) {
  bool divided = false;
  expr.walk([&](AffineExpr part) {
    divided |= isDivision(part) && part.isFunctionOfDim(dim);
  });
  return divided;
}

std::optional<int64_t> layout::getStride(AffineMap map, unsigned lanes) {
  if (map.getNumResults() == 0)
    return 0;
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(lanes))
      return std::nullopt;
  AffineExpr last = map.getResults().back();
  if (isDivided(last, lanes))
    return std::nullopt;
  // Only this dimension need be linear.
  AffineExpr next = last.replace(getAffineDimExpr(lanes, map.getContext()),
                                 getAffineDimExpr(lanes, map.getContext()) + 1);
  AffineExpr step = simplifyAffineExpr(next - last, map.getNumDims(), 0);
  auto constant = dyn_cast<AffineConstantExpr>(step);
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

/// The map for one lane.
static AffineMap getPlace(AffineMap map, unsigned lanes, int64_t lane,
                          ArrayRef<Interval> ranges) {
  MLIRContext *context = map.getContext();
  AffineMap place =
      map.replace(getAffineDimExpr(lanes, context),
                  getAffineConstantExpr(lane, context), map.getNumDims(), 0);
  return simplifyUnderRanges(simplifyAffineMap(place), ranges, {});
}

AffineMap AccessRun::getPlace(int64_t lane) const {
  int64_t distance = isReversed ? firstLane - lane : lane - firstLane;
  SmallVector<AffineExpr> results(place.getResults());
  if (distance != 0)
    results.back() = results.back() + distance;
  return AffineMap::get(place.getNumDims(), 0, results, place.getContext());
}

/// Does `next` lie `distance` elements behind `last`, in the same row?
static bool isBehind(AffineMap next, AffineMap last, int64_t distance) {
  unsigned numResults = next.getNumResults();
  for (unsigned i = 0; i < numResults; ++i) {
    AffineExpr step = getAffineConstantExpr(i + 1 == numResults ? distance : 0,
                                            next.getContext());
    if (simplifyAffineExpr(next.getResult(i) - last.getResult(i),
                           next.getNumDims(), 0) != step)
      return false;
  }
  return true;
}

/// Makes `run` longer by the lane behind its last one, if that lies so.
static bool extend(AccessRun &run, AffineMap last, AffineMap next) {
  bool isFirst = run.numLanes == 1;
  for (bool isReversed : {false, true})
    if ((isFirst || run.isReversed == isReversed) &&
        isBehind(next, last, isReversed ? -1 : 1)) {
      run.isReversed = isReversed;
      ++run.numLanes;
      return true;
    }
  return false;
}

std::vector<AccessRun> layout::findRuns(AffineMap map, unsigned lanes,
                                        int64_t numLanes,
                                        ArrayRef<Interval> ranges) {
  std::vector<AccessRun> runs;
  if (!map.isFunctionOfDim(lanes))
    return runs;
  AffineMap last;
  for (int64_t lane = 0; lane < numLanes; ++lane) {
    AffineMap place = getPlace(map, lanes, lane, ranges);
    if (runs.empty() || !extend(runs.back(), last, place))
      runs.push_back({lane, 1, place});
    last = place;
  }
  return runs;
}

RunCount layout::countRuns(AffineMap map, unsigned lanes, int64_t numLanes,
                           ArrayRef<Interval> ranges) {
  if (!map.isFunctionOfDim(lanes))
    return {};
  bool divides = llvm::any_of(map.getResults(), [&](AffineExpr result) {
    return isDivided(result, lanes);
  });
  if (divides) {
    std::vector<AccessRun> runs = findRuns(map, lanes, numLanes, ranges);
    return {int64_t(runs.size()), llvm::any_of(runs, [](const AccessRun &run) {
              return run.isReversed;
            })};
  }
  std::optional<int64_t> stride = getStride(map, lanes);
  bool isReversed = stride == -1;
  return {stride == 1 || isReversed ? 1 : numLanes, isReversed};
}
