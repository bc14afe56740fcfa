//===- ConversionGraph.h - Conversions and what is between them -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONVERSIONGRAPH_H
#define LIB_TRANSFORMS_PROPAGATE_CONVERSIONGRAPH_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace mlir::layout {

/// A layout without its pads: in which order elements lie. Null: the plain one.
BufferAttr getOrder(BufferAttr layout);
BufferAttr getOrder(Type tensor);

/// The layout of a tensor; null if it has none. Nullopt for what is no ranked
/// tensor, or has an encoding of another dialect.
std::optional<BufferAttr> getTensorLayout(Type type);

/// An op that computes each element of its results from those of its operands
/// at the same index, so that it can be computed in any order of elements.
struct ElementwiseNode {
  linalg::LinalgOp op;
  /// In which order its results lie, and the operands that are `linked`: they
  /// keep to that order. Others are read where they are, as a bias that is
  /// broadcast.
  BufferAttr order;
  SmallVector<OpOperand *> linked;
};

/// A use of a tensor, directly or by conversions in the block.
struct TensorUse {
  OpOperand *operand;
  /// The type in which it is used at present.
  RankedTensorType type;
  /// The node that can take it in any order; none if the type is fixed.
  std::optional<unsigned> node;
};

/// A tensor that is no conversion of another one in the block.
struct TensorValue {
  Value value;
  /// The node that yields it; none if its type is fixed.
  std::optional<unsigned> node;
  SmallVector<TensorUse> uses;
  /// Who only asks for extents: any order will do.
  SmallVector<OpOperand *> extentUses;
  /// Destinations whose elements nobody reads.
  SmallVector<TensorUse> unreadUses;
  /// All conversions of it in the block, in order.
  SmallVector<ConvertOp> converts;
  /// Bits that are moved, per element, by a conversion: none of a constant or
  /// of `tensor.empty`, which can be made in any layout.
  int64_t cost = 0;

  RankedTensorType getType() const {
    return cast<RankedTensorType>(value.getType());
  }
};

/// The conversions of one block, and the ops through which they can move. What
/// is in other blocks, inner ones included, keeps its types: there, things
/// happen more often or less.
///
/// All linked operands and results of a node have one shape, so that costs per
/// element can be compared within all that is connected.
struct ConversionGraph {
  explicit ConversionGraph(Block &block);

  Block &block;
  /// In the order of the block.
  std::vector<ElementwiseNode> nodes;
  std::vector<TensorValue> values;
  DenseMap<Value, unsigned> positions; ///< of `values`

  const TensorValue &getValue(Value value) const {
    return values[positions.lookup(value)];
  }
  /// What a tensor is a conversion of, by conversions in the block.
  Value getRoot(Value tensor) const;

private:
  void addNodes();
  void addValue(Value root, std::optional<unsigned> node);
  void addUses(TensorValue &value);
  void addUse(TensorValue &value, OpOperand &use);

  DenseMap<Operation *, unsigned> nodeOf;
};

/// Does the op read what its destination held?
bool readsDestination(linalg::LinalgOp op, OpOperand &destination);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONVERSIONGRAPH_H
