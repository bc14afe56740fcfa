//===- NodeOrders.cpp - In which order ops work, at least cost ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeOrders.h"

#include "MinCut.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

NodeOrders layout::getNodeOrders(const ConversionGraph &graph) {
  return llvm::map_to_vector(
      graph.nodes, [](const ElementwiseNode &node) { return node.order; });
}

static BufferAttr getOrderOf(const TensorValue &value,
                             const NodeOrders &orders) {
  return value.node ? orders[*value.node] : getOrder(value.getType());
}

static BufferAttr getOrderOf(const TensorUse &use, const NodeOrders &orders) {
  return use.node ? orders[*use.node] : getOrder(use.type);
}

int64_t layout::getConversionCost(const ConversionGraph &graph,
                                  const NodeOrders &orders) {
  int64_t cost = 0;
  for (const TensorValue &value : graph.values) {
    SmallPtrSet<Attribute, 4> others;
    for (const TensorUse &use : value.uses)
      others.insert(getOrderOf(use, orders));
    others.erase(getOrderOf(value, orders));
    cost += value.cost * static_cast<int64_t>(others.size());
  }
  return cost;
}

namespace {

/// The nodes that should go over to one order, `target`. In the cut they are on
/// the side of the source; those that keep theirs on that of the sink.
class ExpansionMove {
public:
  ExpansionMove(const ConversionGraph &graph, const NodeOrders &orders,
                BufferAttr target)
      : orders(orders), target(target) {
    for (BufferAttr order : orders)
      vertices.push_back(order == target ? cut.getSource() : cut.addVertex());
    for (const TensorValue &value : graph.values)
      if (value.cost > 0)
        addCosts(value);
  }

  NodeOrders find() {
    llvm::BitVector moves = cut.solve();
    NodeOrders result = orders;
    for (auto [order, vertex] : llvm::zip_equal(result, vertices))
      if (moves.test(vertex))
        order = target;
    return result;
  }

private:
  /// A tensor whose type is fixed never moves: it is where it is.
  MinCut::Vertex getVertex(std::optional<unsigned> node, BufferAttr order) {
    if (node)
      return vertices[*node];
    return order == target ? cut.getSource() : cut.getSink();
  }

  /// One conversion to `target` if some use is in it and the tensor is not; one
  /// to each other order in which some use stays and the tensor does not.
  void addCosts(const TensorValue &value) {
    llvm::MapVector<Attribute, SmallVector<MinCut::Vertex, 4>> stays;
    MinCut::Vertex moves = cut.addVertex();
    for (const TensorUse &use : value.uses) {
      BufferAttr order = getOrderOf(use, orders);
      MinCut::Vertex user = getVertex(use.node, order);
      cut.addEdge(user, moves, MinCut::kInfinite);
      if (order != target)
        stays[order].push_back(user);
    }
    BufferAttr order = getOrderOf(value, orders);
    MinCut::Vertex maker = getVertex(value.node, order);
    cut.addEdge(moves, maker, value.cost);
    for (auto &[other, users] : stays) {
      MinCut::Vertex keeps = cut.addVertex();
      for (MinCut::Vertex user : users)
        cut.addEdge(keeps, user, MinCut::kInfinite);
      cut.addEdge(other == Attribute(order) ? maker : cut.getSource(), keeps,
                  value.cost);
    }
  }

  const NodeOrders &orders;
  BufferAttr target;
  MinCut cut;
  SmallVector<MinCut::Vertex> vertices; ///< of nodes
};

} // namespace

NodeOrders layout::chooseNodeOrders(const ConversionGraph &graph) {
  NodeOrders orders = getNodeOrders(graph);
  llvm::SmallSetVector<BufferAttr, 8> targets;
  for (const TensorValue &value : graph.values) {
    targets.insert(getOrderOf(value, orders));
    for (const TensorUse &use : value.uses)
      targets.insert(getOrderOf(use, orders));
  }
  int64_t cost = getConversionCost(graph, orders);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (BufferAttr target : targets) {
      NodeOrders moved = ExpansionMove(graph, orders, target).find();
      int64_t less = getConversionCost(graph, moved);
      if (less >= cost)
        continue;
      cost = less;
      orders = std::move(moved);
      hasChanged = true;
    }
  }
  return orders;
}
