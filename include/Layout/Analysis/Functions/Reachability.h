//===- Reachability.h - Which nodes lead to one of a kind -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: does @f, or a function that it calls, directly or not, print?
//
//     @f calls @g and itself, @g calls @f      no: nothing on the cycle does
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_FUNCTIONS_REACHABILITY_H
#define LAYOUT_ANALYSIS_FUNCTIONS_REACHABILITY_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// Remembers of the nodes of a directed graph whether a node that is sought can
/// be reached from them. A cycle on which none is sought reaches none.
template <typename Node>
class Reachability {
public:
  /// Returns true if a sought node can be reached from `start`, or is `start`.
  /// `visit` is called once in the life of the object with each node that is
  /// reached: it adds the successors, and returns true if the node is sought.
  /// It must not query the object. Cost: linear in the nodes and edges that no
  /// earlier query came to.
  bool find(Node start,
            function_ref<bool(Node, SmallVectorImpl<Node> &)> visit) {
    llvm::SetVector<Node> open;
    if (!known.contains(start))
      open.insert(start);
    SmallVector<Node> found;
    llvm::DenseMap<Node, SmallVector<Node, 1>> predecessors;
    for (size_t i = 0; i < open.size(); ++i) {
      Node node = open[i];
      SmallVector<Node> successors;
      if (visit(node, successors))
        found.push_back(node);
      for (Node successor : successors) {
        auto it = known.find(successor);
        if (it == known.end()) {
          open.insert(successor);
          predecessors[successor].push_back(node);
        } else if (it->second) {
          found.push_back(node);
        }
      }
    }
    for (Node node : open)
      known[node] = false;
    while (!found.empty()) {
      Node node = found.pop_back_val();
      if (std::exchange(known[node], true))
        continue;
      llvm::append_range(found, predecessors.lookup(node));
    }
    return known.lookup(start);
  }

private:
  llvm::DenseMap<Node, bool> known;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_FUNCTIONS_REACHABILITY_H
