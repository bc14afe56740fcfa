//===- FunctionGraph.h - Which functions call which -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: which functions may @f reach by calls, callees first?
//
//     @f calls @g, @g calls @h and @g      @h, then {@g}, then {@f}
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_FUNCTIONS_FUNCTIONGRAPH_H
#define LAYOUT_ANALYSIS_FUNCTIONS_FUNCTIONGRAPH_H

#include "Layout/Analysis/Functions/Calls.h"
#include "llvm/ADT/GraphTraits.h"
#include <vector>

namespace mlir::layout {

/// The functions of a module, for `llvm::scc_begin`, which comes to callees
/// before their callers. Upstream's `CallGraph` knows no kernels and launches.
/// Goes stale when functions come or go.
class FunctionGraph {
public:
  struct Node {
    TracedFunction function; ///< null for the entry, which calls all others
    SmallVector<Node *> callees;
  };

  /// All functions of the module, and no calls.
  explicit FunctionGraph(ModuleOp module);
  FunctionGraph(const FunctionGraph &) = delete;
  FunctionGraph &operator=(const FunctionGraph &) = delete;

  /// Ignores a function that is null.
  void addCall(TracedFunction caller, TracedFunction callee);

  ArrayRef<TracedFunction> getFunctions() const { return functions; }
  Node *getEntry() { return &nodes.front(); }

private:
  SmallVector<TracedFunction> functions;
  std::vector<Node> nodes; ///< the entry, and then one each function
  llvm::DenseMap<Operation *, Node *> nodeOf;
};

} // namespace mlir::layout

template <>
struct llvm::GraphTraits<mlir::layout::FunctionGraph *> {
  using NodeRef = mlir::layout::FunctionGraph::Node *;
  using ChildIteratorType = mlir::SmallVector<NodeRef>::iterator;
  static NodeRef getEntryNode(mlir::layout::FunctionGraph *graph) {
    return graph->getEntry();
  }
  static ChildIteratorType child_begin(NodeRef node) {
    return node->callees.begin();
  }
  static ChildIteratorType child_end(NodeRef node) {
    return node->callees.end();
  }
};

#endif // LAYOUT_ANALYSIS_FUNCTIONS_FUNCTIONGRAPH_H
