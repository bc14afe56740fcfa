//===- Asynchrony.h - Asynchronous ops on buffers ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task accesses its buffers while the ops after it are executed:
//
//     %token = async.execute { store %v, %a[%i] }
//     ...                          // may still be running here
//     return %token
//
// A program without races reads nothing meanwhile that the task writes. What a
// pass adds (a copy of the whole buffer, a pad stage, a `dealloc`) would.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_ASYNCHRONY_H
#define LAYOUT_ANALYSIS_BUFFERS_ASYNCHRONY_H

#include "Layout/Analysis/Buffers/MemoryOrigins.h"

namespace mlir::layout {

/// Returns true if `op` may still be running when the ops after it are
/// executed: if it returns a token of the `gpu`, `async` or `nvgpu` dialect, or
/// starts a transfer. Does not look for ops that wait for it.
bool isAsynchronous(Operation *op);

/// Finds the ops that may be under way on a buffer: those of its own function,
/// calls of functions that start one, and what a caller has started before.
///
/// "None" is a proof as far as the module shows. Cost: one walk over the
/// module; where there are such ops, also the calls times the ops that may be
/// under way on what they pass. Goes stale when the module changes.
class AsynchronousUses {
public:
  AsynchronousUses(ModuleOp module, const BufferFlow &flow,
                   SymbolTableCollection &symbols);

  /// An op that may be under way on the memory of `buffer` somewhere in the
  /// function in which `buffer` is; null if there is none.
  Operation *find(Value buffer);
  /// The same, of those that were started before the function was called.
  Operation *findOfCaller(Value buffer);
  /// Returns true if the op is a call whose callee may leave an asynchronous op
  /// running on this operand.
  bool mayOutlast(OpOperand &operand);

private:
  /// An origin, the name of a global, an op that makes memory; null: any.
  using Memory = const void *;
  using Running = llvm::DenseMap<Memory, llvm::SmallVector<Operation *, 1>>;
  struct Calls;

  void addTask(Operation *task);
  void add(Value buffer, Operation *op, Running &running);
  Operation *findAt(TracedCall call, unsigned number);
  void followToCallers(const Calls &calls);
  void followToCallees(const Calls &calls);
  llvm::SmallVector<Memory> getMemories(Value buffer, bool withMakers);
  llvm::SmallVector<Operation *> lookUp(const Running &running, Value buffer);

  const BufferFlow &flow;
  MemoryOrigins origins;
  Running started;                       ///< by an op of the origin's function
  Running ofCaller;                      ///< arguments
  llvm::SmallVector<BlockArgument> open; ///< those callers or callees await
  llvm::DenseMap<Running *, llvm::DenseSet<Value>> marked;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_ASYNCHRONY_H
