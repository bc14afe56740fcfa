//===- MoveOutOfLoop.cpp - Moving values before a loop --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveOutOfLoop.h"

using namespace mlir;
using namespace mlir::layout;

// Upstream's moveValueDefinitions stays within a block; a value may be computed
// in loops and branches between `loop` and its use.
void layout::moveOutOfLoop(Operation *loop, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    moveOutOfLoop(loop, operand);
  op->moveBefore(loop);
}
