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
// Machines compare and exchange integers. Other updates of floats are of their
// bits: the buffer has the same descriptor then, and upstream removes the cast.
// A product, for which machines have no update, is a generic one.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Returns true if the op stored what its region has from outside.
static bool expandAssignment(memref::GenericAtomicRMWOp atomic,
                             RewriterBase &rewriter) {
  Value yielded = cast<memref::AtomicYieldOp>(atomic.getBody()->getTerminator())
                      .getResult();
  if (atomic->isAncestor(yielded.getParentBlock()->getParentOp()))
    return false;
  // What else is in the region has no effect, as the op guarantees. Both ops,
  // as lowered, result in the value that was there before.
  rewriter.setInsertionPoint(atomic);
  rewriter.replaceOpWithNewOp<memref::AtomicRMWOp>(
      atomic, arith::AtomicRMWKind::assign, yielded, atomic.getMemref(),
      atomic.getIndices());
  return true;
}

static void expandProduct(memref::AtomicRMWOp product, RewriterBase &rewriter) {
  Location loc = product.getLoc();
  rewriter.setInsertionPoint(product);
  auto atomic = memref::GenericAtomicRMWOp::create(
      rewriter, loc, product.getMemref(), product.getIndices());
  rewriter.setInsertionPointToEnd(atomic.getBody());
  Value updated =
      arith::getReductionOp(product.getKind(), rewriter, loc,
                            atomic.getCurrentValue(), product.getValue());
  memref::AtomicYieldOp::create(rewriter, loc, updated);
  rewriter.replaceOp(product, atomic);
}

static void updateBits(memref::GenericAtomicRMWOp atomic,
                       RewriterBase &rewriter) {
  auto type = cast<MemRefType>(atomic.getMemref().getType());
  auto element = dyn_cast<FloatType>(type.getElementType());
  if (!element)
    return;
  Location loc = atomic.getLoc();
  Type bits = rewriter.getIntegerType(element.getWidth());
  rewriter.setInsertionPoint(atomic);
  MemRefType ofBits = MemRefType::Builder(type).setElementType(bits);
  Value buffer = UnrealizedConversionCastOp::create(rewriter, loc, ofBits,
                                                    atomic.getMemref())
                     .getResult(0);
  auto update = memref::GenericAtomicRMWOp::create(rewriter, loc, buffer,
                                                   atomic.getIndices());
  Block *body = update.getBody();
  rewriter.setInsertionPointToEnd(body);
  Value current = arith::BitcastOp::create(rewriter, loc, element,
                                           update.getCurrentValue());
  rewriter.mergeBlocks(atomic.getBody(), body, current);
  auto yield = cast<memref::AtomicYieldOp>(body->getTerminator());
  rewriter.setInsertionPoint(yield);
  Value updated =
      arith::BitcastOp::create(rewriter, loc, bits, yield.getResult());
  rewriter.replaceOpWithNewOp<memref::AtomicYieldOp>(yield, updated);
  rewriter.setInsertionPointAfter(update);
  rewriter.replaceOpWithNewOp<arith::BitcastOp>(atomic, element,
                                                update.getResult());
}

/// Returns false, with an error, if an update is of integers for which no
/// machine compares and exchanges memory.
static bool haveMachineWidths(Operation *root) {
  auto check = [](Operation *op, Value buffer) {
    auto element = dyn_cast<IntegerType>(
        cast<MemRefType>(buffer.getType()).getElementType());
    if (!element ||
        llvm::is_contained({8u, 16u, 32u, 64u}, element.getWidth()))
      return WalkResult::advance();
    return WalkResult(op->emitOpError("updates an element of ")
                      << element
                      << " at once, which machines do for 8, 16, 32 and 64 "
                         "bits; give the buffer elements of such a type");
  };
  return !root->walk([&](Operation *op) {
                if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
                  return check(op, atomic.getMemref());
                if (auto atomic = dyn_cast<memref::GenericAtomicRMWOp>(op))
                  return check(op, atomic.getMemref());
                return WalkResult::advance();
              }).wasInterrupted();
}

LogicalResult layout::expandAtomics(Operation *root) {
  if (!haveMachineWidths(root))
    return failure();
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::AtomicRMWOp atomic) {
    arith::AtomicRMWKind kind = atomic.getKind();
    if (kind == arith::AtomicRMWKind::mulf ||
        kind == arith::AtomicRMWKind::muli)
      expandProduct(atomic, rewriter);
  });
  root->walk([&](memref::GenericAtomicRMWOp atomic) {
    if (!expandAssignment(atomic, rewriter))
      updateBits(atomic, rewriter);
  });
  return success();
}
