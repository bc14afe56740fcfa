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

#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Finds the ops that have `buffer` or a view of it as an operand. Returns
/// false if one of them may keep it.
static bool findUsers(Value buffer, function_ref<bool(OpOperand &)> mayKeep,
                      SmallVectorImpl<Operation *> &users) {
  SmallVector<Value> names{buffer};
  for (size_t i = 0; i < names.size(); ++i)
    for (OpOperand &use : names[i].getUses()) {
      users.push_back(use.getOwner());
      SmallVector<Value> views = getViews(use);
      if (views.empty() && mayKeep(use))
        return false;
      llvm::append_range(names, views);
    }
  return true;
}

/// Returns the op of the block in which `user` is; null if it is in none, or
/// may still be running after that op.
static Operation *findInBlock(Block *block, Operation *user) {
  for (; user; user = user->getParentOp()) {
    if (isAsynchronous(user))
      return nullptr;
    if (user->getBlock() == block)
      return user;
  }
  return nullptr;
}

bool layout::freeAfterLastUse(Operation *root) {
  std::optional<CallEffects> effects;
  if (auto module = dyn_cast<ModuleOp>(root))
    effects.emplace(module);
  auto mayKeep = [&](OpOperand &use) {
    return effects ? effects->mayKeep(use) : getOperandEffect(use).escapes;
  };
  bool changed = false;
  root->walk([&](memref::DeallocOp dealloc) {
    Block *block = dealloc->getBlock();
    auto alloc = dealloc.getMemref().getDefiningOp<memref::AllocOp>();
    SmallVector<Operation *> users;
    if (!alloc || alloc->getBlock() != block ||
        !findUsers(alloc.getResult(), mayKeep, users))
      return;
    Operation *last = alloc;
    for (Operation *user : users) {
      if (user == dealloc)
        continue;
      Operation *inBlock = findInBlock(block, user);
      if (!inBlock || isa<memref::DeallocOp>(user))
        return;
      if (last->isBeforeInBlock(inBlock))
        last = inBlock;
    }
    if (last->getNextNode() != dealloc && last->isBeforeInBlock(dealloc)) {
      dealloc->moveAfter(last);
      changed = true;
    }
  });
  return changed;
}
