//===- MemoryAccesses.cpp - What ops do to memory -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Ops that mention memory and neither read nor write what programs see. A
/// promise about padding is kept where it stands among the writes, like a read.
bool hasNoAccess(Operation *op) {
  return isa<PaddingOp, AssumeOp, UndefOp, memref::PrefetchOp,
             affine::AffinePrefetchOp>(op);
}

MemoryAccess getWhole(Operation *op, Value buffer, bool isRead, bool isWrite) {
  MemoryAccess access;
  access.op = op;
  access.buffer = buffer;
  access.isRead = isRead;
  access.isWrite = isWrite;
  return access;
}

/// The accesses of an op that states its effects; one to any memory if it
/// touches anything but buffers.
void addByEffects(Operation *op, MemoryEffectOpInterface interface,
                  std::vector<MemoryAccess> &accesses) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    Value buffer = effect.getValue();
    bool isRead = isa<MemoryEffects::Read>(effect.getEffect());
    bool isKnown = buffer && isa<BaseMemRefType>(buffer.getType()) &&
                   effect.getResource() == SideEffects::DefaultResource::get();
    if (isKnown)
      accesses.push_back(getWhole(op, buffer, isRead, !isRead));
    else
      accesses.push_back(getWhole(op, Value(), true, true));
  }
}

} // namespace

void Dependences::addAccesses(Operation *op,
                              std::vector<MemoryAccess> &accesses) {
  auto addElement = [&](Value buffer, bool isWrite, auto getIndex) {
    MemoryAccess access = getWhole(op, buffer, !isWrite, isWrite);
    if (hasDistinctElements(cast<MemRefType>(buffer.getType())))
      access.index = getIndex();
    accesses.push_back(std::move(access));
  };
  auto fromMap = [&](AffineMap map, ValueRange operands) {
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
      return facts.express(result, map.getNumDims(), operands);
    });
  };
  auto fromValues = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return facts.express(value); });
  };
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return addElement(load.getMemRef(), false, [&] {
      return fromMap(load.getAffineMap(), load.getMapOperands());
    });
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return addElement(store.getMemRef(), true, [&] {
      return fromMap(store.getAffineMap(), store.getMapOperands());
    });
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return addElement(load.getMemRef(), false,
                      [&] { return fromValues(load.getIndices()); });
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return addElement(store.getMemRef(), true,
                      [&] { return fromValues(store.getIndices()); });
  if (hasNoAccess(op))
    return;
  if (auto promise = dyn_cast<AssumePaddingOp>(op)) {
    accesses.push_back(getWhole(op, promise->getOperand(0), true, false));
    return;
  }
  if (auto interface = dyn_cast<MemoryEffectOpInterface>(op))
    return addByEffects(op, interface, accesses);
  // What is in its regions comes by itself.
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return;
  accesses.push_back(getWhole(op, Value(), true, true));
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
