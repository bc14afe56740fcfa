//===- Aliases.cpp - Roots, views and who touches a buffer ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Aliases.h"

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// The memref that `op` is a view of; null if it is no view of one.
static Value getMemRefSource(Operation *op) {
  auto view = dyn_cast_or_null<ViewLikeOpInterface>(op);
  if (!view || !isa<BaseMemRefType>(view.getViewSource().getType()))
    return {};
  return view.getViewSource();
}

Value layout::getRootBuffer(Value buffer) {
  while (Value source = getMemRefSource(buffer.getDefiningOp()))
    buffer = source;
  return buffer;
}

void layout::forEachUser(Value root, llvm::function_ref<void(OpOperand &)> visit) {
  SmallVector<Value> worklist{root};
  while (!worklist.empty()) {
    Value buffer = worklist.pop_back_val();
    for (OpOperand &use : buffer.getUses()) {
      Operation *user = use.getOwner();
      if (getMemRefSource(user) == buffer)
        worklist.append(user->result_begin(), user->result_end());
      else
        visit(use);
    }
  }
}

/// Ops that name a buffer without touching its elements or handing it on.
static bool onlyNames(Operation *op) {
  return isa<memref::DimOp, memref::RankOp, memref::DeallocOp, func::ReturnOp,
             PaddingOp, AssumePaddingOp>(op);
}

OperandEffect layout::getOperandEffect(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (onlyNames(op))
    return {false, false};
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  // A result that is a buffer may be this one under another name.
  bool handsOn = llvm::any_of(
      op->getResultTypes(), [](Type type) { return isa<BaseMemRefType>(type); });
  if (!interface || handsOn)
    return {true, true};
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  // No effect at all: a pointer or a cast, behind which nothing can be seen.
  if (effects.empty())
    return {true, true};
  OperandEffect result{false, false};
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (effect.getValue() && effect.getValue() != operand.get())
      continue;
    result.mayRead |= isa<MemoryEffects::Read>(effect.getEffect());
    result.mayWrite |=
        isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
  }
  return result;
}
