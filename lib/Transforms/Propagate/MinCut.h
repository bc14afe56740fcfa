//===- MinCut.h - Cheapest cuts of graphs -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_MINCUT_H
#define LIB_TRANSFORMS_PROPAGATE_MINCUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace mlir::layout {

/// A directed graph of which the vertices are to be parted in two, the source
/// on one side and the sink on the other, such that the edges that lead from
/// the side of the source to that of the sink cost least.
class MinCut {
public:
  using Vertex = unsigned;
  /// More than any sum of capacities.
  static constexpr int64_t kInfinite = int64_t(1) << 60;

  MinCut() : edges(2) {}
  Vertex getSource() const { return 0; }
  Vertex getSink() const { return 1; }
  Vertex addVertex();
  void addEdge(Vertex from, Vertex to, int64_t capacity);

  /// The vertices on the side of the source, as few as a cheapest cut can have.
  /// Dinic's algorithm. Cost: at worst vertices^2 * edges; here, about linear.
  llvm::BitVector solve();

private:
  struct Edge {
    Vertex to;
    size_t back; ///< the position of the reverse edge, in `edges[to]`
    int64_t capacity;
  };

  bool computeLevels();
  /// Along one more way to the sink; false if there is none.
  bool push();

  std::vector<std::vector<Edge>> edges;
  std::vector<int> levels;  ///< distance from the source; -1: not reached
  std::vector<size_t> next; ///< the first edge that may still take flow
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_MINCUT_H
