//===- LoopChain.h - Loops around a place, and what is between --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_LOOPCHAIN_H
#define LIB_TRANSFORMS_REORDER_LOOPCHAIN_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Loops and branches around each other, with other statements between them:
///
///     for %i {          chain[0]     piece 0, before: B[%i] = 0
///       B[%i] = 0
///       if c(%i) {      chain[1]
///         for %j {      chain[2]
///           ... } }     the core
///       C[%i] = 1 }                  piece 0, after: C[%i] = 1
///
class LoopChain {
public:
  /// From the outermost loop or branch around `op` that can be part of a chain
  /// to the innermost. Empty if there is none.
  static LoopChain around(Operation *op);

  /// Elements [begin, end).
  LoopChain slice(unsigned begin, unsigned end) const;

  ArrayRef<Operation *> getOps() const { return ops; }
  Operation *getRoot() const { return ops.front(); }
  bool isLoop(unsigned level) const;
  SmallVector<Operation *> getLoops() const;
  /// The block of `ops[level]` that the chain goes through or ends in.
  Block *getBlock(unsigned level) const { return blocks[level]; }
  /// Returns the first op inside the branches around the whole body of the last
  /// level: each iteration that does anything reaches it.
  Operation *getCore() const;

  /// Statements in the block of one level that are split off, in order.
  struct Piece {
    unsigned level;
    bool isBefore;
    SmallVector<Operation *> statements;
  };
  /// Returns the pieces in their order after the rewrite.
  SmallVector<Piece> getPieces() const;

  /// Ops between the levels that only compute and that `users` need, directly
  /// or through each other. Null `blocker` or an op between the levels, not
  /// among `users`, that they need and that does more than compute.
  llvm::DenseSet<Operation *> getNeeded(ArrayRef<Operation *> users,
                                        Operation *&blocker) const;

private:
  SmallVector<Operation *> ops;
  SmallVector<Block *> blocks;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_LOOPCHAIN_H
