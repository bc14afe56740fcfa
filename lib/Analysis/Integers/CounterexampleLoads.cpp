//===- CounterexampleLoads.cpp - Loads that go together -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterexampleLoads.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

static bool mayBeSame(Value a, Value b) {
  return !a || !b || !areDistinctByOrigin(a, b);
}

/// An op that takes what it yields from memory: of a buffer, or of a pointer.
static bool isLoad(Operation *op) {
  return !isa<CallOpInterface>(op) &&
         (hasEffect<MemoryEffects::Read>(op) ||
          (!isMemoryEffectFree(op) &&
           llvm::any_of(op->getOperandTypes(),
                        [](Type type) { return isa<BaseMemRefType>(type); })));
}

static Value getLoaded(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return load.getMemRef();
  return {};
}

void CounterexampleLoads::add(unsigned variable,
                              const CounterexampleCheck &execution) {
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
CounterexampleLoads::getElement(Operation *op,
                                const CounterexampleCheck &execution) const {
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

Operation *CounterexampleLoads::findDoubtful() const {
  for (const Load &load : loads)
    if (!mayBeAnything(load))
      return load.op;
  for (size_t i = 0; i < loads.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (mayBeSame(loads[i].buffer, loads[j].buffer) &&
          !goTogether(loads[i], loads[j]))
        return loads[i].op;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// One load
//===----------------------------------------------------------------------===//

/// Memory that the function is given with contents that nothing is known of.
static bool isGiven(Value origin) {
  if (getFunctionOfArgument(origin))
    return true;
  Operation *op = origin.getDefiningOp();
  if (auto get = dyn_cast_or_null<memref::GetGlobalOp>(op)) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        get, get.getNameAttr());
    return global && !global.getConstant() && !global.isPrivate();
  }
  auto call = dyn_cast_or_null<CallOpInterface>(op);
  auto callee =
      call ? dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable())
           : FunctionOpInterface();
  return callee && callee.isExternal();
}

/// May what is in `op` write `origin`, or say what it holds, under a name that
/// is known to be its own or not known at all?
static bool mayTell(Operation *op, Value origin) {
  auto isNamed = [&](Value buffer) {
    Value named = getViewRoot(buffer);
    bool isOther = getFunctionOfArgument(named) || isAllocation(named) ||
                   isa_and_nonnull<memref::GetGlobalOp, CallOpInterface>(
                       named.getDefiningOp());
    return named == origin || !isOther;
  };
  return op
      ->walk([&](Operation *inner) {
        for (OpOperand &operand : inner->getOpOperands())
          if (isa<BaseMemRefType>(operand.get().getType()) &&
              isNamed(operand.get()) && getViews(operand).empty() &&
              (isa<AssumePaddingOp>(inner) ||
               getOperandEffect(operand).mayWrite))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// Of what is in front of `load` in its function, or in a loop around it.
static bool mayBeToldBefore(Operation *load, Value origin) {
  for (Operation *op = load; !isa<FunctionOpInterface>(op);) {
    Operation *parent = op->getParentOp();
    if (!parent)
      return true;
    bool isOnce =
        op->getParentRegion()->hasOneBlock() &&
        isa<FunctionOpInterface, affine::AffineIfOp, scf::IfOp,
            scf::IndexSwitchOp, scf::ExecuteRegionOp, memref::AllocaScopeOp>(
            parent);
    if (!isOnce && !isa<FunctionOpInterface>(parent) && mayTell(parent, origin))
      return true;
    for (Block &block : *op->getParentRegion())
      for (Operation &other : block)
        if ((!isOnce || (&block == op->getBlock() && &other != op &&
                         other.isBeforeInBlock(op))) &&
            mayTell(&other, origin))
          return true;
    op = parent;
  }
  return false;
}

/// May the load yield any number, for all that the program does?
bool CounterexampleLoads::mayBeAnything(const Load &load) const {
  if (!load.buffer)
    // Of what it does nothing is known at all.
    return !load.op->isRegistered();
  auto type = cast<MemRefType>(load.buffer.getType());
  if (load.element)
    for (auto [position, extent] :
         llvm::zip_equal(*load.element, type.getShape()))
      if (position < 0 ||
          (!ShapedType::isDynamic(extent) && position >= extent))
        return false;
  Value origin = getViewRoot(load.buffer);
  return isGiven(origin) && !mayBeToldBefore(load.op, origin);
}

//===----------------------------------------------------------------------===//
// Two loads
//===----------------------------------------------------------------------===//

/// Of the same name: what a loop makes is another buffer in each iteration.
bool CounterexampleLoads::goTogether(const Load &one, const Load &other) const {
  if (one.buffer != other.buffer || !one.element || !other.element)
    return false;
  if (*one.element != *other.element)
    return cast<MemRefType>(one.buffer.getType()).getLayout().isIdentity();
  return one.value && one.value == other.value && !mayBeWritten(one.buffer);
}

bool CounterexampleLoads::mayBeWritten(Value buffer) const {
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
