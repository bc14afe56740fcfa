//===- ExpandCopies.cpp - Copies of views as loops ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     memref.copy %a, %b          ->  loops of memref.load and memref.store
//
// for views with strides; one contiguous block stays, as LLVM's memcpy.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Transforms/Support/DecomposeAggregates.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Returns true if it is one contiguous block of memory, which LLVM copies as
/// such.
static bool isOnePiece(MemRefType type) {
  return type.getLayout().isIdentity() ||
         memref::isStaticShapeAndContiguousRowMajor(type);
}

void layout::expandCopies(Operation *root) {
  decomposeAggregates(root);
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::CopyOp copy) {
    auto from = dyn_cast<MemRefType>(copy.getSource().getType());
    auto to = dyn_cast<MemRefType>(copy.getTarget().getType());
    if (!from || !to || (isOnePiece(from) && isOnePiece(to)))
      return;
    rewriter.setInsertionPoint(copy);
    linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  });
}
