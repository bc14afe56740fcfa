//===- LaneRunsTest.cpp - How the lanes of a vector lie -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/LaneRuns.h"
#include "RandomLanes.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

LaneAccess alongOneDim(AffineMap layout, AffineExpr base, Interval range,
                       int64_t size) {
  return {layout, mapOf(1, base), {range}, {size}, {0}};
}

AffineMap tileOf(int64_t size) {
  return mapOf(1, {x().floorDiv(size), x() % size});
}

TEST(LaneRuns, WholeTile) {
  auto runs = findLaneRuns(alongOneDim(tileOf(4), x() * 4, {0, 3}, 4));
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0, 1, 2, 3}}));
  EXPECT_TRUE(runs->isRigid);
}

TEST(LaneRuns, CrossesTiles) {
  auto runs = findLaneRuns(alongOneDim(tileOf(4), x() * 4 + 3, {0, 3}, 6));
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0}, {1, 2, 3, 4}, {5}}));
  EXPECT_TRUE(runs->isRigid);
}

TEST(LaneRuns, HalvesOfTilesAreMetWhereverTheyAre) {
  auto runs = findLaneRuns(alongOneDim(tileOf(8), x() * 4, {0, 9}, 8));
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_FALSE(runs->isRigid);
}

TEST(LaneRuns, UnknownOffsetScatters) {
  auto runs = findLaneRuns(alongOneDim(tileOf(4), x(), {0, 12}, 4));
  ASSERT_TRUE(runs);
  EXPECT_TRUE(runs->isScattered());
  EXPECT_FALSE(runs->isRigid);
}

TEST(LaneRuns, RangeKeepsInsideOneTile) {
  auto runs = findLaneRuns(alongOneDim(tileOf(8), x(), {0, 4}, 4));
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0, 1, 2, 3}}));
}

TEST(LaneRuns, DescendingIsARunInTheOrderOfPlaces) {
  auto runs = findLaneRuns(alongOneDim(mapOf(1, 7 - x()), x(), {0, 4}, 3));
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{2, 1, 0}}));
}

TEST(LaneRuns, RowsJoinWhereTheyLieSideBySide) {
  // (i, j) -> (i floordiv 2, j floordiv 4, (i mod 2) * 4 + j mod 4)
  AffineMap layout =
      mapOf(2, {x(0).floorDiv(2), x(1).floorDiv(4), (x(0) % 2) * 4 + x(1) % 4});
  LaneAccess access{
      layout, mapOf(2, {x(0) * 2, x(1) * 4}), {{0, 3}, {0, 1}}, {2, 4}, {0, 1}};
  auto runs = findLaneRuns(access);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0, 1, 2, 3, 4, 5, 6, 7}}));
}

TEST(LaneRuns, TransposedRowsAreRuns) {
  LaneAccess access{mapOf(2, {x(1), x(0)}),
                    mapOf(2, {x(0), x(1)}),
                    {{0, 6}, {0, 6}},
                    {2, 3},
                    {0, 1}};
  auto runs = findLaneRuns(access);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0, 3}, {1, 4}, {2, 5}}));
}

TEST(LaneRuns, NoVariablesAndNoLanes) {
  LaneAccess access{
      tileOf(4), mapOf(0, getAffineConstantExpr(2, getContext())), {}, {}, {}};
  auto runs = findLaneRuns(access);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->runs, (Runs{{0}}));
}

TEST(LaneRuns, TooManyLanes) {
  EXPECT_FALSE(
      findLaneRuns(alongOneDim(tileOf(4), x(), {0, 0}, maxLanesForRuns + 1)));
}

//===----------------------------------------------------------------------===//
// Against enumeration
//===----------------------------------------------------------------------===//

TEST(LaneRuns, AgreesWithEnumeration) {
  RandomLaneAccess random(getSeed());
  int64_t numPairs = 0, numFound = 0;
  for (int n = 0; n < 3000; ++n) {
    LaneAccess access = random.make();
    auto found = findLaneRuns(access);
    ASSERT_TRUE(found);
    int64_t numLanes = access.getNumLanes();
    std::set<std::pair<int64_t, int64_t>> stated, always;
    std::set<int64_t> lanes;
    for (ArrayRef<int64_t> run : found->runs)
      for (auto [i, lane] : llvm::enumerate(run)) {
        EXPECT_TRUE(lanes.insert(lane).second);
        if (i != 0)
          stated.insert({run[i - 1], lane});
      }
    EXPECT_EQ(static_cast<int64_t>(lanes.size()), numLanes);
    for (int64_t a = 0; a < numLanes; ++a)
      for (int64_t b = 0; b < numLanes; ++b)
        always.insert({a, b});
    std::vector<Index> values = allVariables(access);
    std::vector<Index> first = placesAt(access, values.front());
    for (const Index &at : values) {
      std::vector<Index> places = placesAt(access, at);
      for (auto it = always.begin(); it != always.end();)
        it = areContiguous(places[it->first], places[it->second])
                 ? std::next(it)
                 : always.erase(it);
      for (int64_t lane = 0; lane < numLanes; ++lane) {
        EXPECT_EQ(placeOf(access.getPlace(lane), at), places[lane]);
        // Rigid: every lane is as far from lane 0 as at first.
        for (size_t d = 0; found->isRigid && d < places[lane].size(); ++d)
          EXPECT_EQ(places[lane][d] - places[0][d],
                    first[lane][d] - first[0][d]);
      }
    }
    // Sound: lanes that are stated to be contiguous always are.
    for (auto pair : stated)
      EXPECT_TRUE(always.count(pair)) << n;
    // A lane that is always contiguous with the next one is not the end of a
    // run; places that collide are of no interest.
    std::set<int64_t> haveNext, shown;
    for (auto pair : always)
      haveNext.insert(pair.first);
    for (auto pair : stated)
      shown.insert(pair.first);
    numPairs += haveNext.size();
    numFound += shown.size();
  }
  EXPECT_GT(numPairs, 3000);
  // What the normal form does not show is rare.
  EXPECT_GE(numFound * 100, numPairs * 93) << numFound << " of " << numPairs;
  RecordProperty("shown",
                 std::to_string(numFound) + "/" + std::to_string(numPairs));
}

} // namespace
