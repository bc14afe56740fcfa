//===- AccessRuns.h - Contiguous runs of lanes ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_ACCESSRUNS_H
#define LIB_TRANSFORMS_NESTS_ACCESSRUNS_H

#include "Layout/Map/Simplify.h"
#include <vector>

namespace mlir::layout {

/// The longest stride of lanes that are loaded together with what lies between
/// them: a register for each.
inline constexpr int64_t kMaxLaneStride = 4;

/// Lanes whose elements are contiguous in the last dimension, or `stride`
/// elements apart; -1: contiguous in reverse order.
struct AccessRun {
  int64_t firstLane, numLanes;
  AffineMap place; ///< of the first lane
  int64_t stride = 1;

  bool isReversed() const { return stride < 0; }
  bool isStrided() const { return stride > 1; }
  /// Of one of the lanes of the run.
  AffineMap getPlace(int64_t lane) const;
  /// Returns the place of the element with the least index.
  AffineMap getLowestPlace() const {
    return getPlace(isReversed() ? firstLane + numLanes - 1 : firstLane);
  }
  /// Some of the lanes of the run.
  AccessRun getPart(int64_t first, int64_t end) const {
    return {first, end - first, getPlace(first), end - first > 1 ? stride : 1};
  }
};

/// The runs of an access if dimension `lanes` of its map is 0, 1, ...: one for
/// (i, l) and for (i, 7 - l), one for each lane for (l, i), and two for
/// ((i + l) floordiv 32, (i + l) mod 32) where i is 32 x + 1. The other
/// dimensions are any values in their ranges. Empty if all lanes go to one
/// element. With `maxStride` 2, also one for (i, 2 * l). Cost: one
/// simplification per lane where the lanes are divided.
std::vector<AccessRun> findRuns(AffineMap map, unsigned lanes, int64_t numLanes,
                                ArrayRef<Interval> ranges,
                                int64_t maxStride = 1);

struct RunCount {
  int64_t number = 0;
  bool areReversed = false; ///< at least one is
  int64_t stride = 1;       ///< the greatest
};

/// Their number, mostly without making them.
RunCount countRuns(AffineMap map, unsigned lanes, int64_t numLanes,
                   ArrayRef<Interval> ranges, int64_t maxStride = 1);

/// Returns true if `expr` divides `dim`.
bool isDivided(AffineExpr expr, unsigned dim);

/// Returns the difference of adjacent lanes if only the last coordinate moves,
/// and always by as much; else nullopt.
std::optional<int64_t> getStride(AffineMap map, unsigned lanes);

/// Returns true if no result of the map moves against the direction `sign` when
/// the dimension grows. False where a result divides.
bool isMonotonic(AffineMap map, unsigned dim, int64_t sign);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_ACCESSRUNS_H
