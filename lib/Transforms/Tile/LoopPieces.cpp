//===- LoopPieces.cpp - One loop in pieces, one behind the other ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPieces.h"

#include "Transforms/Support/ComposedAccesses.h"

using namespace mlir;
using namespace mlir::layout;

void layout::splitIntoPieces(
    affine::AffineForOp loop, unsigned numPieces,
    function_ref<void(unsigned, affine::AffineForOp, IRMapping &)> finish) {
  OpBuilder builder(loop);
  SmallVector<Value> carried(loop.getInits());
  for (unsigned number = 0; number < numPieces; ++number) {
    IRMapping copies;
    auto piece = cast<affine::AffineForOp>(builder.clone(*loop, copies));
    piece.getInitsMutable().assign(carried);
    carried.assign(piece.result_begin(), piece.result_end());
    finish(number, piece, copies);
    composeAccesses(piece);
  }
  loop->replaceAllUsesWith(carried);
  loop->erase();
}
