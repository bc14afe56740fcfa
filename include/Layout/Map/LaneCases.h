//===- LaneCases.h - Runs of lanes by tile offset ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_LANECASES_H
#define LAYOUT_MAP_LANECASES_H

#include "Layout/Map/LaneRuns.h"

namespace mlir::layout {

/// Where a vector crosses tile boundaries, as determined by one remainder:
/// `dividend`, over the logical index of lane 0, modulo `modulus`. In each
/// case, lanes are contiguous that are not so in all cases.
///
///     (i) -> (i floordiv 4, i mod 4), 4 lanes from any i: i mod 4 decides.
///     0: {0 1 2 3}, 1: {0 1 2} {3}, 2: {0 1} {2 3}, 3: {0} {1 2 3}
struct LaneCases {
  AffineExpr dividend;
  int64_t modulus;
  /// A dimension that is in the dividend with this coefficient, 1 or -1.
  unsigned dim;
  int64_t coefficient;
  /// What to do if the remainder is 0, 1, ...
  SmallVector<LaneRuns> cases;

  /// `base`, variables to logical index, as it is where the remainder is
  /// `number`: equal there, in a form that shows it.
  AffineMap specialize(AffineMap base, int64_t number) const;
  /// Of the case that has most.
  size_t getMaxNumRuns() const;
};

/// Of more cases than this, and of cases with more runs than this in all, the
/// code would be too long.
constexpr int64_t maxLaneCases = 32;
constexpr size_t maxRunsOfAllCases = 64;

/// Finds a remainder on which less than `numRuns` runs are enough, whatever it
/// is. Remainders of the innermost coordinates of the layout come first; such
/// whose dividend is no linear combination of dimensions are not looked at.
/// Nullopt if there is none. Cost: of `findLaneRuns`, times `maxLaneCases` for
/// each division in the layout.
std::optional<LaneCases> findLaneCases(const LaneAccess &access,
                                       size_t numRuns);

} // namespace mlir::layout

#endif // LAYOUT_MAP_LANECASES_H
