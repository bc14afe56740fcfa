//===- Asynchrony.cpp - Asynchronous ops on buffers -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/Asynchrony.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

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

/// What `buffer` may be: its origins in the function, and the memory that they
/// are known to be; null if they are too many.
SmallVector<AsynchronousUses::Memory>
AsynchronousUses::getMemories(Value buffer, bool withMakers) {
  SmallVector<Memory> memories;
  std::optional<SmallVector<Value>> values = flow.getOrigins(buffer);
  if (!values || flow.isUnknown(flow.getRoot(buffer)))
    memories.push_back(nullptr);
  if (values)
    for (Value value : *values)
      memories.push_back(value.getAsOpaquePointer());
  for (const MemoryOrigin &origin : origins.find(buffer)) {
    if (origin.argument)
      memories.push_back(Value(origin.argument).getAsOpaquePointer());
    if (origin.global)
      memories.push_back(origin.global.getAsOpaquePointer());
    ArrayRef<Operation *> makers(origin.makers);
    llvm::append_range(memories, withMakers ? makers : makers.take_front(1));
  }
  return memories;
}

void AsynchronousUses::add(Value buffer, Operation *op, Running &running) {
  for (Memory memory : getMemories(buffer, /*withMakers=*/false)) {
    SmallVectorImpl<Operation *> &ops = running[memory];
    if (ops.empty() || ops.back() != op)
      ops.push_back(op);
  }
  for (const MemoryOrigin &origin : origins.find(buffer))
    if (origin.argument && marked[&running].insert(origin.argument).second)
      open.push_back(origin.argument);
}

void AsynchronousUses::addTask(Operation *task) {
  task->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<BaseMemRefType>(operand.getType()))
        add(operand, task, started);
  });
}

/// What a callee does to the memory that it makes, it does to all of it.
SmallVector<Operation *> AsynchronousUses::lookUp(const Running &running,
                                                  Value buffer) {
  SmallVector<Operation *> ops;
  if (running.empty())
    return ops;
  llvm::append_range(ops, running.lookup(nullptr));
  for (Memory memory : getMemories(buffer, /*withMakers=*/true)) {
    if (!memory)
      llvm::append_range(ops, running.begin()->second);
    else if (auto known = running.find(memory); known != running.end())
      llvm::append_range(ops, known->second);
  }
  return ops;
}

Operation *AsynchronousUses::find(Value buffer) {
  SmallVector<Operation *> ops = lookUp(started, buffer);
  return ops.empty() ? findOfCaller(buffer) : ops.front();
}

Operation *AsynchronousUses::findOfCaller(Value buffer) {
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
    BlockArgument argument = open.pop_back_val();
    unsigned number = argument.getArgNumber();
    Operation *function = argument.getOwner()->getParentOp();
    for (auto [call, callee] : calls.of.lookup(function))
      if (number < call.getArguments().size())
        add(call.getArguments()[number], call, started);
  }
}

/// Returns true if `call` has ended before `task` is reached, in the life of
/// the buffer that is passed.
static bool isDoneBefore(Operation *call, Operation *task, Value passed) {
  Block *block = passed.getParentBlock();
  Operation *first = block->findAncestorOpInBlock(*call);
  Operation *second = block->findAncestorOpInBlock(*task);
  return first && second && first != second && first->isBeforeInBlock(second);
}

/// What may be under way on argument `number` when `call` is executed.
Operation *AsynchronousUses::findAt(TracedCall call, unsigned number) {
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
    Operation *function = open.pop_back_val().getOwner()->getParentOp();
    for (auto [call, callee] : calls.in.lookup(function))
      follow(call, callee);
  }
}

bool AsynchronousUses::mayOutlast(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return isa<TracedCall>(op) &&
         llvm::is_contained(lookUp(started, operand.get()), op);
}

AsynchronousUses::AsynchronousUses(ModuleOp module, const BufferFlow &flow,
                                   SymbolTableCollection &symbols)
    : flow(flow), origins(flow, symbols) {
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
  followToCallees(calls);
}
