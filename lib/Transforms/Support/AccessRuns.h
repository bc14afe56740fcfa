//===- AccessRuns.h - Which lanes go to neighbouring elements ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_ACCESSRUNS_H
#define LIB_TRANSFORMS_SUPPORT_ACCESSRUNS_H

#include "Layout/Map/Simplify.h"
#include <vector>

namespace mlir::layout {

/// Lanes that go to elements one behind the other in the last dimension, or, if
/// it is reversed, one in front of the other.
struct AccessRun {
  int64_t firstLane, numLanes;
  AffineMap place; ///< of the first lane
  bool isReversed = false;

  /// Of one of the lanes of the run.
  AffineMap getPlace(int64_t lane) const;
  /// Of the element in front of all others.
  AffineMap getLowestPlace() const {
    return getPlace(isReversed ? firstLane + numLanes - 1 : firstLane);
  }
  /// Some of the lanes of the run.
  AccessRun getPart(int64_t first, int64_t end) const {
    return {first, end - first, getPlace(first), isReversed && end - first > 1};
  }
};

/// The runs of an access if dimension `lanes` of its map is 0, 1, ...: one for
/// (i, l) and for (i, 7 - l), one for each lane for (l, i), and two for
/// ((i + l) floordiv 32, (i + l) mod 32) where i is 32 x + 1. The other
/// dimensions are any values in their ranges. Empty if all lanes go to one
/// element. Cost: one simplification per lane where the lanes are divided.
std::vector<AccessRun> findRuns(AffineMap map, unsigned lanes, int64_t numLanes,
                                ArrayRef<Interval> ranges);

struct RunCount {
  int64_t number = 0;
  bool areReversed = false; ///< at least one is
};

/// Their number, mostly without making them.
RunCount countRuns(AffineMap map, unsigned lanes, int64_t numLanes,
                   ArrayRef<Interval> ranges);

/// Is `dim` in `expr` under a division?
bool isDivided(AffineExpr expr, unsigned dim);

/// The difference of neighbouring lanes if only the last coordinate moves, and
/// always by as much; else nullopt.
std::optional<int64_t> getStride(AffineMap map, unsigned lanes);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_ACCESSRUNS_H
