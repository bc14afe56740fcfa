//===- AccessTree.h - Ordered accesses of one buffer ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ACCESSTREE_H
#define LAYOUT_LIB_ANALYSIS_ACCESSTREE_H

#include "Analysis/Integers/IndexExpressions.h"
#include "Layout/Analysis/Accesses/DefiniteWrites.h"
#include "Layout/Map/Condition.h"
#include <deque>
#include <vector>

namespace mlir::layout {

/// A set of elements that a loop writes, for fixed values of the counters
/// around it. Dimensions: the `numFixed` outermost counters, then the index of
/// the element.
struct WrittenPiece {
  unsigned numFixed = 0;
  Conjunction constraints;
  /// The iteration that writes the element, as values of the counters from
  /// `numFixed` on.
  SmallVector<AffineExpr> witness;
};

/// An op that touches the buffer, or contains one that does.
///
///     function                       sequence 0 of a node is its first region;
///     |- affine.for %i               `position` counts the siblings before it
///     |  |- affine.store B[%i]
///     |  `- affine.for %k            depth 1: one counter around it
///     |     `- affine.load B[%i]     depth 2
///     `- memref.copy B, C
struct AccessNode {
  enum class Kind {
    Once,   ///< its regions, if any, are executed once, one after the other
    Loop,   ///< its region is executed once per iteration
    Branch, ///< one of its two regions is executed
    Opaque  ///< nothing is known about when its regions are executed
  };

  Operation *op = nullptr; ///< null for the inner blocks of a CFG
  AccessNode *parent = nullptr;
  SmallVector<BufferTouch, 1> touches;
  bool readsUnnamed = false; ///< the op may read it though it does not name it
  bool hasSureWrite = false; ///< of itself, or of a node below
  unsigned sequence = 0, position = 0;

  // The following members are set when the node is opened.
  bool isOpen = false;
  Kind kind = Kind::Once;
  std::vector<std::vector<AccessNode *>> sequences;
  /// The children with definite writes, for each sequence.
  std::vector<std::vector<AccessNode *>> writers;
  unsigned depth = 0;
  /// Ranges of the counters of the loops around the node, then of its own.
  SmallVector<Interval> counters;
  /// For a loop, the constraints that hold in each iteration; if exact, exactly
  /// these counters are iterations.
  Conjunction domain;
  bool isExact = true;
  bool isSequential = false;
  /// For a branch, the condition of each region, as a disjunction of
  /// conjunctions. Empty if not known.
  SmallVector<Conjunction> conditions[2];

  /// Cache of the search for written elements.
  bool hasPieces = false;
  std::vector<WrittenPiece> pieces;

  bool hasKnownCondition() const {
    return !conditions[0].empty() || !conditions[1].empty();
  }
};

/// All touches of one buffer in program order, with what is around them. Nodes
/// are opened on demand, so that a search that ends early costs little.
class AccessTree {
public:
  AccessTree(Value root, ArrayRef<BufferTouch> touches, const BufferFlow &flow);

  AccessNode &getBody() { return nodes.front(); }
  /// Records that `op` may read any element without naming it. To be called
  /// before the body is opened.
  void addUnnamedRead(Operation *op) { getNode(op).readsUnnamed = true; }
  /// Returns the node of an op; null if it touches nothing.
  AccessNode *lookup(Operation *op) const { return nodeOf.lookup(op); }
  /// Fills in a node whose parent is open.
  void open(AccessNode &node);
  IndexExpressions &getExpressions() { return expressions; }
  Value getRoot() const { return root; }
  const BufferFlow &getFlow() const { return flow; }

private:
  AccessNode &getNode(Operation *op);
  void buildSequences(AccessNode &node, Region &region);
  std::vector<AccessNode *> getSorted(Block &block) const;
  void adopt(AccessNode &node);

  Value root;
  const BufferFlow &flow;
  IndexExpressions expressions;
  std::deque<AccessNode> nodes;
  DenseMap<Operation *, AccessNode *> nodeOf;
  DenseMap<Block *, std::vector<AccessNode *>> nodesIn;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ACCESSTREE_H
