//===- LastUses.cpp - Freeing buffers after their last use ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %a = alloc                      %a = alloc
//   use %a                          use %a
//   use %b                  ->      dealloc %a
//   dealloc %a                      use %b
//
// Upstream's optimize-allocation-liveness takes what it does not know for no
// use, and results of calls for other names of the buffer.
//
//===----------------------------------------------------------------------===//

#include "LastUses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace {

/// The uses of buffers, by all names that views give them.
class BufferUses {
public:
  /// Within one function, others must not be looked at.
  explicit BufferUses(bool seesCallees) : seesCallees(seesCallees) {}

  /// Returns true if no use of `buffer` keeps or forwards it. `users` are
  /// the ops that have one of its names as an operand.
  bool find(Value buffer, SmallVectorImpl<Operation *> &users);

private:
  bool isKeptBy(OpOperand &use);
  bool isKeptByCallee(CallOpInterface call, OpOperand &use);

  bool seesCallees;
  SymbolTableCollection symbols;
  /// Of arguments of callees; true while it is not known, as of recursion.
  DenseMap<Value, bool> keptArguments;
};

} // namespace

bool BufferUses::find(Value buffer, SmallVectorImpl<Operation *> &users) {
  SmallVector<Value> names{buffer};
  for (size_t i = 0; i < names.size(); ++i) {
    for (OpOperand &use : names[i].getUses()) {
      Operation *op = use.getOwner();
      users.push_back(op);
      auto view = dyn_cast<ViewLikeOpInterface>(op);
      if (view && view.getViewSource() == names[i] &&
          op->getNumResults() == 1 &&
          isa<BaseMemRefType>(op->getResult(0).getType()))
        names.push_back(op->getResult(0));
      else if (isKeptBy(use))
        return false;
    }
  }
  return true;
}

/// Buffers, pointers, tokens of what runs later.
static bool mayNameBuffer(Type type) {
  return !type.isIntOrIndexOrFloat() && !isa<VectorType, ComplexType>(type);
}

bool BufferUses::isKeptBy(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::DimOp, memref::RankOp>(op))
    return false;
  if (auto call = dyn_cast<CallOpInterface>(op))
    return isKeptByCallee(call, use);
  // What reads or writes it has no need of it later. A result that is a buffer
  // may be another name of it.
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || llvm::any_of(op->getResultTypes(), mayNameBuffer))
    return true;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  return llvm::none_of(found, [&](const MemoryEffects::EffectInstance &effect) {
    return effect.getEffectValue<OpOperand *>() == &use;
  });
}

bool BufferUses::isKeptByCallee(CallOpInterface call, OpOperand &use) {
  if (!seesCallees)
    return true;
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  OperandRange operands = call.getArgOperands();
  unsigned position = use.getOperandNumber() -
                      (operands.empty() ? 0 : operands.getBeginOperandIndex());
  if (!callee || callee.isExternal() ||
      llvm::any_of(call->getResultTypes(), mayNameBuffer) ||
      position >= callee.getNumArguments())
    return true;
  Value argument = callee.getArgument(position);
  auto [known, isNew] = keptArguments.try_emplace(argument, true);
  if (!isNew)
    return known->second;
  SmallVector<Operation *> users;
  bool isKept = !find(argument, users);
  keptArguments[argument] = isKept;
  return isKept;
}

/// The op of the block in which `user` is; null if it is in none, or may run
/// later than that op.
static Operation *findInBlock(Block *block, Operation *user) {
  while (user && user->getBlock() != block) {
    user = user->getParentOp();
    if (user && user->getName().getDialectNamespace() == "async")
      return nullptr;
  }
  return user;
}

bool layout::freeAfterLastUse(Operation *root) {
  BufferUses uses(root->hasTrait<OpTrait::SymbolTable>());
  bool changed = false;
  root->walk([&](memref::DeallocOp dealloc) {
    Block *block = dealloc->getBlock();
    auto alloc = dealloc.getMemref().getDefiningOp<memref::AllocOp>();
    SmallVector<Operation *> users;
    if (!alloc || alloc->getBlock() != block ||
        !uses.find(alloc.getResult(), users))
      return;
    Operation *last = alloc;
    for (Operation *user : users) {
      Operation *inBlock = findInBlock(block, user);
      if (!inBlock || (isa<memref::DeallocOp>(user) && user != dealloc))
        return;
      if (user != dealloc && last->isBeforeInBlock(inBlock))
        last = inBlock;
    }
    if (last->getNextNode() != dealloc && last->isBeforeInBlock(dealloc)) {
      dealloc->moveAfter(last);
      changed = true;
    }
  });
  return changed;
}
