//===- MinCut.cpp - Cheapest cuts of graphs -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MinCut.h"

#include <deque>

using namespace mlir;
using namespace mlir::layout;

MinCut::Vertex MinCut::addVertex() {
  edges.emplace_back();
  return edges.size() - 1;
}

void MinCut::addEdge(Vertex from, Vertex to, int64_t capacity) {
  edges[from].push_back({to, edges[to].size(), capacity});
  edges[to].push_back({from, edges[from].size() - 1, 0});
}

/// Returns true if there is a path to the sink with capacity left.
bool MinCut::computeLevels() {
  // Distances from the source in the residual graph, as in Dinic's algorithm.
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

/// Not recursive: a way is as long as a program may be.
bool MinCut::push() {
  SmallVector<Edge *> way;
  SmallVector<Vertex> passed;
  Vertex at = getSource();
  while (at != getSink()) {
    auto canTake = [&](const Edge &edge) {
      return edge.capacity > 0 && levels[edge.to] == levels[at] + 1;
    };
    while (next[at] < edges[at].size() && !canTake(edges[at][next[at]]))
      ++next[at];
    if (next[at] < edges[at].size()) {
      way.push_back(&edges[at][next[at]]);
      passed.push_back(at);
      at = way.back()->to;
      continue;
    }
    if (way.empty())
      return false;
    // A dead end, for the rest of this phase: its edge is not tried again.
    way.pop_back();
    at = passed.pop_back_val();
    ++next[at];
  }
  int64_t flow = kInfinite;
  for (Edge *edge : way)
    flow = std::min(flow, edge->capacity);
  for (Edge *edge : way) {
    edge->capacity -= flow;
    edges[edge->to][edge->back].capacity += flow;
  }
  return true;
}

llvm::BitVector MinCut::solve() {
  while (computeLevels()) {
    next.assign(edges.size(), 0);
    while (push())
      ;
  }
  llvm::BitVector side(edges.size());
  for (size_t vertex = 0; vertex < edges.size(); ++vertex)
    side[vertex] = levels[vertex] >= 0;
  return side;
}
