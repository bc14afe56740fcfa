//===- AccessRuns.cpp - Contiguous runs of lanes --------------------------===//
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
  int64_t distance = (lane - firstLane) * stride;
  SmallVector<AffineExpr> results(place.getResults());
  if (distance != 0)
    results.back() = results.back() + distance;
  return AffineMap::get(place.getNumDims(), 0, results, place.getContext());
}

/// Returns the distance from `last` to `next` in elements, if both are in the
/// same row.
static std::optional<int64_t> getDistance(AffineMap next, AffineMap last) {
  unsigned numResults = next.getNumResults();
  for (unsigned i = 0; i < numResults; ++i) {
    auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        next.getResult(i) - last.getResult(i), next.getNumDims(), 0));
    if (!step)
      return std::nullopt;
    if (i + 1 == numResults)
      return step.getValue();
    if (step.getValue() != 0)
      return std::nullopt;
  }
  return std::nullopt;
}

/// Returns true if lanes with this stride are one run.
static bool isRun(int64_t stride, int64_t maxStride) {
  return stride == -1 || (stride >= 1 && stride <= maxStride);
}

/// Appends the next lane to `run` if its element continues the run.
static bool extend(AccessRun &run, AffineMap last, AffineMap next,
                   int64_t maxStride) {
  std::optional<int64_t> distance = getDistance(next, last);
  bool isFirst = run.numLanes == 1;
  if (!distance || !isRun(*distance, maxStride) ||
      (!isFirst && run.stride != *distance))
    return false;
  run.stride = *distance;
  ++run.numLanes;
  return true;
}

std::vector<AccessRun> layout::findRuns(AffineMap map, unsigned lanes,
                                        int64_t numLanes,
                                        ArrayRef<Interval> ranges,
                                        int64_t maxStride) {
  std::vector<AccessRun> runs;
  if (!map.isFunctionOfDim(lanes))
    return runs;
  AffineMap last;
  for (int64_t lane = 0; lane < numLanes; ++lane) {
    AffineMap place = getPlace(map, lanes, lane, ranges);
    if (runs.empty() || !extend(runs.back(), last, place, maxStride))
      runs.push_back({lane, 1, place});
    last = place;
  }
  return runs;
}

RunCount layout::countRuns(AffineMap map, unsigned lanes, int64_t numLanes,
                           ArrayRef<Interval> ranges, int64_t maxStride) {
  if (!map.isFunctionOfDim(lanes))
    return {};
  bool divides = llvm::any_of(map.getResults(), [&](AffineExpr result) {
    return isDivided(result, lanes);
  });
  RunCount count;
  if (!divides) {
    std::optional<int64_t> stride = getStride(map, lanes);
    if (!stride || !isRun(*stride, maxStride))
      return {numLanes};
    return {1, *stride < 0, std::max<int64_t>(1, *stride)};
  }
  for (const AccessRun &run :
       findRuns(map, lanes, numLanes, ranges, maxStride)) {
    ++count.number;
    count.areReversed |= run.isReversed();
    count.stride = std::max(count.stride, run.stride);
  }
  return count;
}

bool layout::isMonotonic(AffineMap map, unsigned dim, int64_t sign) {
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    if (!expr.isFunctionOfDim(dim))
      return true;
    AffineMap one = AffineMap::get(map.getNumDims(), 0, expr);
    std::optional<int64_t> stride = getStride(one, dim);
    return stride && *stride * sign >= 0;
  });
}
