//===- MinCut.cpp - Cheapest cuts of graphs -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MinCut.h"

#include <deque>

using namespace mlir::layout;

MinCut::Vertex MinCut::addVertex() {
  edges.emplace_back();
  return edges.size() - 1;
}

void MinCut::addEdge(Vertex from, Vertex to, int64_t capacity) {
  edges[from].push_back({to, edges[to].size(), capacity});
  edges[to].push_back({from, edges[from].size() - 1, 0});
}

/// Is there a way to the sink that can take more?
bool MinCut::computeLevels() {
  levels.assign(edges.size(), -1);
  levels[getSource()] = 0;
  std::deque<Vertex> queue{getSource()};
  while (!queue.empty()) {
    Vertex from = queue.front();
    queue.pop_front();
    for (const Edge &edge : edges[from]) {
      if (edge.capacity == 0 || levels[edge.to] >= 0)
        continue;
      levels[edge.to] = levels[from] + 1;
      queue.push_back(edge.to);
    }
  }
  return levels[getSink()] >= 0;
}

int64_t MinCut::push(Vertex from, int64_t flow) {
  if (from == getSink())
    return flow;
  for (size_t &i = next[from]; i < edges[from].size(); ++i) {
    Edge &edge = edges[from][i];
    if (edge.capacity == 0 || levels[edge.to] != levels[from] + 1)
      continue;
    int64_t pushed = push(edge.to, std::min(flow, edge.capacity));
    if (pushed == 0)
      continue;
    edge.capacity -= pushed;
    edges[edge.to][edge.back].capacity += pushed;
    return pushed;
  }
  return 0;
}

llvm::BitVector MinCut::solve() {
  while (computeLevels()) {
    next.assign(edges.size(), 0);
    while (push(getSource(), kInfinite) > 0)
      ;
  }
  llvm::BitVector side(edges.size());
  for (size_t vertex = 0; vertex < edges.size(); ++vertex)
    side[vertex] = levels[vertex] >= 0;
  return side;
}
