//===- ModuleWork.cpp - Work of a step in a module ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleWork.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::schedule;

SmallVector<Operation *> ModuleWork::getScopeOf(PayloadCopy &fresh) const {
  SmallVector<Operation *> result;
  if (!isOfAll)
    for (Operation *op : scope)
      result.push_back(fresh.lookup(op));
  return result;
}

void ModuleWork::setChanges(ArrayRef<Change> found) {
  llvm::copy_if(found, std::back_inserter(changes), [&](const Change &change) {
    return isOfAll || !change.original ||
           llvm::is_contained(scope, change.original);
  });
}

void ModuleWork::findCopies(const DenseSet<Operation *> &before) {
  for (const Change &change : changes)
    if (change.made)
      change.made->walk<WalkOrder::PreOrder>([&](memref::AllocOp alloc) {
        if (!before.contains(alloc))
          made.push_back(alloc);
      });
}

void ModuleWork::findLoops() {
  for (const Change &change : changes)
    if (change.made)
      change.made->walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
        made.push_back(loop);
        return WalkResult::skip();
      });
}
