//===- BufferFlowCopies.cpp - Copies in the flow of buffers ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferFlow.h"

#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
struct NameNode {
  Value name; ///< null for the node that reaches all others
  SmallVector<NameNode *, 2> sources;
};

struct NameGraph {
  std::vector<NameNode> nodes; ///< the first reaches all others
};
} // namespace

template <>
struct llvm::GraphTraits<NameGraph *> {
  using NodeRef = NameNode *;
  using ChildIteratorType = SmallVector<NameNode *, 2>::iterator;
  static NodeRef getEntryNode(NameGraph *graph) { return &graph->nodes[0]; }
  static ChildIteratorType child_begin(NodeRef node) {
    return node->sources.begin();
  }
  static ChildIteratorType child_end(NodeRef node) {
    return node->sources.end();
  }
};

/// Names that hand each other what they are given are one name if they are
/// given one value from outside. What they are given is known before they are,
/// as components come in the order of the flow.
void BufferFlow::resolve(ArrayRef<Value> open, unsigned depth) {
  NameGraph graph;
  graph.nodes.resize(open.size() + 1);
  DenseMap<Value, NameNode *> nodeOf;
  for (auto [i, name] : llvm::enumerate(open)) {
    NameNode *node = &graph.nodes[i + 1];
    node->name = name;
    nodeOf[name] = node;
    graph.nodes[0].sources.push_back(node);
  }
  for (NameNode &node : llvm::drop_begin(graph.nodes))
    for (OpOperand *operand : incoming[node.name])
      if (NameNode *source = nodeOf.lookup(operand->get()))
        node.sources.push_back(source);
  for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it) {
    SmallVector<Value> together;
    for (NameNode *node : *it)
      if (node->name)
        together.push_back(node->name);
    if (!together.empty())
      resolveTogether(together, depth);
  }
}

void BufferFlow::resolveTogether(ArrayRef<Value> together, unsigned depth) {
  llvm::SmallDenseSet<Value, 8> inside(together.begin(), together.end());
  Value given;
  bool isOne = true;
  SmallVector<Value> inner, outer;
  for (Value name : together) {
    bool isInner = true;
    for (OpOperand *operand : incoming[name]) {
      Value value = operand->get();
      if (inside.contains(value))
        continue;
      isInner = false;
      if (Value known = copied.lookup(value))
        value = known;
      isOne &= !given || given == value;
      given = value;
    }
    (isInner ? inner : outer).push_back(name);
  }
  // Where it is not, nothing can be put in the place of the name.
  auto isVisibleFrom = [&](Value name) {
    return given.getParentRegion()->isAncestor(name.getParentRegion());
  };
  if (given && isOne && llvm::all_of(together, isVisibleFrom)) {
    for (Value name : together)
      copied[name] = given;
    return;
  }
  // Names that are not seen to be copies are merges, of which less is known.
  constexpr unsigned maxDepth = 32;
  if (outer.empty() || depth >= maxDepth) {
    for (Value name : together)
      copied[name] = name;
    return;
  }
  for (Value name : outer)
    copied[name] = name;
  if (!inner.empty())
    resolve(inner, depth + 1);
}
