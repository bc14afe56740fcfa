//===- GlobalReach.cpp - Exclusive access to globals ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalReach.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

StringRef layout::getAdviceForFixed(memref::GlobalOp global) {
  if (!global.isPrivate())
    return "make the global private, or run layout-assign with "
           "change-interface";
  if (global.isExternal())
    return "define the global, by a value or as '= uninitialized', or run "
           "layout-assign with change-interface";
  return "name the global by memref.get_global only";
}

namespace {

class ReachChecker {
public:
  ReachChecker(memref::GlobalOp global, bool isWritten, const BufferFlow &flow,
               CallEffects &calls, llvm::function_ref<bool(Value)> isDistinct)
      : global(global), isWritten(isWritten), flow(flow), calls(calls),
        isDistinct(isDistinct) {}

  LogicalResult check(Operation *op) {
    if (isa<CallOpInterface>(op))
      return checkCall(op);
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                     op->hasTrait<OpTrait::IsTerminator>()
                 ? success()
                 : refuse(op, "has unknown effects");
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const MemoryEffects::EffectInstance &instance : instances)
      if (failed(check(op, instance)))
        return failure();
    return success();
  }

private:
  LogicalResult checkCall(Operation *call) {
    if (calls.mayWriteUnnamed(call) ||
        (isWritten && calls.mayReadUnnamed(call)))
      return refuse(call, "may access the global");
    for (OpOperand &operand : call->getOpOperands()) {
      if (!isa<BaseMemRefType>(operand.get().getType()))
        continue;
      OperandEffect effect = calls.getEffect(operand);
      bool conflicts =
          effect.mayWrite || effect.escapes || (effect.mayRead && isWritten);
      if (conflicts && !isApartFromAll(operand.get()))
        return refuse(call, "accesses a buffer that may be the global");
    }
    return success();
  }

  LogicalResult check(Operation *op,
                      const MemoryEffects::EffectInstance &instance) {
    bool writes = isa<MemoryEffects::Write>(instance.getEffect());
    bool reads = isa<MemoryEffects::Read>(instance.getEffect());
    bool conflicts = writes || (reads && isWritten);
    if (!conflicts ||
        instance.getResource() != SideEffects::DefaultResource::get())
      return success();
    Value buffer = instance.getValue();
    if (!buffer)
      return refuse(op, "accesses memory that is none of its operands");
    if (isApartFromAll(buffer))
      return success();
    return refuse(op, "accesses a buffer that may be the global");
  }

  /// Returns true if no memory that `buffer` may be is the global, but by its
  /// name.
  bool isApartFromAll(Value buffer) {
    std::optional<SmallVector<Value>> origins = flow.getOrigins(buffer);
    return origins &&
           llvm::all_of(*origins, [&](Value v) { return isApart(v); });
  }

  bool isApart(Value root) {
    return root.getDefiningOp<memref::GetGlobalOp>() || isDistinct(root);
  }

  LogicalResult refuse(Operation *op, StringRef why) {
    InFlightDiagnostic diagnostic = op->emitOpError(why);
    diagnostic << ", so this function cannot work on a local copy with the "
                  "layout requested for global '"
               << global.getSymName() << "'; " << getAdviceForFixed(global);
    diagnostic.attachNote(global.getLoc()) << "the global";
    return diagnostic;
  }

  memref::GlobalOp global;
  bool isWritten;
  const BufferFlow &flow;
  CallEffects &calls;
  llvm::function_ref<bool(Value)> isDistinct;
};

} // namespace

bool layout::isGlobalWritten(ArrayRef<memref::GetGlobalOp> uses,
                             const BufferFlow &flow) {
  bool isWritten = false;
  for (memref::GetGlobalOp use : uses)
    flow.forEachUser(use.getResult(), [&](OpOperand &operand, bool) {
      isWritten |= getOperandEffect(operand).mayWrite;
    });
  return isWritten;
}

LogicalResult
layout::checkGlobalIsReachedAlone(TracedFunction function,
                                  memref::GlobalOp global, bool isWritten,
                                  const BufferFlow &flow, CallEffects &calls,
                                  llvm::function_ref<bool(Value)> isDistinct) {
  // Nothing writes it, under any name.
  if (global.getConstant())
    return success();
  ReachChecker checker(global, isWritten, flow, calls, isDistinct);
  WalkResult result = function.getFunctionBody().walk(
      [&](Operation *op) -> WalkResult { return checker.check(op); });
  return failure(result.wasInterrupted());
}
