//===- FunctionGraph.cpp - Which functions call which ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Functions/FunctionGraph.h"

using namespace mlir;
using namespace mlir::layout;

FunctionGraph::FunctionGraph(ModuleOp module) {
  module.walk([&](TracedFunction function) { functions.push_back(function); });
  nodes.resize(functions.size() + 1);
  for (auto [i, function] : llvm::enumerate(functions)) {
    Node &node = nodes[i + 1];
    node.function = function;
    nodeOf[function] = &node;
    nodes.front().callees.push_back(&node);
  }
}

void FunctionGraph::addCall(TracedFunction caller, TracedFunction callee) {
  Node *from = nodeOf.lookup(caller), *to = nodeOf.lookup(callee);
  if (from && to)
    from->callees.push_back(to);
}
