//===- RandomLanes.cpp - Random accesses to vectors -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomLanes.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

LaneAccess RandomLaneAccess::make() {
  unsigned rank = maps.pick(1, 3);
  Index shape = maps.shape(rank, 300);
  LaneAccess access;
  access.layout = maps.map(shape);
  SmallVector<AffineExpr> base;
  for (unsigned d = 0; d < rank; ++d)
    base.push_back(makeBase(access));
  access.base = AffineMap::get(access.variables.size(), 0, base, getContext());
  for (unsigned d = 0; d < rank; ++d)
    if (access.shape.size() < 2 && (maps.pick(0, 1) || d + 1 == rank)) {
      access.shape.push_back(maps.pick(1, access.shape.empty() ? 9 : 4));
      access.along.push_back(d);
    }
  return access;
}

AffineExpr RandomLaneAccess::makeBase(LaneAccess &access) {
  int64_t offset = maps.pick(0, 5);
  if (maps.pick(0, 3) == 0)
    return getAffineConstantExpr(offset, getContext());
  static const int64_t steps[] = {1, 2, 3, 4, 4, 8};
  int64_t step = steps[maps.pick(0, 5)];
  int64_t low = maps.pick(0, 2);
  access.variables.push_back({low, low + maps.pick(0, 3)});
  return getAffineDimExpr(access.variables.size() - 1, getContext()) * step +
         offset;
}

std::vector<Index> test::placesAt(const LaneAccess &access,
                                  const Index &variables) {
  std::vector<Index> places;
  for (const Index &lane : allIndices(access.shape)) {
    Index index = placeOf(access.base, variables);
    for (size_t i = 0; i < lane.size(); ++i)
      index[access.along[i]] += lane[i];
    places.push_back(placeOf(access.layout, index));
  }
  return places;
}

bool test::areContiguous(Index a, const Index &b) {
  if (a.empty())
    return false;
  ++a.back();
  return a == b;
}

std::vector<Index> test::allVariables(const LaneAccess &access) {
  Index sizes;
  for (const Interval &range : access.variables)
    sizes.push_back(*range.high - *range.low + 1);
  std::vector<Index> values = allIndices(sizes);
  for (Index &value : values)
    for (size_t i = 0; i < value.size(); ++i)
      value[i] += *access.variables[i].low;
  return values;
}
