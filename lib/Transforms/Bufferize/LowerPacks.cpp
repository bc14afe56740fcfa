//===- LowerPacks.cpp - Lowering of linalg.pack ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/LowerPacks.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isLowerablePack(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || (tensor.hasStaticShape() && !tensor.getEncoding());
  };
  return isa<linalg::PackOp, linalg::UnPackOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isStatic);
}

LogicalResult layout::lowerPacks(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  WalkResult result = module.walk([&](Operation *op) {
    if (!isa<linalg::PackOp, linalg::UnPackOp>(op))
      return WalkResult::advance();
    rewriter.setInsertionPoint(op);
    auto pack = dyn_cast<linalg::PackOp>(op);
    LogicalResult isLowered =
        pack ? LogicalResult(linalg::lowerPack(rewriter, pack))
             : LogicalResult(
                   linalg::lowerUnPack(rewriter, cast<linalg::UnPackOp>(op)));
    return succeeded(isLowered)
               ? WalkResult::advance()
               : WalkResult(
                     op->emitError("has no form on buffers, as upstream does "
                                   "not lower it"));
  });
  return failure(result.wasInterrupted());
}
