//===- Aliases.cpp - Roots, views and who touches a buffer ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Aliases.h"

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// The memref that `op` is a view of; null if it is no view of one, or one that
/// is no memref itself.
static Value getMemRefSource(Operation *op) {
  auto view = dyn_cast_or_null<ViewLikeOpInterface>(op);
  if (!view || !isa<BaseMemRefType>(view.getViewSource().getType()) ||
      llvm::none_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return {};
  return view.getViewSource();
}

Value layout::getRootBuffer(Value buffer) {
  // Where control never comes, an op may be a view of itself.
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (Value source = getMemRefSource(buffer.getDefiningOp())) {
    if (!seen.insert(buffer.getDefiningOp()).second)
      break;
    buffer = source;
  }
  return buffer;
}

void layout::forEachUser(Value root,
                         llvm::function_ref<void(OpOperand &)> visit) {
  SmallVector<Value> worklist{root};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty()) {
    Value buffer = worklist.pop_back_val();
    for (OpOperand &use : buffer.getUses()) {
      Operation *user = use.getOwner();
      if (getMemRefSource(user) != buffer) {
        visit(use);
        continue;
      }
      if (seen.insert(user).second)
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            worklist.push_back(result);
    }
  }
}

/// Ops that name a buffer without touching its elements or handing it on.
static bool onlyNames(Operation *op) {
  return isa<memref::DimOp, memref::RankOp, memref::DeallocOp, PaddingOp,
             AssumePaddingOp>(op);
}

OperandEffect layout::getOperandEffect(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (onlyNames(op))
    return {false, false, false};
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  // A result that is a buffer may be this one under another name.
  if (!interface ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return {true, true, true};
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  OperandEffect result{false, false, false};
  bool isNamed = false;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (effect.getValue() && effect.getValue() != operand.get())
      continue;
    isNamed |= effect.getValue() == operand.get();
    result.mayRead |= isa<MemoryEffects::Read>(effect.getEffect());
    result.mayWrite |=
        isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
  }
  // An op that says nothing of this operand hands it on: as a pointer, to
  // another block, into memory. Nothing can be seen of what happens then.
  return isNamed ? result : OperandEffect{true, true, true};
}
