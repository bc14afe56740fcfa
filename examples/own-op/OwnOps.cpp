//===- OwnOps.cpp - What the ops say of themselves ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;
using namespace own;

#include "OwnDialect.cpp.inc"
#define GET_OP_CLASSES
#include "OwnOps.cpp.inc"

void OwnDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "OwnOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// add_to: one element, by one index per dimension
//===----------------------------------------------------------------------===//

OperandAccess AddToOp::getAccess(OpOperand &) {
  return OperandAccess::element(getIndices(), getContext(), /*reads=*/true,
                                /*writes=*/true);
}

LayoutRewrite AddToOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Indices;
}

void AddToOp::redirect(RewriterBase &rewriter, OpOperand &operand,
                       const NewPlace &place) {
  redirectIndices(rewriter, operand, getIndicesMutable(), place);
}

//===----------------------------------------------------------------------===//
// clamp: all elements
//===----------------------------------------------------------------------===//

OperandAccess ClampOp::getAccess(OpOperand &) {
  return OperandAccess::whole(/*reads=*/true, /*writes=*/true);
}

LayoutRewrite ClampOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Accesses;
}

// Over the logical shape: padding is nothing that this op knows of.
void ClampOp::decompose(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(*this);
  Location loc = getLoc();
  int64_t rank = getMemref().getType().getRank();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(
        rewriter.createOrFold<memref::DimOp>(loc, getMemref(), dim));
  SmallVector<Value> zeros(rank,
                           arith::ConstantIndexOp::create(rewriter, loc, 0));
  SmallVector<int64_t> steps(rank, 1);
  affine::buildAffineLoopNest(
      rewriter, loc, zeros, sizes, steps,
      [&](OpBuilder &inside, Location loc, ValueRange index) {
        Value x = affine::AffineLoadOp::create(inside, loc, getMemref(), index);
        Value least = arith::MaximumFOp::create(inside, loc, x, getLow());
        Value both = arith::MinimumFOp::create(inside, loc, least, getHigh());
        affine::AffineStoreOp::create(inside, loc, both, getMemref(), index);
      });
  rewriter.eraseOp(*this);
}
