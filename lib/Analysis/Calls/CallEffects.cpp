//===- CallEffects.cpp - Memory effects of calls --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Calls/CallEffects.h"

#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Owned analyses, if the caller has none.
struct CallEffects::Module {
  explicit Module(ModuleOp module)
      : flow(module), modes(module, symbols, flow) {}
  SymbolTableCollection symbols;
  BufferFlow flow;
  AccessModes modes;
};

CallEffects::CallEffects(ModuleOp module) : module(module) {}

CallEffects::CallEffects(const AccessModes &modes,
                         SymbolTableCollection &symbols)
    : modes(&modes), symbols(&symbols) {}

CallEffects::~CallEffects() = default;

const AccessModes &CallEffects::getModes() {
  if (!modes) {
    own = std::make_unique<Module>(module);
    modes = &own->modes;
    symbols = &own->symbols;
  }
  return *modes;
}

/// The callee, if what it does can be seen.
func::FuncOp CallEffects::lookUpBody(func::CallOp call) {
  (void)getModes();
  auto callee = symbols->lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

//===----------------------------------------------------------------------===//
// Memory that an operand names
//===----------------------------------------------------------------------===//

OperandEffect CallEffects::getEffect(OpOperand &operand) {
  auto call = dyn_cast<func::CallOp>(operand.getOwner());
  if (!call || !lookUpBody(call))
    return getOperandEffect(operand);
  BufferTouch touch = getModes().getTouch(operand, *symbols);
  return {touch.reads, touch.writes, mayKeep(operand)};
}

bool CallEffects::mayKeep(OpOperand &operand) {
  auto call = dyn_cast<func::CallOp>(operand.getOwner());
  if (!call)
    return getOperandEffect(operand).escapes;
  func::FuncOp callee = lookUpBody(call);
  if (!callee)
    return true;
  using Argument = std::pair<func::FuncOp, unsigned>;
  return kept.find({callee, operand.getOperandNumber()},
                   [&](Argument argument, SmallVectorImpl<Argument> &passedAs) {
                     bool keeps = false;
                     auto visit = [&](OpOperand &use, bool) {
                       auto inner = dyn_cast<func::CallOp>(use.getOwner());
                       if (func::FuncOp next =
                               inner ? lookUpBody(inner) : func::FuncOp())
                         passedAs.push_back({next, use.getOperandNumber()});
                       else
                         keeps = keeps || isa<func::ReturnOp>(use.getOwner()) ||
                                 mayKeep(use);
                     };
                     getModes().getFlow().forEachUser(
                         argument.first.getArgument(argument.second), visit);
                     return keeps;
                   });
}

//===----------------------------------------------------------------------===//
// Memory that no operand names
//===----------------------------------------------------------------------===//

/// Calls `visit` with each buffer of `op`, in a callee, that is no argument,
/// and not made by it: a global, what another call returned, a pointer come
/// back.
void CallEffects::forEachStrange(Operation *op,
                                 function_ref<void(Value)> visit) {
  const BufferFlow &flow = getModes().getFlow();
  auto look = [&](Value value) {
    if (isa<BaseMemRefType>(value.getType()) && !isAllocation(value) &&
        flow.getRoot(value) == value &&
        // Of a branch that is not known, the effects are not known, either.
        (!flow.isMerge(value) || flow.isUnknown(value)))
      visit(value);
  };
  llvm::for_each(op->getResults(), look);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArguments(), look);
}

bool CallEffects::hasStrange(Operation *op) {
  bool found = false;
  forEachStrange(op, [&](Value) { found = true; });
  return found;
}

bool CallEffects::writesStrange(Operation *op) {
  bool isWritten = false;
  forEachStrange(op, [&](Value buffer) {
    getModes().getFlow().forEachUser(buffer, [&](OpOperand &operand, bool) {
      if (isWritten)
        return;
      OperandEffect effect = getEffect(operand);
      isWritten = effect.mayWrite || effect.escapes;
    });
  });
  return isWritten;
}

bool CallEffects::isInBody(func::CallOp call, Reachability<func::FuncOp> &known,
                           function_ref<bool(Operation *)> isSought) {
  func::FuncOp callee = lookUpBody(call);
  if (!callee)
    return true;
  return known.find(callee, [&](func::FuncOp function,
                                SmallVectorImpl<func::FuncOp> &callees) {
    bool isFound = false;
    function.getBody().walk([&](Operation *inner) {
      auto next = dyn_cast<func::CallOp>(inner);
      func::FuncOp body = next ? lookUpBody(next) : func::FuncOp();
      if (body)
        callees.push_back(body);
      isFound = isFound || (next && !body) || isSought(inner);
    });
    return isFound;
  });
}

bool CallEffects::mayReadUnnamed(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return layout::mayReadUnnamed(op);
  return isInBody(call, reads, [&](Operation *inner) {
    return hasStrange(inner) ||
           (!isa<func::CallOp>(inner) && layout::mayReadUnnamed(inner));
  });
}

bool CallEffects::mayWriteUnnamed(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return layout::mayWriteUnnamed(op);
  return isInBody(call, writes, [&](Operation *inner) {
    return writesStrange(inner) ||
           (!isa<func::CallOp>(inner) && layout::mayWriteUnnamed(inner));
  });
}
