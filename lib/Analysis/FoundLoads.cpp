//===- FoundLoads.cpp - Loads that go together ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoundLoads.h"

#include "Layout/Analysis/DistinctBuffers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

static Value getViewed(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

static bool mayBeSame(Value a, Value b) {
  return !a || !b || !areDistinctOrigins(getViewed(a), getViewed(b));
}

static bool isLoad(Operation *op) {
  return !isa<CallOpInterface>(op) && !isMemoryEffectFree(op) &&
         llvm::any_of(op->getOperandTypes(),
                      [](Type type) { return isa<BaseMemRefType>(type); });
}

static Value getLoaded(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return load.getMemRef();
  return {};
}

void FoundLoads::add(unsigned variable, const PointCheck &execution) {
  Value value = variables.getValue(variable);
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!op || variables.getExtentDim(variable) || !isLoad(op))
    return;
  Load &load = loads.emplace_back();
  load.op = op;
  load.buffer = getLoaded(op);
  if (!variables.isCopy(variable))
    load.element = getElement(op, execution);
  load.value =
      execution.evaluate(getAffineDimExpr(variable, variables.getContext()));
}

std::optional<SmallVector<int64_t>>
FoundLoads::getElement(Operation *op, const PointCheck &execution) const {
  SmallVector<AffineExpr> index;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    for (Value position : load.getIndices())
      index.push_back(variables.express(position));
  } else if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    AffineMap map = load.getAffineMap();
    for (AffineExpr expr : map.getResults())
      index.push_back(
          variables.express(expr, map.getNumDims(), load.getMapOperands()));
  } else {
    return std::nullopt;
  }
  SmallVector<int64_t> element;
  for (AffineExpr expr : index) {
    std::optional<int64_t> position = execution.evaluate(expr);
    if (!position)
      return std::nullopt;
    element.push_back(*position);
  }
  return element;
}

Operation *FoundLoads::findRelated() const {
  for (size_t i = 0; i < loads.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (mayBeSame(loads[i].buffer, loads[j].buffer) &&
          !goTogether(loads[i], loads[j]))
        return loads[i].op;
  return nullptr;
}

/// Of the same name: what a loop makes is another buffer in each iteration.
bool FoundLoads::goTogether(const Load &one, const Load &other) const {
  if (one.buffer != other.buffer || !one.element || !other.element)
    return false;
  if (*one.element != *other.element)
    return cast<MemRefType>(one.buffer.getType()).getLayout().isIdentity();
  return one.value && one.value == other.value && !mayBeWritten(one.buffer);
}

bool FoundLoads::mayBeWritten(Value buffer) const {
  for (Region &region : variables.getRoot()->getRegions())
    for (Operation &op : region.getOps()) {
      auto effects = getEffectsRecursively(&op);
      if (!effects)
        return true;
      for (const MemoryEffects::EffectInstance &effect : *effects)
        if (isa<MemoryEffects::Write>(effect.getEffect()) &&
            mayBeSame(effect.getValue(), buffer))
          return true;
    }
  return false;
}
