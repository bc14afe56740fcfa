//===- ReflowPlan.h - Types of tensors after reflow -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_REFLOWPLAN_H
#define LIB_TRANSFORMS_PROPAGATE_REFLOWPLAN_H

#include "NodeOrders.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// Returns true if padding that holds `computed` holds what `needed` demands.
/// Null is not known.
bool isSamePad(PadAttr computed, PadAttr needed);

/// The pads that the users of a node's value need, and those that the op
/// computes from the padding of its operands. They are equal where no padding
/// has to be written after the op.
struct PadObligation {
  unsigned step; ///< of the layout, from 1
  PadAttr needed;
  PadAttr computed; ///< null: not known
  bool isMet() const { return isSamePad(computed, needed); }
};

/// How a node gets the pads of its tensors.
enum class PadChoice {
  Wanted,    ///< needed by later nodes, or of an operand
  Undefined, ///< where no user fixes them, they may be anything
  Present    ///< as now: nothing about it changes
};

/// New types for the values of nodes, and the types in which each use takes its
/// tensor. Types say what padding holds, and the op that defines a tensor of a
/// type owes it; so a plan cannot be wrong about padding, only expensive.
class ReflowPlan {
public:
  /// `choices`: for each node. Where that is `Present`, so are `orders`.
  ReflowPlan(const ConversionGraph &graph, NodeOrders orders,
             SmallVector<PadChoice> choices);

  /// Of a value of a node, or of any other tensor: what it will have.
  RankedTensorType getType(Value value) const;
  RankedTensorType getType(const TensorValue &value) const;
  /// In which `use`, of the tensor `value`, will take it.
  RankedTensorType getUsedType(const TensorValue &value,
                               const TensorUse &use) const;
  bool changesOrder(unsigned node) const {
    return orders[node] != graph.nodes[node].orders;
  }

  /// Returns true if a data movement op reads another layout than it writes.
  bool converts(unsigned node) const;

  /// Obligations of a value of a node whose type is fixed by its users, for
  /// each step that must hold something.
  SmallVector<PadObligation> getObligations(Value value) const;

private:
  using Pads = SmallVector<PadAttr>;
  /// Types that are needed of a tensor, each with whether all who need it only
  /// read.
  using Needs = llvm::SmallMapVector<RankedTensorType, bool, 4>;
  /// A tensor, by its number, in an order that it does not have.
  using ConvertedKey = std::pair<const TensorValue *, Attribute>;

  BufferAttr getOrderOf(const TensorUse &use) const {
    return use.node ? orders[*use.node][use.tensor] : use.order;
  }
  BufferAttr getOrderOf(const TensorValue &value) const {
    return value.node ? orders[*value.node][value.tensor] : value.order;
  }
  const TensorValue &getOwnValue(Value value) const {
    return graph.getValue(value, value.getParentBlock());
  }

  void findWanted();
  RankedTensorType findWant(const TensorValue &value) const;
  RankedTensorType getWantOfUse(const TensorValue &value,
                                const TensorUse &use) const;
  RankedTensorType getGivenType(unsigned node) const;
  RankedTensorType getIncomingType(unsigned node) const;
  bool servesAll(unsigned node, RankedTensorType type) const;
  void chooseSharedType(unsigned node);
  void chooseTypes(unsigned node);
  void chooseType(unsigned node, Value value, ArrayRef<PadAttr> pads);
  void chooseConversions(unsigned node);
  void collectNeeds(const TensorValue &value, BufferAttr order, Needs &needs,
                    SmallPtrSetImpl<const TensorValue *> &seen) const;
  Needs getFixedNeeds(const TensorValue &value, BufferAttr order) const;
  static RankedTensorType chooseNeed(const Needs &needs,
                                     ArrayRef<RankedTensorType> preferred = {});
  RankedTensorType getPresentType(const TensorValue &value,
                                  BufferAttr order) const;
  /// The types in which the linked operands of a node are taken; null where
  /// that is not decided yet.
  SmallVector<RankedTensorType> getOperandTypes(unsigned node) const;
  /// Pads of each value, step by step. Null is not known.
  SmallVector<Pads> foldAll(unsigned node,
                            ArrayRef<RankedTensorType> operands) const;
  bool isPadOfAll(unsigned node, size_t operand) const;

  const ConversionGraph &graph;
  NodeOrders orders;
  SmallVector<PadChoice> choices;
  DenseMap<Value, RankedTensorType> types;
  DenseMap<ConvertedKey, RankedTensorType> converted;
  /// The type that some user of a value needs, perhaps after other nodes; it
  /// states a pad that holds something.
  DenseMap<Value, RankedTensorType> wanted;
  DenseMap<Value, Pads> computed;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_REFLOWPLAN_H
