//===- Asynchrony.cpp - What is still under way ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Asynchrony.h"

#include "Layout/Analysis/Aliases.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// What something under way is waited for by, or what it will yield.
static bool isToken(Type type) {
  if (isa<gpu::AsyncTokenType>(type))
    return true;
  StringRef dialect = type.getDialect().getNamespace();
  return dialect == "async" || dialect == "nvgpu";
}

bool layout::isAsynchronous(Operation *op) {
  return isa<memref::DmaStartOp, affine::AffineDmaStartOp>(op) ||
         llvm::any_of(op->getResultTypes(), isToken);
}

//===----------------------------------------------------------------------===//
// In one function
//===----------------------------------------------------------------------===//

/// Of a global, any name is the same memory.
static const void *getMemory(Value origin) {
  if (auto get = origin.getDefiningOp<memref::GetGlobalOp>())
    return get.getNameAttr().getAttr().getAsOpaquePointer();
  return origin.getAsOpaquePointer();
}

void AsynchronousUses::add(Value buffer, Operation *op, Running &running) {
  std::optional<SmallVector<Value>> origins = flow.getOrigins(buffer);
  if (!origins || flow.isUnknown(flow.getRoot(buffer)))
    running[nullptr].push_back(op);
  llvm::SetVector<Value> all;
  if (origins)
    all.insert(origins->begin(), origins->end());
  // A callee may return what it was given.
  for (size_t i = 0; i < all.size(); ++i)
    if (isa_and_nonnull<TracedCall>(all[i].getDefiningOp()))
      for (Value passed : TracedCall(all[i].getDefiningOp()).getArguments())
        if (isa<BaseMemRefType>(passed.getType()))
          if (auto more = flow.getOrigins(passed))
            all.insert(more->begin(), more->end());
  for (Value origin : all) {
    SmallVectorImpl<Operation *> &ops = running[getMemory(origin)];
    if (ops.empty())
      open.push_back(origin);
    if (ops.empty() || ops.back() != op)
      ops.push_back(op);
  }
}

void AsynchronousUses::addTask(Operation *task) {
  task->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<BaseMemRefType>(operand.getType()))
        add(operand, task, started);
  });
}

SmallVector<Operation *> AsynchronousUses::lookUp(const Running &running,
                                                  Value buffer) const {
  if (running.empty())
    return {};
  std::optional<SmallVector<Value>> origins = flow.getOrigins(buffer);
  if (!origins)
    return llvm::to_vector(running.begin()->second);
  SmallVector<Operation *> ops;
  llvm::append_range(ops, running.lookup(nullptr));
  for (Value origin : *origins)
    llvm::append_range(ops, running.lookup(getMemory(origin)));
  return ops;
}

Operation *AsynchronousUses::find(Value buffer) const {
  SmallVector<Operation *> ops = lookUp(started, buffer);
  return ops.empty() ? findOfCaller(buffer) : ops.front();
}

Operation *AsynchronousUses::findOfCaller(Value buffer) const {
  SmallVector<Operation *> ops = lookUp(ofCaller, buffer);
  return ops.empty() ? nullptr : ops.front();
}

//===----------------------------------------------------------------------===//
// Through calls
//===----------------------------------------------------------------------===//

struct AsynchronousUses::Calls {
  using Call = std::pair<TracedCall, TracedFunction>; ///< and its callee
  SmallVector<Call, 0> all;
  llvm::DenseMap<Operation *, SmallVector<Call, 1>> in, of; ///< by function

  Calls(ModuleOp module, SymbolTableCollection &symbols) {
    module.walk([&](Operation *op) {
      auto call = dyn_cast<TracedCall>(op);
      TracedFunction callee =
          call ? call.lookUpCallee(symbols) : TracedFunction();
      if (!callee || callee.isExternal())
        return;
      all.push_back({call, callee});
      in[getFunctionAround(op)].push_back({call, callee});
      of[callee].push_back({call, callee});
    });
  }
};

/// Of the arguments of functions that start something, the callers' buffers.
void AsynchronousUses::followToCallers(const Calls &calls) {
  while (!open.empty()) {
    auto argument = dyn_cast<BlockArgument>(open.pop_back_val());
    if (!argument || !argument.getOwner()->isEntryBlock())
      continue;
    unsigned number = argument.getArgNumber();
    Operation *function = argument.getOwner()->getParentOp();
    for (auto [call, callee] : calls.of.lookup(function))
      if (number < call.getArguments().size())
        add(call.getArguments()[number], call, started);
  }
}

/// Is `call` done before `task` is reached, in the life of what it is passed?
static bool isDoneBefore(Operation *call, Operation *task, Value passed) {
  Block *block = passed.getParentBlock();
  Operation *first = block->findAncestorOpInBlock(*call);
  Operation *second = block->findAncestorOpInBlock(*task);
  return first && second && first != second && first->isBeforeInBlock(second);
}

/// What may be under way on argument `number` when `call` is executed.
Operation *AsynchronousUses::findAt(TracedCall call, unsigned number) const {
  Value passed = call.getArguments()[number];
  for (Operation *task : lookUp(started, passed))
    if (task != call.getOperation() &&
        !isDoneBefore(call, task, flow.getRoot(passed)))
      return task;
  return findOfCaller(passed);
}

/// Of buffers on which something is under way, the callees' arguments, until
/// there are no more of them.
void AsynchronousUses::followToCallees(const Calls &calls) {
  auto follow = [&](TracedCall call, TracedFunction callee) {
    for (unsigned i = 0, e = call.getArguments().size(); i < e; ++i)
      if (isa<BaseMemRefType>(call.getArguments()[i].getType()))
        if (Operation *task = findAt(call, i))
          add(callee.getArguments()[i], task, ofCaller);
  };
  for (auto [call, callee] : calls.all)
    follow(call, callee);
  while (!open.empty()) {
    Operation *function = open.pop_back_val().getParentBlock()->getParentOp();
    for (auto [call, callee] : calls.in.lookup(function))
      follow(call, callee);
  }
}

bool AsynchronousUses::mayOutlast(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  return isa<TracedCall>(op) &&
         llvm::is_contained(lookUp(started, operand.get()), op);
}

AsynchronousUses::AsynchronousUses(ModuleOp module, const BufferFlow &flow,
                                   SymbolTableCollection &symbols)
    : flow(flow) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isAsynchronous(op))
      return WalkResult::advance();
    addTask(op);
    return WalkResult::skip();
  });
  if (started.empty())
    return;
  Calls calls(module, symbols);
  followToCallers(calls);
  open.clear();
  followToCallees(calls);
}
