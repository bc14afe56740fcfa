//===- ExecutionCounts.h - Execution counts of blocks -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_EXECUTIONCOUNTS_H
#define LIB_TRANSFORMS_PROPAGATE_EXECUTIONCOUNTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Bits that are converted more than before, or fewer, each time that a block
/// is executed.
using BitsPerBlock = DenseMap<Block *, int64_t>;

/// How much a conversion in a block counts against one outside of all loops.
int64_t getWeight(Block *block);

/// Compares the costs of programs whose blocks have unknown execution counts.
class ExecutionCounts {
public:
  explicit ExecutionCounts(ModuleOp module);

  /// Returns true if the change costs nothing in any execution that starts at a
  /// function which other modules may call. Cost: linear in the module if some
  /// block loses.
  bool isNeverMore(const BitsPerBlock &bits);

private:
  int64_t getMost(Region &region);
  int64_t getMost(Block &block);
  int64_t getMost(Operation &op);
  int64_t getMostOfLoop(Operation &op, int64_t before, int64_t perIteration);
  int64_t getMostOfCall(func::CallOp call);

  ModuleOp module;
  DenseMap<Operation *, func::FuncOp> callees; ///< by the call
  SmallVector<func::FuncOp> roots;
  // Of the present question.
  const BitsPerBlock *bits = nullptr;
  DenseMap<Operation *, int64_t> mostOf; ///< by the function
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_EXECUTIONCOUNTS_H
