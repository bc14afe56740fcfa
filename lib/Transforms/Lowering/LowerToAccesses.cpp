//===- LowerToAccesses.cpp - Whole-buffer ops become accesses -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerToAccesses.h"

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Lowering/LowerConvert.h"
#include "LowerGather.h"
#include "LowerTransfer.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "Transforms/Support/BoxLoops.h"
#include "Transforms/Support/HoistMasked.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Are all extents of the operands symbols in the affine dialect? Those of what
/// is born inside of a loop need not be.
bool hasAffineExtents(Operation *op) {
  Region *scope = affine::getAffineScope(op);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    auto shaped = dyn_cast<ShapedType>(operand.getType());
    return !shaped || shaped.hasStaticShape() ||
           affine::isTopLevelValue(operand, scope);
  });
}

/// Erases what is dead between `before` (null: the start of the block) and
/// `end`, inner ops included. Lowering to loops loads every operand, also
/// outputs whose old value is of no interest: a read that the program does not
/// have.
void eraseDeadOps(RewriterBase &rewriter, Operation *before, Operation *end) {
  SmallVector<Operation *> ops;
  Operation *op = before ? before->getNextNode() : &end->getBlock()->front();
  for (; op != end; op = op->getNextNode())
    op->walk([&](Operation *inner) { ops.push_back(inner); });
  for (Operation *candidate : llvm::reverse(ops))
    if (isOpTriviallyDead(candidate))
      rewriter.eraseOp(candidate);
}

void lowerLinalg(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  Operation *before = op->getPrevNode();
  // Affine loops where bounds allow: later passes understand them best.
  FailureOr<linalg::LinalgLoops> loops =
      hasAffineExtents(op) ? linalg::linalgOpToAffineLoops(rewriter, op)
                           : linalg::linalgOpToLoops(rewriter, op);
  assert(succeeded(loops) && "linalg ops on buffers always become loops");
  (void)loops;
  eraseDeadOps(rewriter, before, op);
  rewriter.eraseOp(op);
}

void lowerCopy(RewriterBase &rewriter, memref::CopyOp copy) {
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

LogicalResult planLowerCopy(memref::CopyOp copy) {
  Type source = copy.getSource().getType(), target = copy.getTarget().getType();
  if (!isa<MemRefType>(source) || !isa<MemRefType>(target))
    return copy.emitOpError("on a laid-out buffer needs ranked memrefs");
  // One after the other, elements would be overwritten before they are read.
  if (getLayoutToApply(source) != getLayoutToApply(target) &&
      mayBeSameStorage(copy.getSource(), copy.getTarget()))
    return copy.emitOpError("may copy a buffer onto itself, from ")
           << source << " to " << target << "; copy to another buffer";
  return success();
}

LogicalResult planLowerVectorAccess(Operation *op) {
  if (getVectorTypeOfAccess(op).isScalable())
    return op->emitOpError("with a scalable vector cannot touch a laid-out "
                           "buffer: its lanes are not known");
  return planVectorToTransfer(op);
}

} // namespace

bool layout::isCompoundAccess(Operation *op) {
  return isa<linalg::LinalgOp, memref::CopyOp, bufferization::CloneOp,
             vector::TransferReadOp, vector::TransferWriteOp, ConvertOp>(op) ||
         isVectorLoadOrStore(op) || isGatherOrScatter(op);
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

Operation *layout::lowerClone(RewriterBase &rewriter, Operation *op) {
  auto clone = cast<bufferization::CloneOp>(op);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  Value result = memref::AllocOp::create(
      rewriter, loc, cast<MemRefType>(clone.getOutput().getType()),
      buildExtents(rewriter, loc, clone.getInput()));
  Operation *copy =
      memref::CopyOp::create(rewriter, loc, clone.getInput(), result);
  rewriter.replaceOp(op, result);
  return copy;
}

LogicalResult layout::planLowerToAccesses(Operation *op) {
  if (isInMask(op) && failed(planHoistOutOfMask(op)))
    return failure();
  if (isGatherOrScatter(op))
    return planLowerGather(op);
  if (isVectorLoadOrStore(op))
    return planLowerVectorAccess(op);
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return planLowerTransfer(transfer);
  if (auto convert = dyn_cast<ConvertOp>(op))
    return planLowerConvert(convert, [&] { return op->emitError(); });
  if (isa<bufferization::CloneOp>(op))
    return planLowerClone(op);
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return planLowerCopy(copy);
  assert(cast<linalg::LinalgOp>(op).hasPureBufferSemantics() &&
         "linalg ops do not mix tensors and buffers");
  return success();
}

void layout::lowerToAccesses(RewriterBase &rewriter, Operation *op) {
  if (isInMask(op))
    op = hoistOutOfMask(rewriter, op);
  if (isVectorLoadOrStore(op))
    op = convertVectorToTransfer(rewriter, op);
  if (isGatherOrScatter(op))
    return lowerGather(rewriter, op);
  TypeSwitch<Operation *>(op)
      .Case([&](linalg::LinalgOp linalgOp) { lowerLinalg(rewriter, linalgOp); })
      .Case([&](memref::CopyOp copy) { lowerCopy(rewriter, copy); })
      .Case([&](bufferization::CloneOp clone) {
        lowerCopy(rewriter, cast<memref::CopyOp>(lowerClone(rewriter, clone)));
      })
      .Case([&](ConvertOp convert) { applyLowerConvert(rewriter, convert); })
      .Case([&](VectorTransferOpInterface transfer) {
        lowerTransfer(rewriter, transfer);
      });
}
