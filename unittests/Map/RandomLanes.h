//===- RandomLanes.h - Random accesses to vectors ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_MAP_RANDOMLANES_H
#define LAYOUT_UNITTESTS_MAP_RANDOMLANES_H

#include "Layout/Map/LaneRuns.h"
#include "RandomMaps.h"

namespace mlir::layout::test {

inline AffineExpr x(unsigned i = 0) {
  return getAffineDimExpr(i, getContext());
}
inline AffineMap mapOf(unsigned numDims, ArrayRef<AffineExpr> results) {
  return AffineMap::get(numDims, 0, results, getContext());
}
/// Numbers of lanes, run by run.
using Runs = SmallVector<SmallVector<int64_t>>;

class RandomLaneAccess {
public:
  explicit RandomLaneAccess(uint64_t seed) : maps(seed) {}

  LaneAccess make();

private:
  AffineExpr makeBase(LaneAccess &access);

  RandomMaps maps;
};

/// The places of all lanes at one value of the variables.
std::vector<Index> placesAt(const LaneAccess &access, const Index &variables);

/// Returns true if `b` is after `a` in the innermost dimension.
bool areContiguous(Index a, const Index &b);

/// All values of the variables, whose ranges are bounded.
std::vector<Index> allVariables(const LaneAccess &access);

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_MAP_RANDOMLANES_H
