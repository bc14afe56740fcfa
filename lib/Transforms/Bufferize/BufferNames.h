//===- BufferNames.h - Tensors that may share a buffer ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_BUFFERNAMES_H
#define LIB_TRANSFORMS_BUFFERIZE_BUFFERNAMES_H

#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"

namespace mlir::layout {

/// A state of one-shot analysis in which nothing is decided, for questions to
/// the models of ops, which take any.
struct UndecidedAnalysis {
  explicit UndecidedAnalysis(ModuleOp module) : state(module, options) {}

  const bufferization::OneShotBufferizationOptions options = [] {
    bufferization::OneShotBufferizationOptions result;
    result.bufferizeFunctionBoundaries = true;
    return result;
  }();
  bufferization::OneShotAnalysisState state;
};

/// Which tensors of a function may have one buffer, before anything is decided,
/// and which of them surely are a whole one that may be written.
///
/// Example: of `%1 = tensor.insert_slice %s into %0`, %0 and %1 are names of
/// one buffer. If %0 is an argument of the function, %1 is owned.
///
/// Approximate: of names of one buffer it may find too many, since it queries
/// the models of ops before the analysis, and never too few; of owned ones too
/// few. Cost: linear in the uses of tensors.
class BufferNames {
public:
  /// `function` has a body of one block.
  BufferNames(func::FuncOp function,
              const bufferization::OneShotAnalysisState &state);

  /// Returns the names of each buffer that has more of them than `maxNames`,
  /// in the order of the program.
  std::vector<SmallVector<Value>> getLongLists(unsigned maxNames) const;

  /// Returns all names of the buffer of a tensor.
  SmallVector<Value> getNames(Value tensor) const;

  /// Returns true if a memref, or an op without a model, may name the buffer,
  /// too.
  bool isSeenElsewhere(Value tensor) const;

  /// Returns true if the tensor surely is a whole buffer of identity layout
  /// that may be written: what takes that needs no copy.
  bool isOwned(Value tensor) const { return owned.contains(tensor); }

private:
  unsigned getNumber(Value value) const { return numbers.at(value); }
  void add(Value value);
  void join(Value a, Value b);
  void pin(Value value);
  void note(Value value, bool isWhole, bool isOwned);
  void visit(Operation *op);
  void addAll(Operation *op);
  void enterRegions(RegionBranchOpInterface op);
  void leaveRegions(RegionBranchOpInterface op);
  void joinInner(Operation *op);
  void joinOperands(Operation *op);
  void noteKind(Operation *op);

  const bufferization::OneShotAnalysisState &state;
  std::vector<Value> values; ///< in the order of the program
  DenseMap<Value, unsigned> numbers;
  llvm::IntEqClasses classes;
  DenseSet<Value> whole; ///< as `isOwned`, or constant
  DenseSet<Value> owned;
  SmallVector<Value> pinned;
  DenseSet<unsigned> pinnedClasses;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_BUFFERNAMES_H
