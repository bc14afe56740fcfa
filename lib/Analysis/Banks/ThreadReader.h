//===- ThreadReader.h - Indices in terms of threads -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_BANKS_THREADREADER_H
#define LAYOUT_LIB_ANALYSIS_BANKS_THREADREADER_H

#include "Analysis/Integers/AffineReader.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include <array>
#include <string>

namespace mlir::layout {

/// Reads integers of a kernel as affine expressions of the number of a thread in
/// its block, d0, and of variables d1, d2, ... that all threads of a warp agree
/// on: counters of loops, numbers of blocks, arguments.
///
/// In a block of 16 x 8 threads, `gpu.thread_id y` is (d0 floordiv 16) mod 8.
class ThreadReader : public AffineReader {
public:
  /// `kernel` is a `gpu.func` or a `gpu.launch`.
  ThreadReader(Operation *kernel, int64_t numLanes);

  /// Nullopt if the size of a block is not known.
  std::optional<int64_t> getNumThreads() const;
  /// Why `express` returned null for `value`; empty if it did not.
  std::string getReason(Value value) const;

  /// `expr` without dimensions that only stand for expressions of others.
  AffineExpr expand(AffineExpr expr) const;
  unsigned getNumDims() const { return variables.size(); }
  /// A variable has the values 0, 1, ... below this; nullopt: any value.
  std::optional<int64_t> getCount(unsigned dim) const {
    return variables[dim].count;
  }
  /// How often `loop` runs its body; nullopt if not known, and for other ops.
  std::optional<int64_t> getTripCount(Operation *loop);
  /// Returns true if all threads of a block surely do the same number of
  /// iterations.
  bool isUniform(Operation *loop);

  Interval getRange(AffineExpr expr) const override;

protected:
  AffineExpr getLeaf(Value value) override;

private:
  struct Variable {
    std::optional<int64_t> count;
    AffineExpr definition; ///< of a dimension that stands for an expression
    Interval range;
    int64_t numNodes = 1; ///< of the definition, written out
  };

  AffineExpr addVariable(std::optional<int64_t> count);
  AffineExpr addDefinition(AffineExpr definition);
  AffineExpr getThreadId(unsigned dim);
  AffineExpr getBlockSize(unsigned dim);
  std::string explain(Value value) const;
  AffineExpr readOp(Operation *op);
  AffineExpr readBits(Operation *op);
  AffineExpr readApply(affine::AffineApplyOp apply);
  int64_t countNodes(AffineExpr expr, int64_t limit) const;
  AffineExpr readArgument(BlockArgument argument);
  AffineExpr readLaunch(BlockArgument argument);
  AffineExpr readCounter(const LoopCounter &counter);
  std::optional<int64_t> countSteps(const LoopCounter &counter);

  Operation *kernel;
  int64_t numLanes;
  std::array<std::optional<int64_t>, 3> blockSize;
  SmallVector<Variable> variables;
  DenseMap<Value, std::string> reasons; ///< of those that are no leaves
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_BANKS_THREADREADER_H
