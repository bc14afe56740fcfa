//===- DependencesAccesses.cpp - Accesses of dependences ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Integers/IntegerVariables.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

static MemoryAccess getAny(Operation *op) {
  MemoryAccess access;
  access.op = op;
  return access;
}

/// The operand that an effect is on; null if it is not on a buffer that the op
/// names.
static OpOperand *getOperand(Operation *op,
                             const MemoryEffects::EffectInstance &effect) {
  if (!namesBuffer(effect) ||
      effect.getResource() != SideEffects::DefaultResource::get())
    return nullptr;
  if (auto *operand = effect.getEffectValue<OpOperand *>())
    return operand;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get() == effect.getValue())
      return &operand;
  return nullptr;
}

std::optional<SmallVector<AffineExpr>> MemoryAccess::getIndex() const {
  if (!elements || elements->names.empty() || !elements->lanes.empty() ||
      !hasDistinctElements(cast<MemRefType>(buffer.getType())))
    return std::nullopt;
  return elements->names.front().getIndex();
}

/// The accesses of an op that states its effects; one to any memory if it
/// touches anything but buffers.
void Dependences::addByEffects(MemoryEffectOpInterface op,
                               std::vector<MemoryAccess> &accesses) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  op.getEffects(effects);
  DenseMap<OpOperand *, std::shared_ptr<const AccessRelation>> relations;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    MemoryAccess access = getAny(op);
    if (OpOperand *operand = getOperand(op, effect)) {
      // A prefetch states a write only to keep its place.
      OperandEffect known = getOperandEffect(*operand);
      if (!known.mayRead && !known.mayWrite && !known.escapes &&
          !frees(*operand))
        continue;
      access.isRead = isa<MemoryEffects::Read>(effect.getEffect());
      access.isWrite = !access.isRead;
      access.buffer = operand->get();
      auto &elements = relations[operand];
      if (!elements)
        elements = std::make_shared<AccessRelation>(getAccessRelation(
            describeAccess(*operand), flow, facts.getVariables(),
            getAffineSymbolExpr(0, op->getContext())));
      access.elements = elements;
    }
    accesses.push_back(std::move(access));
  }
}

void Dependences::addAccesses(Operation *op,
                              std::vector<MemoryAccess> &accesses) {
  // Upstream states no effects of it.
  if (isa<affine::AffinePrefetchOp>(op))
    return;
  // Kept in its position among the writes, like a read.
  if (auto assumption = dyn_cast<AssumePaddingOp>(op)) {
    MemoryAccess access = getAny(op);
    access.buffer = assumption->getOperand(0);
    access.isWrite = false;
    accesses.push_back(std::move(access));
    return;
  }
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op))
    return addByEffects(interface, accesses);
  // What is in its regions comes by itself.
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return;
  accesses.push_back(getAny(op));
}

const std::vector<MemoryAccess> &Dependences::getAccesses(Operation *root) {
  auto &accesses = accessesOf[root];
  if (accesses)
    return *accesses;
  accesses = std::make_unique<std::vector<MemoryAccess>>();
  root->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addAccesses(op, *accesses); });
  return *accesses;
}
