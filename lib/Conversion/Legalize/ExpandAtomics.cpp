//===- ExpandAtomics.cpp - Expansion of atomic updates --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generic atomic update that stores a value from outside of its region
// becomes an assignment.
//
//     memref.generic_atomic_rmw %a[%i] : memref<4xf32> {
//     ^bb0(%current: f32):
//       memref.atomic_yield %x : f32
//     }
//
// becomes
//
//     memref.atomic_rmw assign %x, %a[%i] : (f32, memref<4xf32>) -> f32
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

void layout::expandAtomics(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::GenericAtomicRMWOp atomic) {
    Value yielded =
        cast<memref::AtomicYieldOp>(atomic.getBody()->getTerminator())
            .getResult();
    if (atomic->isAncestor(yielded.getParentBlock()->getParentOp()))
      return;
    // What else is in the region has no effect, as the op guarantees. Both
    // ops, as lowered, result in the value that was there before.
    rewriter.setInsertionPoint(atomic);
    rewriter.replaceOpWithNewOp<memref::AtomicRMWOp>(
        atomic, arith::AtomicRMWKind::assign, yielded, atomic.getMemref(),
        atomic.getIndices());
  });
}
