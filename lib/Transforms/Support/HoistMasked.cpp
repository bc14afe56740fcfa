//===- HoistMasked.cpp - Hoisting ops out of vector.mask ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistMasked.h"

#include "TransferLanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Where `op` keeps its mask, null if it cannot have one.
static MutableOperandRange getMaskOperand(Operation *op) {
  if (auto read = dyn_cast<vector::TransferReadOp>(op))
    return read.getMaskMutable();
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return write.getMaskMutable();
  OpOperand &mask = cast<vector::GatherOp>(op).getMaskMutable();
  return MutableOperandRange(op, mask.getOperandNumber(), 1);
}

bool layout::isInMask(Operation *op) {
  return isa_and_nonnull<vector::MaskOp>(op->getParentOp());
}

/// The mask of a transfer has the dimensions of the buffer, in ascending order;
/// a passthru has those of the vector.
static Value buildLaneMask(OpBuilder &builder, Operation *op, Value mask) {
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (!transfer)
    return mask;
  return buildTransferLanes(builder, op->getLoc(), transfer.getPermutationMap(),
                            transfer.getVectorType().getShape(), mask);
}

bool layout::isMaskedAccess(Operation *op) {
  return isInMask(op) &&
         isa<vector::TransferReadOp, vector::TransferWriteOp, vector::GatherOp>(
             op);
}

Operation *layout::hoistOutOfMask(RewriterBase &rewriter, Operation *op) {
  assert(isMaskedAccess(op) && "vector.mask takes no other access to a buffer");
  auto masking = cast<vector::MaskOp>(op->getParentOp());
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(masking);
  Operation *hoisted = rewriter.clone(*op);
  MutableOperandRange operand = getMaskOperand(hoisted);
  rewriter.setInsertionPoint(hoisted);
  Value mask = masking.getMask();
  if (!operand.empty())
    mask = arith::AndIOp::create(rewriter, loc, operand[0].get(), mask);
  rewriter.modifyOpInPlace(hoisted, [&] { operand.assign(mask); });
  SmallVector<Value> results(hoisted->getResults());
  if (Value passthru = masking.getPassthru()) {
    rewriter.setInsertionPointAfter(hoisted);
    Value lanes = buildLaneMask(rewriter, hoisted, masking.getMask());
    results[0] =
        arith::SelectOp::create(rewriter, loc, lanes, results[0], passthru);
  }
  rewriter.replaceOp(masking, results);
  return hoisted;
}
