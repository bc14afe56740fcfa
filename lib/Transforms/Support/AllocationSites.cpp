//===- AllocationSites.cpp - Allocation sites -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationSites.h"

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

void layout::forEachAllocatedBuffer(
    Operation *op, llvm::function_ref<void(Type, Location)> visit) {
  if (auto function = dyn_cast<TracedFunction>(op)) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      visit(function.getFunctionType().getInput(i),
            function.isExternal() ? function.getLoc()
                                  : function.getArgument(i).getLoc());
  } else if (auto global = dyn_cast<memref::GlobalOp>(op)) {
    visit(global.getType(), op->getLoc());
  } else if (isa<SizedAllocation>(op)) {
    visit(op->getResult(0).getType(), op->getLoc());
  }
}
