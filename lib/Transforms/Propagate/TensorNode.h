//===- TensorNode.h - An op through which conversions can move -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_TENSORNODE_H
#define LIB_TRANSFORMS_PROPAGATE_TENSORNODE_H

#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutPropagation.h"
#include "OrderCache.h"
#include <optional>

namespace mlir::layout {

/// A layout without its pads: in which order elements lie. Null: the plain one.
BufferAttr getOrder(BufferAttr layout);
BufferAttr getOrder(Type tensor);

/// The layout of a tensor; null if it has none. Nullopt for what is no ranked
/// tensor, or has an encoding of another dialect.
std::optional<BufferAttr> getTensorLayout(Type type);

/// Tensors of an op that lie in one order at present, up to dimensions that
/// some do not have, and can lie in another together. Operands that lie
/// otherwise, as a bias that is broadcast, are read where they are.
struct TensorNode {
  LayoutPropagationOpInterface op;
  TensorLinks links;
  /// With the operands that lie otherwise, too.
  TensorLinks allLinks;
  /// At present, of each tensor: the operands of `links`, then its values.
  SmallVector<BufferAttr> orders;
  OrderCache *cache;
  /// The tensors, by their numbers in the graph.
  SmallVector<unsigned> values = {};

  size_t getNumTensors() const { return orders.size(); }
  RankedTensorType getType(size_t tensor) const;
  OrderCache::Tensor getTensor(size_t tensor) const {
    return {getType(tensor), getDims(tensor)};
  }
  const MatchedDims &getDims(size_t tensor) const;
  /// The orders of all tensors if one of them lies in `order`; nullopt if
  /// they cannot.
  std::optional<SmallVector<BufferAttr>> carry(size_t from,
                                               BufferAttr order) const;
  size_t getPosition(Value value) const;
  /// The tensor that has most dimensions, so that the orders of all others
  /// follow from its order: a value, if there is one.
  size_t getReference() const;
  /// Returns true if tensor `to` at present has the order that follows from the
  /// order of `from`.
  bool fits(size_t from, size_t to) const;
  /// Returns true if the op only gives elements other indices, or only moves
  /// them. Then it can read and write any two layouts that name the same
  /// storage.
  bool isRelabeling() const;
  bool isTied(size_t tensor) const {
    return tensor < links.operands.size() && links.operands[tensor].tied;
  }
};

/// The numbers by which some dimension is matched.
DenseSet<int64_t> getNumbers(const MatchedDims &dims);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_TENSORNODE_H
