//===- HoistMasked.cpp - Ops out of vector.mask ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistMasked.h"

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

LogicalResult layout::planHoistOutOfMask(Operation *op) {
  auto masking = cast<vector::MaskOp>(op->getParentOp());
  assert(
      (isa<vector::TransferReadOp, vector::TransferWriteOp, vector::GatherOp>(
          op)) &&
      "vector.mask takes no other access to a buffer");
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (masking.getPassthru() && transfer &&
      !transfer.getPermutationMap().isMinorIdentity())
    return op->emitOpError(
        "in vector.mask with a passthru cannot permute or repeat the elements "
        "of a laid-out buffer; read them in order, and use vector.transpose or "
        "vector.broadcast behind it");
  return success();
}

Operation *layout::hoistOutOfMask(RewriterBase &rewriter, Operation *op) {
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
    results[0] = arith::SelectOp::create(rewriter, loc, masking.getMask(),
                                         results[0], passthru);
  }
  rewriter.replaceOp(masking, results);
  return hoisted;
}
