//===- LowerCopy.cpp - Copies and clones become accesses ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerCopy.h"

#include "Layout/IR/LaidOut.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult layout::planLowerCopy(memref::CopyOp copy,
                                    StorageQuery mayBeOneStorage) {
  Type source = copy.getSource().getType(), target = copy.getTarget().getType();
  if (!isa<MemRefType>(source) || !isa<MemRefType>(target))
    return copy.emitOpError("on a laid-out buffer needs ranked memrefs; cast "
                            "the other one to a ranked type");
  // One after the other, elements would be overwritten before they are read.
  if (getLayoutToApply(source) != getLayoutToApply(target) &&
      mayBeOneStorage(copy.getSource(), copy.getTarget()))
    return copy.emitOpError("may copy a buffer onto itself, from ")
           << source << " to " << target << "; copy to another buffer";
  return success();
}

void layout::lowerCopy(RewriterBase &rewriter, memref::CopyOp copy) {
  rewriter.setInsertionPoint(copy);
  Location loc = copy.getLoc();
  // Each type may know extents that the other does not.
  Value source = copy.getSource(), target = copy.getTarget();
  SmallVector<int64_t> shape(cast<MemRefType>(target.getType()).getShape());
  SmallVector<Value> extents;
  for (auto [dim, size] :
       llvm::enumerate(cast<MemRefType>(source.getType()).getShape()))
    if (!ShapedType::isDynamic(size))
      shape[dim] = size;
    else if (ShapedType::isDynamic(shape[dim]))
      extents.push_back(memref::DimOp::create(rewriter, loc, source, dim));
  AffineMap same = rewriter.getMultiDimIdentityMap(shape.size());
  buildBoxLoops(rewriter, loc, Box::ofShape(shape, rewriter.getContext()),
                extents, [&](OpBuilder &builder, ValueRange index) {
                  Value element = buildLoad(builder, loc, source, same, index);
                  buildStore(builder, loc, element, target, same, index);
                });
  rewriter.eraseOp(copy);
}

LogicalResult layout::planLowerClone(Operation *op) {
  auto clone = cast<bufferization::CloneOp>(op);
  auto source = dyn_cast<MemRefType>(clone.getInput().getType());
  auto result = dyn_cast<MemRefType>(clone.getOutput().getType());
  if (!source || !result || source.getShape() != result.getShape())
    return op->emitOpError("of a laid-out buffer needs the same shape on both "
                           "sides");
  if (!result.getLayout().isIdentity() && !isLaidOut(result))
    return op->emitOpError("of a laid-out buffer cannot yield ")
           << result << ", which is not contiguous; clone to a plain memref";
  return success();
}

memref::CopyOp layout::lowerClone(RewriterBase &rewriter, Operation *op) {
  auto clone = cast<bufferization::CloneOp>(op);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  Value result = memref::AllocOp::create(
      rewriter, loc, cast<MemRefType>(clone.getOutput().getType()),
      buildExtents(rewriter, loc, clone.getInput()));
  auto copy = memref::CopyOp::create(rewriter, loc, clone.getInput(), result);
  rewriter.replaceOp(op, result);
  return copy;
}
