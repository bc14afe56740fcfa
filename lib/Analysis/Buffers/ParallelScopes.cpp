//===- ParallelScopes.cpp - Parallel scopes of buffers --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/ParallelScopes.h"

#include "Layout/IR/ControlFlow.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the regions are known to be executed one after the other.
/// Other dialects may have parallel loops that do not say so.
static bool isSequential(Operation *op) {
  return isSequentialControlFlow(op) ||
         getControlFlow(op) == ControlFlow::Sequence ||
         isa<ModuleOp, vector::MaskOp>(op);
}

bool ParallelScopes::Scope::isOfKernel() const {
  return isa<gpu::GPUFuncOp, gpu::LaunchOp, func::FuncOp>(by);
}

//===----------------------------------------------------------------------===//
// In one function
//===----------------------------------------------------------------------===//

/// The outermost op around `block` that executes it in parallel on one of
/// `memories`; null if there is none.
Operation *ParallelScopes::findInFunction(Block *block,
                                          ArrayRef<MemoryOrigin> memories) {
  auto isOlder = [](const MemoryOrigin &memory, Operation *op) {
    Operation *site = memory.getAllocationSite();
    return !site || !op->isAncestor(site->getParentOp());
  };
  Operation *found = nullptr;
  Operation *op = block->getParentOp();
  for (; op && !isa<TracedFunction>(op); op = op->getParentOp())
    if (!isSequential(op) &&
        llvm::any_of(memories, [&](const MemoryOrigin &memory) {
          return isOlder(memory, op);
        }))
      found = op;
  auto function = dyn_cast_or_null<TracedFunction>(op);
  // What a function on a device does not make itself, its threads share.
  bool isShared = llvm::any_of(memories, [](const MemoryOrigin &memory) {
    return !memory.getAllocationSite();
  });
  return function && function.isOnDevice() && isShared ? function : found;
}

//===----------------------------------------------------------------------===//
// Through calls
//===----------------------------------------------------------------------===//

void ParallelScopes::index() {
  if (isIndexed)
    return;
  isIndexed = true;
  addressTaken = AddressTaken(module);
  module.walk([&](Operation *op) {
    if (!isa<CallOpInterface, TracedCall>(op))
      return;
    Operation *callee = nullptr;
    if (auto call = dyn_cast<TracedCall>(op))
      callee = call.lookUpCallee(symbols);
    else if (auto name = dyn_cast<SymbolRefAttr>(
                 cast<CallOpInterface>(op).getCallableForCallee()))
      callee = symbols.lookupNearestSymbolFrom(op, name);
    else
      indirectCalls.push_back(op);
    if (callee)
      callsOf[callee].push_back(op);
  });
}

void ParallelScopes::addCallers(TracedFunction function, BlockArgument argument,
                                SmallVectorImpl<Place> &places) {
  index();
  if (!visited.insert({function, argument}).second ||
      alone.contains({function, argument}))
    return;
  auto add = [&](Operation *op) {
    auto call = dyn_cast<TracedCall>(op);
    Value passed = call && argument
                       ? call.getArguments()[argument.getArgNumber()]
                       : Value();
    places.push_back({op->getBlock(), passed, op});
  };
  llvm::for_each(callsOf.lookup(function), add);
  // An indirect call may be one of each function whose address is taken.
  if (addressTaken.contains(function))
    llvm::for_each(indirectCalls, add);
}

std::optional<ParallelScopes::Scope> ParallelScopes::find(Block *block,
                                                          Value buffer) {
  visited.clear();
  SmallVector<Place> places{{block, buffer, nullptr}};
  while (!places.empty()) {
    Place place = places.pop_back_val();
    Memories memories =
        place.buffer ? origins.find(place.buffer) : Memories{MemoryOrigin()};
    if (Operation *by = findInFunction(place.block, memories))
      return Scope{by, place.call};
    TracedFunction function =
        getFunctionAround(place.block->getParentOp(), /*orItself=*/true);
    // Memory that the function allocates is another one in each call, so its
    // callers do not matter.
    for (const MemoryOrigin &memory : memories)
      if (function && !memory.getAllocationSite())
        addCallers(function, memory.argument, places);
  }
  // All places on the way are alone as well.
  alone.insert(visited.begin(), visited.end());
  return std::nullopt;
}
