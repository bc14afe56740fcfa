//===- ExpandMasks.cpp - Masks of more than 2^31 elements -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %m = vector.create_mask %n : vector<8xi1>
// After:
//   %0 = arith.minsi %n, %c2147483647
//   %1 = arith.maxsi %0, %c0
//   %m = vector.create_mask %1 : vector<8xi1>
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

/// Returns the number of lanes, or one as good that fits 32 bits, as upstream's
/// conversion to LLVM truncates it: no vector has more lanes.
static Value clamp(OpBuilder &builder, Location loc, Value lanes) {
  Value most = arith::ConstantIndexOp::create(builder, loc, kMost);
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  Value less = arith::MinSIOp::create(builder, loc, lanes, most);
  return arith::MaxSIOp::create(builder, loc, less, none);
}

static void clampLanes(vector::CreateMaskOp mask, IndexRanges &ranges) {
  OpBuilder builder(mask);
  for (OpOperand &lanes : mask->getOpOperands()) {
    Interval range = ranges.get(lanes.get());
    if (!range.low || *range.low < -kMost || !range.high || *range.high > kMost)
      lanes.set(clamp(builder, mask.getLoc(), lanes.get()));
  }
}

/// Returns true if upstream makes a mask of the lanes that are in the buffer.
static bool isPartial(VectorTransferOpInterface transfer) {
  auto type = dyn_cast<MemRefType>(transfer.getShapedType());
  return type && type.isLastDimUnitStride() &&
         transfer.getVectorType().getRank() == 1 &&
         transfer.hasOutOfBoundsDim() &&
         transfer.getPermutationMap().isMinorIdentity();
}

static Value buildMask(OpBuilder &builder, VectorTransferOpInterface transfer) {
  Location loc = transfer.getLoc();
  VectorType type = transfer.getVectorType();
  Value last = arith::ConstantIndexOp::create(
      builder, loc, transfer.getShapedType().getRank() - 1);
  Value extent = memref::DimOp::create(builder, loc, transfer.getBase(), last);
  Value inside =
      arith::SubIOp::create(builder, loc, extent, transfer.getIndices().back());
  Value mask = vector::CreateMaskOp::create(builder, loc,
                                            type.clone(builder.getI1Type()),
                                            clamp(builder, loc, inside));
  if (Value stated = transfer.getMask())
    mask = arith::AndIOp::create(builder, loc, stated, mask);
  return mask;
}

template <typename Transfer>
static void maskLanes(Transfer transfer) {
  if (!isPartial(transfer))
    return;
  OpBuilder builder(transfer);
  transfer.getMaskMutable().assign(buildMask(builder, transfer));
  transfer.setInBoundsAttr(builder.getBoolArrayAttr({true}));
}

void layout::expandMasks(Operation *root) {
  IndexRanges ranges;
  for (Operation *op : collectOps(root, llvm::IsaPred<vector::CreateMaskOp>))
    clampLanes(cast<vector::CreateMaskOp>(op), ranges);
  for (Operation *op : collectOps(root, llvm::IsaPred<vector::TransferReadOp>))
    maskLanes(cast<vector::TransferReadOp>(op));
  for (Operation *op : collectOps(root, llvm::IsaPred<vector::TransferWriteOp>))
    maskLanes(cast<vector::TransferWriteOp>(op));
}
