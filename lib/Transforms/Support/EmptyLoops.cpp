//===- EmptyLoops.cpp - Loops that are never entered ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyLoops.h"

#include "IndexValues.h"

using namespace mlir;
using namespace mlir::layout;

void layout::removeEmptyLoops(Operation *root,
                              function_ref<void(affine::AffineForOp)> visit) {
  IndexRanges ranges;
  // From the outside in: the bounds of a loop are tested only where no loop
  // around it is empty.
  root->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (!ranges.isNeverEntered(loop))
      return WalkResult::advance();
    visit(loop);
    loop->replaceAllUsesWith(loop.getInits());
    loop->erase();
    return WalkResult::skip();
  });
}
