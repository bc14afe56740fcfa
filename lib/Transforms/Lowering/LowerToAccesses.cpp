//===- LowerToAccesses.cpp - Whole-buffer ops become accesses -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerToAccesses.h"

#include "Transforms/Support/HoistMasked.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isCompoundAccess(Operation *op) {
  return hasLayoutRewrite(op, LayoutRewrite::Accesses);
}

LogicalResult layout::planLowerToAccesses(Operation *op,
                                          StorageQuery mayBeOneStorage) {
  return cast<LayoutAccessOpInterface>(op).verifyLayoutRewrite(mayBeOneStorage);
}

void layout::lowerToAccesses(RewriterBase &rewriter, Operation *op) {
  if (isInMask(op))
    op = hoistOutOfMask(rewriter, op);
  cast<LayoutAccessOpInterface>(op).decompose(rewriter);
}
