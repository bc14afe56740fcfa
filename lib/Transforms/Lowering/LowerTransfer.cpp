//===- LowerTransfer.cpp - Vector transfers become accesses ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTransfer.h"

#include "LaneTransfer.h"
#include "Transforms/Support/TransferLanes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Relates the vector of a transfer to its *slice*: the elements of the memref,
/// each once, along its dimensions in ascending order. The mask of a transfer
/// has the shape of the slice. The vector is the slice repeated along new
/// dimensions, then transposed.
class TransferLowering {
public:
  TransferLowering(RewriterBase &rewriter, VectorTransferOpInterface transfer,
                   AffineMap rows)
      : rewriter(rewriter), transfer(transfer), loc(transfer.getLoc()),
        vectorType(transfer.getVectorType()), rows(rows) {
    AffineMap permutation = transfer.getPermutationMap();
    for (unsigned i = 0, e = permutation.getNumResults(); i < e; ++i)
      if (isa<AffineDimExpr>(permutation.getResult(i)))
        alongMemRef.push_back(i);
    llvm::sort(alongMemRef, [&](unsigned a, unsigned b) {
      return permutation.getDimPosition(a) < permutation.getDimPosition(b);
    });
  }

  void lowerRead(vector::TransferReadOp read) {
    rewriter.setInsertionPoint(read);
    LaneTransfer lanes = describe();
    auto flatType =
        VectorType::get({lanes.getNumLanes()}, vectorType.getElementType());
    auto init =
        vector::BroadcastOp::create(rewriter, loc, flatType, read.getPadding());
    lanes.padding = read.getPadding();
    Value flat = buildLaneReads(rewriter, loc, lanes, init);
    Value slice = castShape(rewriter, loc, flat, getSliceShape());
    rewriter.replaceOp(read, buildTransferLanes(rewriter, loc,
                                                read.getPermutationMap(),
                                                vectorType.getShape(), slice));
    if (init->use_empty())
      rewriter.eraseOp(init);
  }

  void lowerWrite(vector::TransferWriteOp write) {
    rewriter.setInsertionPoint(write);
    LaneTransfer lanes = describe();
    SmallVector<int64_t> order(alongMemRef.begin(), alongMemRef.end());
    Value slice = transpose(write.getVector(), order);
    buildLaneWrites(rewriter, loc, lanes, castToFlat(rewriter, loc, slice));
    rewriter.eraseOp(write);
  }

private:
  SmallVector<int64_t> getSliceShape() const {
    return llvm::map_to_vector(
        alongMemRef, [&](unsigned i) { return vectorType.getDimSize(i); });
  }
  LaneTransfer describe() {
    LaneTransfer lanes;
    lanes.base = transfer.getBase();
    lanes.rows = rows;
    lanes.indices.assign(transfer.getIndices().begin(),
                         transfer.getIndices().end());
    lanes.shape = getSliceShape();
    for (unsigned i : alongMemRef) {
      lanes.along.push_back(transfer.getPermutationMap().getDimPosition(i));
      lanes.inBounds.push_back(transfer.isDimInBounds(i));
    }
    if (Value mask = transfer.getMask())
      lanes.mask = castToFlat(rewriter, loc, mask);
    return lanes;
  }

  Value transpose(Value vector, ArrayRef<int64_t> order) {
    if (llvm::equal(order, llvm::seq<int64_t>(order.size())))
      return vector;
    return vector::TransposeOp::create(rewriter, loc, vector, order);
  }

  RewriterBase &rewriter;
  VectorTransferOpInterface transfer;
  Location loc;
  VectorType vectorType;
  AffineMap rows;
  /// Dimensions of the vector that are not repeated; they ascend in the memref.
  SmallVector<unsigned> alongMemRef;
};

} // namespace

LogicalResult layout::planLowerTransfer(VectorTransferOpInterface transfer) {
  if (transfer.getVectorType().isScalable())
    return transfer.emitOpError(
        "cannot access a laid-out buffer by a scalable vector, whose number of "
        "lanes is not known; use a vector of fixed length");
  if (isa<VectorType>(transfer.getShapedType().getElementType()))
    return transfer.emitOpError("cannot access a laid-out buffer of vectors; "
                                "use memref.load and memref.store");
  return success();
}

void layout::lowerTransfer(RewriterBase &rewriter,
                           VectorTransferOpInterface transfer, AffineMap rows) {
  TransferLowering lowering(rewriter, transfer, rows);
  if (auto read = dyn_cast<vector::TransferReadOp>(transfer.getOperation()))
    return lowering.lowerRead(read);
  lowering.lowerWrite(cast<vector::TransferWriteOp>(transfer.getOperation()));
}
