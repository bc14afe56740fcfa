//===- ReflowPlan.h - Which type each tensor gets ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_REFLOWPLAN_H
#define LIB_TRANSFORMS_PROPAGATE_REFLOWPLAN_H

#include "NodeOrders.h"
#include "PadFolding.h"

namespace mlir::layout {

/// What a result of a node must hold in its padding for whoever takes it, and
/// what the op makes of the padding of its operands. They are one where no
/// padding has to be written behind the op.
struct PadObligation {
  unsigned step; ///< of the layout, from 1
  PadAttr needed;
  PadAttr computed; ///< null: not known
  bool isMet() const { return isSamePad(computed, needed); }
};

/// New types for the results of nodes, and the types in which each use takes
/// its tensor. It is the types that say what padding holds, and whoever makes
/// a tensor of a type owes it; so a plan cannot be wrong about padding, only
/// dear.
class ReflowPlan {
public:
  ReflowPlan(const ConversionGraph &graph, NodeOrders orders);

  /// Of a result of a node, or of any other tensor: what it will have.
  RankedTensorType getType(Value value) const;
  /// In which `use`, of the tensor `value`, will take it.
  RankedTensorType getUsedType(const TensorValue &value,
                               const TensorUse &use) const;
  bool changesOrder(unsigned node) const {
    return orders[node] != graph.nodes[node].order;
  }

  /// Obligations of a result of a node whose type is fixed by its users, for
  /// each step that must hold something.
  SmallVector<PadObligation> getObligations(OpResult result) const;

private:
  using Pads = SmallVector<PadAttr>;
  /// A tensor in an order that it does not have.
  using ConvertedKey = std::pair<Value, Attribute>;

  void findWanted();
  void chooseTypes(unsigned node);
  void chooseConversions(unsigned node);
  SmallVector<RankedTensorType> getFixedNeeds(const TensorValue &value,
                                              BufferAttr order) const;
  RankedTensorType getPresentType(const TensorValue &value,
                                  BufferAttr order) const;
  /// The types in which the linked operands of a node are taken; null where
  /// that is not decided yet.
  SmallVector<RankedTensorType> getOperandTypes(unsigned node) const;
  /// Pads of each result, step by step. Null stands for what is not known.
  SmallVector<Pads> foldAll(unsigned node,
                            ArrayRef<RankedTensorType> operands) const;

  const ConversionGraph &graph;
  NodeOrders orders;
  DenseMap<Value, RankedTensorType> types;
  DenseMap<ConvertedKey, RankedTensorType> converted;
  /// The type that somebody behind a result needs, perhaps behind other nodes;
  /// it states a pad that holds something.
  DenseMap<Value, RankedTensorType> wanted;
  DenseMap<Value, Pads> computed;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_REFLOWPLAN_H
