//===- AbsorbConversions.cpp - Data movement ops convert layouts ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbsorbConversions.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class ConversionAbsorber {
public:
  ConversionAbsorber(const ConversionGraph &graph, NodeOrders orders)
      : graph(graph), orders(std::move(orders)) {}

  NodeOrders absorb() {
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      if (graph.nodes[node].links.isDataMovement)
        absorbBehind(node);
    for (const TensorValue &value : graph.values)
      if (value.cost > 0)
        absorbInFront(value);
    return orders;
  }

private:
  /// Tensors made in an order in which no user takes them.
  void absorbBehind(unsigned number) {
    const TensorNode &node = graph.nodes[number];
    if (node.links.values.size() != 1)
      return;
    Value result = node.links.values.front().value;
    const TensorValue &value = graph.getValue(result, result.getParentBlock());
    if (value.uses.empty() || value.cost == 0)
      return;
    llvm::SmallSetVector<BufferAttr, 4> wanted, wantedByDataMovement;
    for (const TensorUse &use : value.uses)
      (isDataMovement(value, use) ? wantedByDataMovement : wanted)
          .insert(getOrderOf(use));
    // A data movement op reads any order.
    if (wanted.empty())
      wanted = wantedByDataMovement;
    if (wanted.size() != 1)
      return;
    orders[number][value.tensor] = wanted.front();
    for (auto [i, linked] : llvm::enumerate(node.links.operands))
      if (linked.tied)
        orders[number][i] = wanted.front();
    for (const TensorUse &use : value.uses)
      if (isDataMovement(value, use))
        orders[*use.node][use.tensor] = wanted.front();
  }

  /// Tensors converted to an order only for data movement ops.
  void absorbInFront(const TensorValue &value) {
    BufferAttr made = getOrderOf(value);
    llvm::MapVector<Attribute, SmallVector<const TensorUse *>> converted;
    for (const TensorUse &use : value.uses)
      if (getOrderOf(use) != made)
        converted[getOrderOf(use)].push_back(&use);
    for (auto &[order, uses] : converted)
      if (llvm::all_of(uses, [&](const TensorUse *use) {
            return isDataMovement(value, *use);
          }))
        for (const TensorUse *use : uses)
          orders[*use->node][use->tensor] = made;
  }

  /// Not in a block inside, which may do it more often.
  bool isDataMovement(const TensorValue &value, const TensorUse &use) const {
    return use.node && !use.tied &&
           use.operand->getOwner()->getBlock() == value.block &&
           graph.nodes[*use.node].links.isDataMovement;
  }

  BufferAttr getOrderOf(const TensorUse &use) const {
    return use.node ? orders[*use.node][use.tensor] : use.order;
  }
  BufferAttr getOrderOf(const TensorValue &value) const {
    return value.node ? orders[*value.node][value.tensor] : value.order;
  }

  const ConversionGraph &graph;
  NodeOrders orders;
};

} // namespace

NodeOrders layout::absorbConversions(const ConversionGraph &graph,
                                     NodeOrders orders) {
  return ConversionAbsorber(graph, std::move(orders)).absorb();
}
