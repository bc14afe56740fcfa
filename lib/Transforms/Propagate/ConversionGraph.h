//===- ConversionGraph.h - Graph of conversions and ops ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONVERSIONGRAPH_H
#define LIB_TRANSFORMS_PROPAGATE_CONVERSIONGRAPH_H

#include "TensorNode.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace mlir::layout {

/// A use of a tensor, directly or by conversions in the block.
struct TensorUse {
  OpOperand *operand;
  /// The type in which it is used at present.
  RankedTensorType type;
  /// Of that type.
  BufferAttr order;
  /// The node that can take it in another order, and which of its tensors it
  /// is; none if the type is fixed.
  std::optional<unsigned> node;
  unsigned tensor = 0;
  /// The value whose type it must have; null if there is none.
  Value tied = {};
  /// True if an op of fixed layout only reads the tensor, so that any pad will
  /// do.
  bool onlyReads = false;
};

/// A tensor that is no conversion of another one in the block, as it is used in
/// a block and, if the tensor is of that block, in those inside that take it as
/// it is. Where another block converts it, its type there is fixed.
struct TensorValue {
  Value value;
  Block *block;
  /// The node that yields it, and which of its tensors it is; none if its type
  /// is fixed.
  std::optional<unsigned> node;
  unsigned tensor = 0;
  SmallVector<TensorUse> uses;
  /// Users that only query extents: any order will do.
  SmallVector<OpOperand *> extentUses;
  /// Destinations whose elements are not read.
  SmallVector<TensorUse> unreadUses;
  /// All conversions of it in the block, in order.
  SmallVector<ConvertOp> converts;
  /// Bits that a conversion moves, none of a constant or of `tensor.empty`,
  /// which can be made in any layout. Extents that are not known count as 1:
  /// they are the same in all tensors that nodes connect.
  int64_t cost = 0;

  /// At present, also when types change: other blocks still take this one.
  RankedTensorType type;
  BufferAttr order;

  RankedTensorType getType() const { return type; }
  Block *getDefiningBlock() const { return Value(value).getParentBlock(); }
  bool isOfBlock() const { return getDefiningBlock() == block; }
};

/// Returns true if there are conversions of tensors.
bool hasConversions(ModuleOp module);

/// The conversions of a module, and the ops through which they can move.
///
/// What a block takes from around it is converted around it, as often as it
/// was.
struct ConversionGraph {
  explicit ConversionGraph(ModuleOp module);

  ModuleOp module;
  /// Ops in program order, outer ones first.
  std::vector<TensorNode> nodes;
  std::vector<TensorValue> values;
  DenseMap<std::pair<Value, Block *>, unsigned> positions; ///< of `values`

  const TensorValue &getValue(Value root, Block *block) const {
    return values[positions.lookup({root, block})];
  }
  const TensorValue &getValue(OpOperand &use) const;
  /// What a tensor is a conversion of, by conversions in the block; in its own,
  /// if none is given.
  static Value getRoot(Value tensor, Block *block);
  static Value getRoot(Value tensor);
  /// `order`, or a layout of the same storage in which the tensor is made, or
  /// used, by what cannot change.
  BufferAttr getFixedAlike(const TensorValue &value, BufferAttr order) const;
  /// The tensor of a node that an operand takes, or a value is.
  const TensorValue *findValue(const TensorNode &node, size_t tensor) const {
    return &values[node.values[tensor]];
  }

private:
  using NodeTensor = std::pair<unsigned, unsigned>;

  void findBlocks();
  void addNode(LayoutPropagationOpInterface op, TensorLinks links);
  void addBarrier(const TensorLinks &links);
  void numberTensors(TensorNode &node) const;
  bool dropUnlinked(TensorLinks &links) const;
  bool isIncluded(Value value) const;
  void addValue(Value root, Block *block);
  void addUses(TensorValue &value);
  void addUse(TensorValue &value, OpOperand &use);

  std::unique_ptr<OrderCache> cache;
  SmallVector<Block *> blocks;
  SmallPtrSet<Block *, 16> isOfGraph;
  DenseMap<OpOperand *, NodeTensor> nodeOfOperand;
  DenseMap<Value, NodeTensor> nodeOfValue;
  /// Destinations that are not read, of ops that are no nodes, with the results
  /// written to them.
  DenseMap<OpOperand *, Value> pinnedInits;
};

/// Which tensors of a graph nodes connect, directly or through others. What is
/// made anew for each user, as a constant is, connects nothing.
class GraphComponents {
public:
  explicit GraphComponents(const ConversionGraph &graph);

  /// By the number of the tensor.
  unsigned get(unsigned value) const { return classes.getLeaderValue(value); }
  unsigned get(const TensorNode &node) const { return get(node.values.back()); }

private:
  llvm::EquivalenceClasses<unsigned> classes;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONVERSIONGRAPH_H
