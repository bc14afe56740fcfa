//===- LaneCasesTest.cpp - Runs of lanes by tile offset -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/LaneCases.h"
#include "RandomLanes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

std::optional<LaneCases> casesOf(const LaneAccess &access) {
  return findLaneCases(access, findLaneRuns(access)->runs.size());
}

TEST(LaneCases, TileFromAnywhere) {
  AffineMap layout = mapOf(1, {x().floorDiv(4), x() % 4});
  auto cases = casesOf({layout, mapOf(1, x()), {{0, 12}}, {4}, {0}});
  ASSERT_TRUE(cases);
  EXPECT_EQ(cases->dividend, x());
  EXPECT_EQ(cases->modulus, 4);
  ASSERT_EQ(cases->cases.size(), 4u);
  EXPECT_EQ(cases->cases[0].runs, (Runs{{0, 1, 2, 3}}));
  EXPECT_EQ(cases->cases[1].runs, (Runs{{0, 1, 2}, {3}}));
  EXPECT_EQ(cases->cases[2].runs, (Runs{{0, 1}, {2, 3}}));
  EXPECT_EQ(cases->cases[3].runs, (Runs{{0}, {1, 2, 3}}));
}

TEST(LaneCases, DividendOfTwoDimensions) {
  AffineExpr place = x(0) * 126 + x(1);
  AffineMap layout = mapOf(2, {place.floorDiv(8), place % 8});
  auto cases =
      casesOf({layout, mapOf(2, {x(0), x(1)}), {{0, 9}, {0, 118}}, {8}, {1}});
  ASSERT_TRUE(cases);
  EXPECT_EQ(cases->modulus, 8);
  EXPECT_EQ(cases->dim, 1u);
  EXPECT_EQ(cases->getMaxNumRuns(), 2u);
}

TEST(LaneCases, TilesOfTwoSizesAreToldByTheGreater) {
  AffineMap layout =
      mapOf(1, {x().floorDiv(8), (x() % 8).floorDiv(4), x() % 4});
  auto cases = casesOf({layout, mapOf(1, x()), {{0, 24}}, {8}, {0}});
  ASSERT_TRUE(cases);
  EXPECT_EQ(cases->getMaxNumRuns(), 3u);
}

TEST(LaneCases, NoneWhereNoneIsBetter) {
  // Two lanes are two accesses where they meet the end of a tile.
  AffineMap tile = mapOf(1, {x().floorDiv(4), x() % 4});
  EXPECT_FALSE(casesOf({tile, mapOf(1, x()), {{0, 14}}, {2}, {0}}));
  // Too many cases.
  AffineMap large = mapOf(1, {x().floorDiv(64), x() % 64});
  EXPECT_FALSE(casesOf({large, mapOf(1, x()), {{0, 64}}, {8}, {0}}));
  // No two lanes lie side by side.
  AffineMap apart = mapOf(1, {x() % 4, x().floorDiv(4)});
  EXPECT_FALSE(casesOf({apart, mapOf(1, x()), {{0, 12}}, {4}, {0}}));
}

TEST(LaneCases, AgreesWithEnumeration) {
  RandomLaneAccess random(getSeed());
  int64_t numFound = 0;
  for (int n = 0; n < 3000; ++n) {
    LaneAccess access = random.make();
    auto runs = findLaneRuns(access);
    ASSERT_TRUE(runs);
    if (runs->isRigid)
      continue;
    auto found = findLaneCases(access, runs->runs.size());
    if (!found)
      continue;
    ++numFound;
    EXPECT_LT(found->getMaxNumRuns(), runs->runs.size());
    for (const Index &at : allVariables(access)) {
      Index base = placeOf(access.base, at);
      int64_t remainder =
          placeOf(mapOf(base.size(), found->dividend), base).front();
      remainder = llvm::mod(remainder, found->modulus);
      EXPECT_EQ(placeOf(found->specialize(access.base, remainder), at), base);
      std::vector<Index> places = placesAt(access, at);
      size_t numLanes = 0;
      for (ArrayRef<int64_t> run : found->cases[remainder].runs)
        for (auto [i, lane] : llvm::enumerate(run)) {
          ++numLanes;
          if (i != 0)
            EXPECT_TRUE(areContiguous(places[run[i - 1]], places[lane])) << n;
        }
      EXPECT_EQ(numLanes, places.size());
    }
  }
  EXPECT_GT(numFound, 100);
}

} // namespace
