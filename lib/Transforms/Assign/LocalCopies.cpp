//===- LocalCopies.cpp - Local copies for requests ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalCopies.h"

#include "GlobalReach.h"
#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/ParallelScopes.h"
#include "Layout/Analysis/Calls/CallEffects.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class LocalCopyChecker {
public:
  LocalCopyChecker(ModuleOp module, const AssignPlan &plan,
                   const AccessModes &modes, const FixedInterfaces &interfaces,
                   SymbolTableCollection &symbols,
                   function_ref<bool(Value)> isDistinct)
      : plan(plan), flow(modes.getFlow()), interfaces(interfaces),
        symbols(symbols), isDistinct(isDistinct),
        parallel(module, flow, symbols), tasks(module, flow, symbols),
        aliases(flow), effects(modes, symbols) {}

  LogicalResult check() {
    for (const AssignPlan::LocalGlobal &local : plan.localGlobals)
      checkGlobal(local);
    for (const AssignPlan::LocalArgument &local : plan.localArguments)
      checkArgument(local);
    for (const AssignPlan::Buffer &buffer : plan.buffers)
      checkLifetime(buffer);
    for (const auto &[call, operands] : plan.convertedCalls)
      checkCall(call, operands);
    return failure(hasErrors);
  }

private:
  /// An error that ends with where the layout is requested.
  InFlightDiagnostic refuse(Operation *op, unsigned buffer) {
    hasErrors = true;
    InFlightDiagnostic diagnostic = op->emitOpError();
    diagnostic.attachNote(plan.buffers[buffer].requested)
        << "the layout is requested here";
    return diagnostic;
  }

  //===--------------------------------------------------------------------===//
  // Globals and arguments of which a function has a copy
  //===--------------------------------------------------------------------===//

  void checkGlobal(const AssignPlan::LocalGlobal &local) {
    memref::GetGlobalOp get = local.uses.front();
    memref::GlobalOp global = local.global;
    TracedFunction function = local.function;
    if (!function || function.isOnDevice()) {
      hasErrors = true;
      get.emitOpError() << (function ? "is on a device, where"
                                     : "is outside of any func.func, where")
                        << " the layout requested for global '"
                        << global.getSymName()
                        << "' cannot be met by a local copy; "
                        << getAdviceForFixed(global);
      return;
    }
    for (memref::GetGlobalOp use : local.uses)
      checkGlobalIsNotReturned(use, global);
    checkNothingRuns(get.getResult(), local.buffer);
    // A request guarantees that its buffer is reached in no other way.
    hasErrors |= failed(checkGlobalIsReachedAlone(
        function, global, local.isWritten, flow, effects, [&](Value other) {
          return isDistinct(other) ||
                 !aliases.mayBeOneMemory(get.getResult(), other);
        }));
    if (local.isWritten)
      checkIsAlone(function, getBody(function), get.getResult(), local.buffer);
  }

  void checkGlobalIsNotReturned(memref::GetGlobalOp get,
                                memref::GlobalOp global) {
    flow.forEachUser(get.getResult(), [&](OpOperand &use, bool) {
      Operation *user = use.getOwner();
      if (!isa<func::ReturnOp>(user))
        return;
      hasErrors = true;
      user->emitOpError("returns the global '")
          << global.getSymName()
          << "', of which it would work on a local copy; "
          << getAdviceForFixed(global);
    });
  }

  /// With `change-interface`, a function may return what it was given.
  void checkArgument(const AssignPlan::LocalArgument &local) {
    TracedFunction function = local.function;
    BlockArgument argument = function.getArguments()[local.index];
    if (!interfaces.isFixed(function))
      flow.forEachUser(argument, [&](OpOperand &use, bool) {
        if (isa<func::ReturnOp>(use.getOwner()))
          refuse(use.getOwner(), local.buffer)
              << "returns argument #" << local.index
              << ", of which it would work on a local copy; state the layout "
                 "in the type of the argument";
      });
    checkNothingRuns(argument, local.buffer);
    if (local.mode == AccessMode::ReadWrite)
      checkIsAlone(function, getBody(function), argument, local.buffer);
  }

  static Block *getBody(TracedFunction function) {
    return &function.getFunctionBody().front();
  }

  /// A copy of all of a buffer back loses what others wrote meanwhile.
  void checkIsAlone(Operation *op, Block *block, Value root, unsigned buffer) {
    std::optional<ParallelScopes::Scope> shared = parallel.find(block, root);
    if (!shared)
      return;
    StringRef all = shared->isOfKernel() ? "threads of a kernel"
                                         : "iterations of a parallel loop";
    refuse(shared->call ? shared->call : op, buffer)
        << "would give all " << all
        << " local copies of one buffer, which overwrite each other when "
           "copied back; "
        << (shared->call ? "make the called function private, or run "
                           "layout-assign with change-interface"
                         : "state the layout in the type of what is called");
  }

  /// A task would go on with a copy that is copied back and freed.
  void checkNothingRuns(Value root, unsigned buffer) {
    Operation *running = tasks.find(root);
    if (!running || !refused.insert({running, buffer}).second)
      return;
    InFlightDiagnostic diagnostic = refuse(running, buffer);
    diagnostic << "may still be running where the local copy of its buffer "
                  "with the requested layout is copied back and freed; make it "
                  "synchronous, or state the layout in the type of the buffer";
    diagnostic.attachNote(root.getLoc()) << "the buffer";
  }

  /// A local copy is freed where it was made, and nowhere else.
  void checkLifetime(const AssignPlan::Buffer &buffer) {
    unsigned index = &buffer - plan.buffers.data();
    auto isOfThis = [&](const auto &local) { return local.buffer == index; };
    if (buffer.freedElsewhere && (llvm::any_of(plan.localArguments, isOfThis) ||
                                  llvm::any_of(plan.localGlobals, isOfThis)))
      refuse(buffer.freedElsewhere, index)
          << "frees a buffer that its function received, and of which it would "
             "work on a local copy with the requested layout; state the layout "
             "in the type, or run layout-assign with change-interface";
  }

  //===--------------------------------------------------------------------===//
  // Calls that get copies
  //===--------------------------------------------------------------------===//

  void checkCall(Operation *call,
                 ArrayRef<AssignPlan::ConvertedOperand> operands) {
    for (auto [i, operand] : llvm::enumerate(operands)) {
      // The callee may reach the global as well, unless it requests the layout
      // itself.
      if (plan.buffers[operand.buffer].isOfGlobal && !operand.isIntoLayout &&
          mayReachGlobal(call, operand))
        refuse(call, operand.buffer)
            << "passes a global for which a layout is requested to a function "
               "whose type cannot change, and which may access the global by "
               "its name, too; pass a copy of the global, or, if the function "
               "has a body here, make it private or run layout-assign with "
               "change-interface, and pass the global without a cast";
      for (const AssignPlan::ConvertedOperand &other : operands.take_front(i))
        checkAreApart(call, operand, other);
      if (Operation *free = findDeallocation(TracedCall(call), operand.operand))
        refuse(free, operand.buffer)
            << "frees a buffer of which a call passes a copy with another "
               "layout, so that both the function and the caller would free "
               "the copy; free the buffer after the call";
      checkNothingRuns(operand.root, operand.buffer);
      if (operand.mode == AccessMode::ReadWrite)
        checkIsAlone(call, call->getBlock(), operand.root, operand.buffer);
    }
  }

  /// Returns true if the callee may tell a copy of the global that it is given:
  /// it accesses the global by its name as well, and one of the two is written.
  bool mayReachGlobal(Operation *call,
                      const AssignPlan::ConvertedOperand &operand) {
    if (operand.isConstant)
      return false;
    return effects.mayWriteUnnamed(call) ||
           (operand.mode != AccessMode::Read && effects.mayReadUnnamed(call));
  }

  /// Finds where a callee, or a function that it calls, frees an argument; null
  /// if none of them, as far as their bodies are here, does.
  Operation *findDeallocation(TracedCall call, unsigned argument) {
    llvm::SmallSetVector<std::pair<Operation *, unsigned>, 4> passed;
    auto pass = [&](TracedCall call, unsigned argument) {
      TracedFunction callee = call.lookUpCallee(symbols);
      if (callee && !callee.isExternal())
        passed.insert({callee, argument});
    };
    pass(call, argument);
    Operation *found = nullptr;
    for (size_t i = 0; i < passed.size() && !found; ++i) {
      auto [callee, index] = passed[i];
      flow.forEachUser(cast<TracedFunction>(callee).getArgument(index),
                       [&](OpOperand &use, bool) {
                         auto inner = dyn_cast<TracedCall>(use.getOwner());
                         if (frees(use))
                           found = use.getOwner();
                         else if (!inner)
                           return;
                         else if (auto number = inner.getArgumentNumber(use))
                           pass(inner, *number);
                       });
    }
    return found;
  }

  /// Two copies of one buffer would disagree. Whether others see what is
  /// converted into a layout is the same as without a copy.
  void checkAreApart(Operation *call, const AssignPlan::ConvertedOperand &a,
                     const AssignPlan::ConvertedOperand &b) {
    if (a.root != b.root && !a.isIntoLayout && !b.isIntoLayout &&
        aliases.canMeet(a.root, b.root))
      refuse(call, a.buffer)
          << "may pass one buffer as operands "
          << std::min(a.operand, b.operand) << " and "
          << std::max(a.operand, b.operand)
          << " to a function whose type cannot change, and which would be "
             "given two copies of it; make the function private, or run "
             "layout-assign with change-interface";
  }

  const AssignPlan &plan;
  const BufferFlow &flow;
  const FixedInterfaces &interfaces;
  SymbolTableCollection &symbols;
  function_ref<bool(Value)> isDistinct;
  ParallelScopes parallel;
  AsynchronousUses tasks;
  BufferAliases aliases;
  CallEffects effects;
  llvm::DenseSet<std::pair<Operation *, unsigned>> refused;
  bool hasErrors = false;
};

} // namespace

LogicalResult layout::checkLocalCopies(ModuleOp module, const AssignPlan &plan,
                                       const AccessModes &modes,
                                       const FixedInterfaces &interfaces,
                                       SymbolTableCollection &symbols,
                                       function_ref<bool(Value)> isDistinct) {
  return LocalCopyChecker(module, plan, modes, interfaces, symbols, isDistinct)
      .check();
}
