//===- SameStorage.cpp - Two names of one storage -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/SameStorage.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// What `buffer` is another name for: the same elements in the same places.
static Value skipNames(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(op))
      buffer = distinct.getOperand(cast<OpResult>(buffer).getResultNumber());
    else if (isa<AsPhysicalOp, AsLogicalOp, memref::CastOp,
                 memref::MemorySpaceCastOp, memref::AssumeAlignmentOp>(op))
      buffer = op->getOperand(0);
    else
      break;
  }
  return buffer;
}

static TracedFunction getFunctionOf(Value buffer) {
  return getFunctionAround(buffer.getParentBlock()->getParentOp(),
                           /*orItself=*/true);
}

/// Is `buffer` made here, or handed to the function?
static bool isOrigin(Value buffer) {
  if (Operation *op = buffer.getDefiningOp())
    return isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(op);
  TracedFunction function = getFunctionOf(buffer);
  return function &&
         buffer.getParentBlock() == &function.getFunctionBody().front();
}

/// Without an op that shows a storage under another layout, two layouts are two
/// storages.
static bool hasBridges(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  return op
      ->walk([](Operation *inner) {
        return isa<AsPhysicalOp, AsLogicalOp>(inner) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// Which arguments functions return. Each is looked into once.
struct Callees {
  SymbolTableCollection symbols;
  llvm::DenseSet<Operation *> open; ///< being looked into
  llvm::DenseMap<std::pair<Operation *, unsigned>, SmallVector<unsigned>>
      returned;
};

/// All storages that a buffer may be, as far as names, control flow and
/// returned arguments lead.
class StorageCollector {
public:
  StorageCollector(Operation *function, Callees &callees)
      : flow(function), callees(callees) {}

  llvm::SetVector<Value> collect(Value buffer) {
    llvm::SetVector<Value> storages;
    add(buffer, storages);
    return storages;
  }

  const BufferFlow &getFlow() const { return flow; }
  bool isThroughCall() const { return throughCall; }

private:
  void add(Value buffer, llvm::SetVector<Value> &storages) {
    buffer = skipNames(buffer);
    if (!storages.insert(buffer))
      return;
    for (OpOperand *incoming : flow.getIncoming(buffer))
      add(incoming->get(), storages);
    auto call = buffer.getDefiningOp<func::CallOp>();
    if (!call)
      return;
    unsigned result = cast<OpResult>(buffer).getResultNumber();
    for (unsigned argument : getReturnedArguments(call, result)) {
      throughCall = true;
      add(call.getOperand(argument), storages);
    }
  }

  /// The arguments that the callee may return as this result. Of a recursive
  /// callee any.
  SmallVector<unsigned> getReturnedArguments(func::CallOp call,
                                             unsigned result) {
    auto callee = callees.symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || callee.isExternal())
      return {};
    if (!callees.open.insert(callee).second)
      return llvm::to_vector(llvm::seq(call.getNumOperands()));
    auto [it, isNew] = callees.returned.try_emplace({callee, result});
    SmallVector<unsigned> returned = it->second;
    if (isNew) {
      StorageCollector inside(callee, callees);
      callee.walk([&](func::ReturnOp end) {
        for (Value storage : inside.collect(end.getOperand(result)))
          if (llvm::is_contained(callee.getArguments(), storage))
            returned.push_back(cast<BlockArgument>(storage).getArgNumber());
      });
      callees.returned[{callee, result}] = returned;
    }
    callees.open.erase(callee);
    return returned;
  }

  BufferFlow flow;
  Callees &callees;
  bool throughCall = false;
};

} // namespace

bool layout::mayBeSameStorage(Value a, Value b) {
  a = skipNames(a);
  b = skipNames(b);
  TracedFunction function = getFunctionOf(a);
  if (a == b || !function || (isOrigin(a) && isOrigin(b)))
    return BufferFlow::isSameOrigin(a, b);
  if (!hasBridges(function))
    return false;
  Callees callees;
  StorageCollector collector(function, callees);
  llvm::SetVector<Value> ofA = collector.collect(a), ofB = collector.collect(b);
  bool isShared = llvm::any_of(ofA, [&](Value storage) {
    return llvm::any_of(ofB, [&](Value other) {
      return BufferFlow::isSameOrigin(storage, other);
    });
  });
  // Two that change places in a loop never meet.
  return isShared &&
         (collector.isThroughCall() || collector.getFlow().mayMeet(a, b));
}
