//===- LowerGather.cpp - Lowering of gathers ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerGather.h"

#include "LaneLoop.h"
#include "LaneTransfer.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The four ops, seen alike.
struct GatherOrScatter {
  Value base;
  SmallVector<Value> indices;
  Value offsets; ///< along the innermost dimension; null: selected lanes before
  Value mask;
  Value vector; ///< what is stored, or what lanes hold that are not read

  static GatherOrScatter of(Operation *op) {
    return TypeSwitch<Operation *, GatherOrScatter>(op)
        .Case([](vector::GatherOp op) {
          return GatherOrScatter{
              op.getBase(), SmallVector<Value>(op.getOffsets()),
              op.getIndices(), op.getMask(), op.getPassThru()};
        })
        .Case([](vector::ScatterOp op) {
          return GatherOrScatter{
              op.getBase(), SmallVector<Value>(op.getOffsets()),
              op.getIndices(), op.getMask(), op.getValueToStore()};
        })
        .Case([](vector::ExpandLoadOp op) {
          return GatherOrScatter{op.getBase(),
                                 SmallVector<Value>(op.getIndices()), Value(),
                                 op.getMask(), op.getPassThru()};
        })
        .Case([](vector::CompressStoreOp op) {
          return GatherOrScatter{op.getBase(),
                                 SmallVector<Value>(op.getIndices()), Value(),
                                 op.getMask(), op.getValueToStore()};
        });
  }

  VectorType getType() const { return cast<VectorType>(vector.getType()); }
};

} // namespace

/// For each lane, how many lanes before it are selected.
static Value countSelectedBefore(OpBuilder &builder, Location loc, Value mask) {
  int64_t size = cast<VectorType>(mask.getType()).getNumElements();
  auto type = VectorType::get({size}, builder.getIndexType());
  Value counts =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value lanes = arith::ConstantIndexOp::create(builder, loc, size);
  auto loop = scf::ForOp::create(
      builder, loc, zero, lanes, one, ValueRange{counts, zero},
      [&](OpBuilder &inside, Location loc, Value lane, ValueRange carried) {
        Value next = vector::InsertOp::create(inside, loc, carried[1],
                                              carried[0], OpFoldResult(lane));
        Value selected =
            vector::ExtractOp::create(inside, loc, mask, OpFoldResult(lane));
        Value increment =
            arith::SelectOp::create(inside, loc, selected, one, zero);
        Value count = arith::AddIOp::create(inside, loc, carried[1], increment);
        scf::YieldOp::create(inside, loc, ValueRange{next, count});
      });
  return loop.getResult(0);
}

bool layout::isVectorAccess(Operation *op) {
  return isVectorLoadOrStore(op) || isGatherOrScatter(op) ||
         isa<VectorTransferOpInterface>(op);
}

bool layout::isGatherOrScatter(Operation *op) {
  return isa<vector::GatherOp, vector::ScatterOp, vector::ExpandLoadOp,
             vector::CompressStoreOp>(op);
}

LogicalResult layout::planLowerGather(Operation *op) {
  GatherOrScatter access = GatherOrScatter::of(op);
  auto memref = cast<MemRefType>(access.base.getType());
  if (access.getType().isScalable())
    return op->emitOpError(
        "cannot access a laid-out buffer by a scalable vector, whose number of "
        "lanes is not known; use a vector of fixed length");
  if (memref.getRank() == 0)
    return op->emitOpError("expects a buffer of at least one dimension");
  assert(!isa<VectorType>(memref.getElementType()) &&
         "lanes have the element type, their verifiers say");
  if (!access.offsets && access.getType().getRank() != 1)
    return op->emitOpError("on a laid-out buffer needs a vector of one "
                           "dimension");
  return success();
}

void layout::lowerGather(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  GatherOrScatter access = GatherOrScatter::of(op);
  Value mask = castToFlat(rewriter, loc, access.mask);
  Value flat = castToFlat(rewriter, loc, access.vector);
  Value offsets = access.offsets ? castToFlat(rewriter, loc, access.offsets)
                                 : countSelectedBefore(rewriter, loc, mask);
  auto describe = [&](OpBuilder &builder, Value lane) {
    LaneElement element{access.indices, {}};
    element.guard =
        vector::ExtractOp::create(builder, loc, mask, OpFoldResult(lane));
    Value offset =
        vector::ExtractOp::create(builder, loc, offsets, OpFoldResult(lane));
    if (!offset.getType().isIndex())
      offset = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                          offset);
    Value &innermost = element.index.back();
    innermost = arith::AddIOp::create(builder, loc, innermost, offset);
    return element;
  };
  if (op->getNumResults() == 0) {
    buildLaneWriteLoop(rewriter, loc, access.base, flat, describe);
    rewriter.eraseOp(op);
    return;
  }
  Value read = buildLaneReadLoop(rewriter, loc, access.base, flat, describe);
  rewriter.replaceOp(
      op, castShape(rewriter, loc, read, access.getType().getShape()));
}
