//===- StackRooms.cpp - Buffers of loops on the stack ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackRooms.h"

#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

void layout::shareStackOfLoops(Operation *function) {
  SmallVector<memref::AllocaOp> inLoops;
  function->walk([&](memref::AllocaOp alloca) {
    if (isCountedLoop(alloca->getParentOp()) &&
        alloca->getNumOperands() == 0 &&
        llvm::none_of(alloca->getUses(), [](OpOperand &use) {
          return getAccess(use).reach == OperandAccess::Reach::Unknown ||
                 isAsynchronous(use.getOwner());
        }))
      inLoops.push_back(alloca);
  });
  for (memref::AllocaOp alloca : inLoops) {
    Region *scope = alloca->getParentRegion();
    while (isSequentialControlFlow(scope->getParentOp()))
      scope = scope->getParentRegion();
    alloca->moveBefore(&scope->front(), scope->front().begin());
  }
}
