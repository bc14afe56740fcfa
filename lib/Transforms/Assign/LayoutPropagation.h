//===- LayoutPropagation.h - Propagating layouts to aliases -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_LAYOUTPROPAGATION_H
#define LIB_TRANSFORMS_ASSIGN_LAYOUTPROPAGATION_H

#include "FixedInterfaces.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Functions/Reachability.h"
#include "Layout/Transforms/Assign/Assign.h"
#include "LayoutRequests.h"
#include "Transforms/Support/SymbolUses.h"
#include <deque>
#include <optional>

namespace mlir::layout {

/// Traces a buffer for which a layout is requested: backwards to where it
/// comes from, forwards to all who use it, through views, control flow and
/// calls. Writes into the plan what has to change there; says at the op
/// concerned what cannot.
class LayoutPropagation {
public:
  LayoutPropagation(ModuleOp module, const AssignOptions &options,
                    SymbolTableCollection &symbols,
                    ArrayRef<LayoutRequest> requests, AssignPlan &plan);

  /// Unless another request has led to the same buffer.
  void propagate(const LayoutRequest &request);

  bool hasFailed() const { return hasErrors; }
  /// Returns true if a layout is requested at this value itself.
  bool isRequested(Value value) const {
    return requestOf.contains(value.getAsOpaquePointer());
  }
  /// Returns true if it is a name of a buffer that has been reached.
  bool isReached(Value value) const { return steps.contains(value); }
  /// Copies on a device, each with one of its buffers that have been reached.
  const llvm::MapVector<gpu::MemcpyOp, unsigned> &getDeviceCopies() const {
    return deviceCopies;
  }

  AccessModes &getModes(); ///< inferred at the first query
  const BufferFlow &getFlow() const { return flow; }
  const FixedInterfaces &getInterfaces() const { return interfaces; }

private:
  /// How a name of the buffer was reached.
  struct Step {
    Value from;
    Operation *by = nullptr;
    bool isSource = false; ///< `by` forwards the name to `from`
  };

  AssignPlan::Buffer &buffer() { return plan.buffers.back(); }
  unsigned bufferIndex() const { return plan.buffers.size() - 1; }
  InFlightDiagnostic refuse(Operation *op);
  LogicalResult withNote(function_ref<LogicalResult()> planOther);
  void reach(Value value, Operation *by = nullptr, bool isSource = false);
  Operation *findMeeting(Value value) const;
  void answer(const void *key);
  void visitOrigin(Value value);
  void visitArgumentOrigin(BlockArgument argument);
  void reachSource(OpOperand &operand);
  void visitCallOrigin(TracedCall call, unsigned result);
  void reachResult(TracedFunction function, unsigned index);
  void reachGlobal(memref::GlobalOp global);
  void visitUses(Value value);
  void visitUse(OpOperand &use, Value root);
  void visitClone(Operation *clone);
  void visitDealloc(Operation *op, Value root);
  void visitView(Operation *view, Value root, bool isCast);
  void visitRun(OpOperand &use);
  void visitFoldedUse(OpOperand &use, Value root);
  void visitCall(TracedCall call, OpOperand &use, Value root);
  bool isConvertedCall(TracedCall call, OpOperand &operand);
  void convertAroundCall(TracedCall call, OpOperand &use, Value root);
  void visitPassed(TracedCall call, unsigned argument);
  bool isConstant(const MemoryOrigin &origin, Operation *op);
  /// Returns true if the memory may be that of a constant global: of arguments,
  /// by what the calls in this module pass.
  bool mayBeConstant(Value buffer);
  /// What is copied back would be written to memory that cannot be.
  void checkNotConstant(TracedCall call, Value buffer, AccessMode mode);
  void visitReturn(OpOperand &use);
  bool hasFixedInterface(TracedFunction function) {
    return interfaces.isFixed(function);
  }
  bool hasFixedInterface(memref::GlobalOp global) {
    return interfaces.isFixed(global);
  }
  bool hasFixedArgument(TracedFunction function, unsigned index) {
    return interfaces.isFixedArgument(function, index);
  }
  bool hasFixedArgument(TracedCall call, OpOperand &operand);

  ModuleOp module;
  SymbolTableCollection &symbols;
  AssignPlan &plan;
  SymbolUses uses;
  FixedInterfaces interfaces;
  BufferFlow flow;
  MemoryOrigins origins;
  Reachability<Value> constants; ///< what may be one, or is passed as one
  StorageAliases storage;
  std::optional<AccessModes> modes;
  DenseMap<const void *, const LayoutRequest *> requestOf;
  llvm::SmallPtrSet<const LayoutRequest *, 8> answered;
  DenseMap<Value, Step> steps;
  Value current; ///< the name that is visited
  llvm::SmallPtrSet<Operation *, 8> seenGlobals;
  llvm::MapVector<gpu::MemcpyOp, unsigned> deviceCopies;
  std::deque<Value> reached; ///< to be visited
  bool hasErrors = false;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_LAYOUTPROPAGATION_H
