//===- Aliases.cpp - placeholder -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layout/Analysis/Aliases.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
namespace mlir::layout {
Value getRootBuffer(Value v) { while (auto view = v.getDefiningOp<ViewLikeOpInterface>()) { if (!isa<BaseMemRefType>(view.getViewSource().getType())) break; v = view.getViewSource(); } return v; }
void forEachUser(Value root, llvm::function_ref<void(OpOperand &)> visit) {
  for (OpOperand &use : root.getUses()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner()); view && view.getViewSource()==root) { for (Value r : use.getOwner()->getResults()) forEachUser(r, visit); continue; }
    visit(use);
  }
}
OperandEffect getOperandEffect(OpOperand &operand) {
  Operation *op = operand.getOwner();
  auto iface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!iface) return {};
  SmallVector<MemoryEffects::EffectInstance> effects; iface.getEffectsOnValue(operand.get(), effects);
  OperandEffect e{false,false};
  for (auto &x : effects) { e.mayRead |= isa<MemoryEffects::Read>(x.getEffect()); e.mayWrite |= isa<MemoryEffects::Write>(x.getEffect()); }
  return e;
}
}
