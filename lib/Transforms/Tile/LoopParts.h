//===- LoopParts.h - What the body of a loop does, in parts -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_LOOPPARTS_H
#define LIB_TRANSFORMS_TILE_LOOPPARTS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Adjacent statements that get a loop of their own. Between them may be
/// *definitions*: ops that only compute or load, which are copied to every part
/// that needs them.
///
///     for %i {
///       C[%i] = 0                         part 0
///       %x = A[%i]                        a definition, needed by part 1
///       for %k { C[%i] += %x * B[%k] } }  part 1
///
struct LoopPart {
  SmallVector<Operation *> statements;
  /// Needed by the statements, directly or through each other.
  llvm::SetVector<Operation *> definitions;
  /// Statements of other parts that yield values to this one.
  SmallVector<Operation *> sources;

  /// Appends the statements of the part that follows.
  void append(const LoopPart &other);
};

/// The body in parts: a statement with loops in it is one, and so are all
/// others between two such, but that a store to the same element in all
/// iterations, a sum, is no part with one that moves: these want their loops in
/// other orders. A load with attributes of its own is a statement. Cost:
/// linear.
SmallVector<LoopPart> splitIntoParts(affine::AffineForOp loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_LOOPPARTS_H
