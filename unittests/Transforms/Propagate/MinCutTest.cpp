//===- MinCutTest.cpp - Cheapest cuts of graphs ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagate/MinCut.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir::layout;

namespace {

struct Edge {
  unsigned from, to;
  int64_t capacity;
};

int64_t costOf(const std::vector<Edge> &edges, unsigned side) {
  int64_t cost = 0;
  for (const Edge &edge : edges)
    if ((side >> edge.from & 1) && !(side >> edge.to & 1))
      cost += edge.capacity;
  return cost;
}

/// Bits are vertices on the side of the source, 0; the sink is 1.
unsigned solve(unsigned numVertices, const std::vector<Edge> &edges) {
  MinCut cut;
  for (unsigned i = 2; i < numVertices; ++i)
    cut.addVertex();
  for (const Edge &edge : edges)
    cut.addEdge(edge.from, edge.to, edge.capacity);
  llvm::BitVector side = cut.solve();
  unsigned result = 0;
  for (unsigned i : side.set_bits())
    result |= 1u << i;
  return result;
}

TEST(MinCut, Chain) {
  std::vector<Edge> edges{{0, 2, 5}, {2, 3, 2}, {3, 1, 7}};
  EXPECT_EQ(solve(4, edges), 0b0101u);
}

TEST(MinCut, NothingToCut) { EXPECT_EQ(solve(3, {{2, 1, 4}}), 0b001u); }

// Among equals, the fewest vertices are with the source.
TEST(MinCut, Ties) {
  EXPECT_EQ(solve(4, {{0, 2, 3}, {2, 3, 3}, {3, 1, 3}}), 0b0001u);
}

// Against all cuts there are.
TEST(MinCut, Random) {
  std::mt19937 random(7);
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 500; ++round) {
    unsigned numVertices = pick(2, 9);
    std::vector<Edge> edges;
    for (int i = 0, e = pick(0, 25); i < e; ++i)
      edges.push_back({unsigned(pick(0, numVertices - 1)),
                       unsigned(pick(0, numVertices - 1)), pick(0, 6)});
    unsigned found = solve(numVertices, edges);
    ASSERT_TRUE((found & 1) && !(found & 2));
    int64_t least = costOf(edges, found);
    for (unsigned side = 0; side < 1u << numVertices; ++side) {
      if (!(side & 1) || (side & 2))
        continue;
      ASSERT_LE(least, costOf(edges, side)) << "round " << round;
      if (costOf(edges, side) == least)
        ASSERT_EQ(found & side, found) << "round " << round;
    }
  }
}

} // namespace
