//===- Sharing.cpp - Who works on one buffer at a time --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Sharing.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/Analysis/BufferFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Is it known that the regions are executed one after the other? Other
/// dialects may have parallel loops that do not say so.
static bool isSequential(Operation *op) {
  if (op->hasTrait<OpTrait::HasParallelRegion>() ||
      isa<affine::AffineParallelOp>(op))
    return false;
  if (isa<ModuleOp, vector::MaskOp>(op))
    return true;
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "scf" || dialect == "affine" || dialect == "memref") &&
         isa<RegionBranchOpInterface, LoopLikeOpInterface>(op);
}

bool Sharing::Crowd::isOfKernel() const {
  return isa<gpu::GPUFuncOp, gpu::LaunchOp, func::FuncOp>(by);
}

//===----------------------------------------------------------------------===//
// Where memory comes from
//===----------------------------------------------------------------------===//

/// Is `value` what callers pass to the function in which it stands?
static bool isPassed(Value value) {
  return isa_and_nonnull<TracedFunction>(
      getFunctionOfArgument(value).getOperation());
}

Sharing::Memories Sharing::getMemories(Value buffer) const {
  Memories memories;
  SmallVector<Operation *> callees;
  addMemories(buffer, memories, callees);
  return memories;
}

void Sharing::addMemories(Value buffer, Memories &memories,
                          SmallVectorImpl<Operation *> &callees) const {
  constexpr size_t maxMemories = 64; // more are not told apart
  std::optional<SmallVector<Value>> origins = flow.getOrigins(buffer);
  if (!origins || flow.isUnknown(flow.getRoot(buffer)) ||
      memories.size() > maxMemories) {
    memories.emplace_back();
    return;
  }
  for (Value origin : *origins) {
    Operation *op = origin.getDefiningOp();
    if (isa_and_nonnull<TracedCall>(op))
      addResult(cast<OpResult>(origin), memories, callees);
    else if (isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp,
                             bufferization::CloneOp>(op))
      memories.push_back({{}, op});
    else if (isPassed(origin))
      memories.push_back({cast<BlockArgument>(origin), nullptr});
    else
      memories.emplace_back();
  }
}

/// What a call returns is born there if the callee makes it. `callees`: those
/// whose results are being looked at.
void Sharing::addResult(OpResult result, Memories &memories,
                        SmallVectorImpl<Operation *> &callees) const {
  constexpr size_t maxDepth = 8;
  auto call = cast<TracedCall>(result.getOwner());
  TracedFunction callee = call.lookUpCallee(symbols);
  if (!callee || callee.isExternal() || callees.size() == maxDepth ||
      llvm::is_contained(callees, callee)) {
    memories.emplace_back();
    return;
  }
  Memories returned;
  callees.push_back(callee);
  for (Block &block : callee.getFunctionBody())
    if (Operation *terminator = block.getTerminator(); isReturn(terminator))
      addMemories(terminator->getOperand(result.getResultNumber()), returned,
                  callees);
  callees.pop_back();
  for (const Memory &memory : returned) {
    if (memory.argument)
      addMemories(call.getArguments()[memory.argument.getArgNumber()], memories,
                  callees);
    else
      memories.push_back({{}, memory.birth ? call.getOperation() : nullptr});
  }
}

//===----------------------------------------------------------------------===//
// In one function
//===----------------------------------------------------------------------===//

/// The outermost op around `block` that executes it in parallel on one of
/// `memories`; null if there is none.
Operation *Sharing::findInFunction(Block *block, ArrayRef<Memory> memories) {
  auto isOlder = [](const Memory &memory, Operation *op) {
    return !memory.birth || !op->isAncestor(memory.birth->getParentOp());
  };
  Operation *found = nullptr;
  Operation *op = block->getParentOp();
  for (; op && !isa<TracedFunction>(op); op = op->getParentOp())
    if (!isSequential(op) && llvm::any_of(memories, [&](const Memory &memory) {
          return isOlder(memory, op);
        }))
      found = op;
  auto function = dyn_cast_or_null<TracedFunction>(op);
  // What a function on a device does not make itself, its threads share.
  bool isShared = llvm::any_of(
      memories, [](const Memory &memory) { return !memory.birth; });
  return function && function.isOnDevice() && isShared ? function : found;
}

//===----------------------------------------------------------------------===//
// Through calls
//===----------------------------------------------------------------------===//

void Sharing::index() {
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

void Sharing::addCallers(TracedFunction function, BlockArgument argument,
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
  if (addressTaken.contains(function))
    llvm::for_each(indirectCalls, add);
}

std::optional<Sharing::Crowd> Sharing::find(Block *block, Value buffer) {
  visited.clear();
  SmallVector<Place> places{{block, buffer, nullptr}};
  while (!places.empty()) {
    Place place = places.pop_back_val();
    Memories memories =
        place.buffer ? getMemories(place.buffer) : Memories{Memory()};
    if (Operation *by = findInFunction(place.block, memories))
      return Crowd{by, place.call};
    TracedFunction function =
        getFunctionAround(place.block->getParentOp(), /*orItself=*/true);
    for (const Memory &memory : memories)
      if (function && !memory.birth)
        addCallers(function, memory.argument, places);
  }
  alone.insert(visited.begin(), visited.end());
  return std::nullopt;
}
