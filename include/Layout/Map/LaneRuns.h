//===- LaneRuns.h - Contiguous runs of lanes --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_LANERUNS_H
#define LAYOUT_MAP_LANERUNS_H

#include "Layout/Map/Simplify.h"
#include "mlir/IR/AffineMap.h"
#include <optional>

namespace mlir::layout {

/// An access to a vector of elements of a laid-out buffer. Lane `l`, an index
/// inside `shape`, accesses the element of logical index `base(x) + l`, where
/// component `i` of `l` is added to dimension `along[i]`; `x` are variables of
/// known ranges.
///
///     (i) -> (i floordiv 8, i mod 8), base (x) -> (4 * x + 6), shape [4]:
///     lanes 0 and 1 end one tile, 2 and 3 begin the next, if x is even;
///     all four are in one tile if it is odd.
struct LaneAccess {
  AffineMap layout; ///< logical to physical index, without symbols
  AffineMap base;   ///< variables to logical index, without symbols
  SmallVector<Interval> variables;
  SmallVector<int64_t> shape;
  SmallVector<unsigned> along;

  int64_t getNumLanes() const;
  /// Returns the index of lane number `number`, in row-major order.
  SmallVector<int64_t> getLane(int64_t number) const;
  /// The map from the variables to the physical index of a lane, divisions
  /// decided as far as the ranges do.
  AffineMap getPlace(int64_t number) const;
};

/// A partition of the lanes.
struct LaneRuns {
  /// Each run has the numbers of lanes that are contiguous in the innermost
  /// physical dimension, in this order, at every value of the variables. Runs
  /// have maximal length, and are ordered by their first lanes.
  SmallVector<SmallVector<int64_t>> runs;
  /// True if the distances between all lanes are the same at every value of the
  /// variables. Then no other partition into runs has fewer. If not, lanes of
  /// different runs may be contiguous at some values.
  bool isRigid = true;

  bool isScattered() const;
};

/// `findLaneRuns` gives up beyond this number of lanes.
constexpr int64_t maxLanesForRuns = 4096;

/// Finds the runs. Every pair of contiguous lanes is proven: by the normal form
/// of the physical indices under the ranges, else by a Presburger query, at
/// most 64 of them. What is not proven splits a run. Nullopt past the bound on
/// lanes, or where arithmetic overflows. Cost: linear in the lanes times the
/// size of the maps.
std::optional<LaneRuns> findLaneRuns(const LaneAccess &access);

} // namespace mlir::layout

#endif // LAYOUT_MAP_LANERUNS_H
