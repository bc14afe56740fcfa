//===- StoreOps.cpp - Ops that only write memory --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreOps.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if it is a read or a write of a memref that `op` itself names.
static bool isAccessOfOperand(Operation *op,
                              const MemoryEffects::EffectInstance &effect) {
  Value value = effect.getValue();
  return isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()) &&
         effect.getResource() == SideEffects::DefaultResource::get() && value &&
         isa<BaseMemRefType>(value.getType()) &&
         llvm::is_contained(op->getOperands(), value);
}

bool layout::isStore(Operation *op) {
  // That an op waits for a token is no effect, and would be missed.
  if (op->getNumResults() != 0 || !isa<LayoutAccessOpInterface>(op) ||
      isa<gpu::AsyncOpInterface>(op))
    return false;
  bool writes = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    OperandAccess access = getAccess(operand);
    if (access.reach == OperandAccess::Reach::Unknown)
      return false;
    writes |= access.writes;
  }
  if (!writes)
    return false;
  // With those of its body: what a `linalg.generic` does there is not all that
  // it says of its operands.
  auto effects = getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [&](const auto &effect) {
           return isAccessOfOperand(op, effect);
         });
}

bool layout::canBeSkipped(Operation *op) {
  if (isStore(op) || isa<AssumeOp>(op))
    return true;
  if (op->getNumRegions() == 0)
    return isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op);
  // A loop that may not end keeps the ops after it from being executed.
  if (!isFiniteControlFlow(op))
    return false;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        if (!inner.hasTrait<OpTrait::IsTerminator>() && !canBeSkipped(&inner))
          return false;
  return true;
}
