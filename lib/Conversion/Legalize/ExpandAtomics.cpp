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
// A product, for which machines have no update, is a generic one, and so is an
// update with a float of at most 8 bits, which is an integer to LLVM.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "SmallFloatConversions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

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

/// Returns true if no instruction of LLVM updates memory so: by a product, or
/// with a float that LLVM has no type for.
static bool isGeneric(memref::AtomicRMWOp atomic) {
  arith::AtomicRMWKind kind = atomic.getKind();
  return kind == arith::AtomicRMWKind::mulf ||
         kind == arith::AtomicRMWKind::muli ||
         (kind != arith::AtomicRMWKind::assign &&
          isExtendable(atomic.getValue().getType()));
}

static void expandUpdate(memref::AtomicRMWOp update, RewriterBase &rewriter) {
  Location loc = update.getLoc();
  rewriter.setInsertionPoint(update);
  auto atomic = memref::GenericAtomicRMWOp::create(
      rewriter, loc, update.getMemref(), update.getIndices());
  rewriter.setInsertionPointToEnd(atomic.getBody());
  Value updated =
      arith::getReductionOp(update.getKind(), rewriter, loc,
                            atomic.getCurrentValue(), update.getValue());
  memref::AtomicYieldOp::create(rewriter, loc, updated);
  rewriter.replaceOp(update, atomic);
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

/// Returns false, with an error, if an update is of integers, or of floats that
/// are integers to LLVM, for which no machine compares and exchanges memory.
static bool haveMachineWidths(Operation *root) {
  auto check = [](Operation *op, Value buffer) {
    Type element = cast<MemRefType>(buffer.getType()).getElementType();
    if (!(isa<IntegerType>(element) || isExtendable(element)) ||
        llvm::is_contained({8u, 16u, 32u, 64u},
                           element.getIntOrFloatBitWidth()))
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
    if (isGeneric(atomic))
      expandUpdate(atomic, rewriter);
  });
  root->walk([&](memref::GenericAtomicRMWOp atomic) {
    if (!expandAssignment(atomic, rewriter))
      updateBits(atomic, rewriter);
  });
  return success();
}
