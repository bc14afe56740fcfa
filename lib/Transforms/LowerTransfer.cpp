//===- LowerTransfer.cpp - Vector transfers become accesses ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTransfer.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A transfer of a vector becomes a loop over its lanes, each one guarded
/// scalar access. The vector is carried in flat form, since only the last
/// position of `vector.insert` and `vector.extract` has to be dynamic there.
class TransferLowering {
public:
  TransferLowering(RewriterBase &rewriter, VectorTransferOpInterface transfer)
      : rewriter(rewriter), transfer(transfer), loc(transfer.getLoc()),
        vectorType(transfer.getVectorType()),
        flatType(VectorType::get({vectorType.getNumElements()},
                                 vectorType.getElementType())) {}

  void lowerRead(vector::TransferReadOp read) {
    rewriter.setInsertionPoint(read);
    Value mask = flatten(read.getMask());
    Value init =
        vector::BroadcastOp::create(rewriter, loc, flatType, read.getPadding());
    auto loop = buildLaneLoop(init);
    rewriter.setInsertionPointToStart(loop.getBody());
    Value lane = loop.getInductionVar();
    SmallVector<Value> index = buildIndex(lane);
    Value vector = loop.getRegionIterArg(0);
    Value result = guarded(
        buildGuard(lane, index, mask), flatType,
        [&](OpBuilder &builder) -> Value {
          Value element =
              memref::LoadOp::create(builder, loc, read.getBase(), index);
          return vector::InsertOp::create(builder, loc, element, vector,
                                          OpFoldResult(lane));
        },
        vector);
    scf::YieldOp::create(rewriter, loc, result);
    rewriter.setInsertionPoint(read);
    rewriter.replaceOpWithNewOp<vector::ShapeCastOp>(read, vectorType,
                                                     loop.getResult(0));
  }

  void lowerWrite(vector::TransferWriteOp write) {
    rewriter.setInsertionPoint(write);
    Value mask = flatten(write.getMask());
    Value flat = flatten(write.getVector());
    auto loop = buildLaneLoop(/*init=*/nullptr);
    rewriter.setInsertionPointToStart(loop.getBody());
    Value lane = loop.getInductionVar();
    SmallVector<Value> index = buildIndex(lane);
    guarded(
        buildGuard(lane, index, mask), /*resultType=*/nullptr,
        [&](OpBuilder &builder) -> Value {
          Value element =
              vector::ExtractOp::create(builder, loc, flat, OpFoldResult(lane));
          memref::StoreOp::create(builder, loc, element, write.getBase(),
                                  index);
          return {};
        },
        /*otherwise=*/nullptr);
    rewriter.eraseOp(write);
  }

private:
  Value flatten(Value vector) {
    if (!vector)
      return {};
    auto type = cast<VectorType>(vector.getType());
    auto flat = VectorType::get({type.getNumElements()}, type.getElementType());
    return vector::ShapeCastOp::create(rewriter, loc, flat, vector);
  }

  scf::ForOp buildLaneLoop(Value init) {
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value lanes = arith::ConstantIndexOp::create(rewriter, loc,
                                                 flatType.getNumElements());
    return scf::ForOp::create(rewriter, loc, zero, lanes, one,
                              init ? ValueRange(init) : ValueRange());
  }

  /// The logical index of one lane: the base index, plus the lane's position
  /// along each dimension of the vector that runs along one of the buffer.
  SmallVector<Value> buildIndex(Value lane) {
    SmallVector<Value> index(transfer.getIndices());
    AffineExpr base = rewriter.getAffineDimExpr(0);
    AffineExpr rest = rewriter.getAffineDimExpr(1);
    for (int64_t dim = vectorType.getRank() - 1; dim >= 0; --dim) {
      int64_t size = vectorType.getDimSize(dim);
      auto along =
          dyn_cast<AffineDimExpr>(transfer.getPermutationMap().getResult(dim));
      if (along) {
        Value &position = index[along.getPosition()];
        position = affine::makeComposedAffineApply(
            rewriter, loc,
            AffineMap::get(2, 0, dim == 0 ? base + rest : base + rest % size),
            {position, lane});
      }
      rest = rest.floorDiv(size);
    }
    return index;
  }

  /// Null if every lane is inside the buffer and selected.
  Value buildGuard(Value lane, ArrayRef<Value> index, Value mask) {
    Value guard;
    auto conjoin = [&](Value condition) {
      guard = guard ? arith::AndIOp::create(rewriter, loc, guard, condition)
                    : condition;
    };
    if (mask)
      conjoin(
          vector::ExtractOp::create(rewriter, loc, mask, OpFoldResult(lane)));
    for (int64_t dim = 0; dim < vectorType.getRank(); ++dim) {
      auto along =
          dyn_cast<AffineDimExpr>(transfer.getPermutationMap().getResult(dim));
      if (!along || transfer.isDimInBounds(dim))
        continue;
      int64_t size = transfer.getShapedType().getDimSize(along.getPosition());
      Value extent = arith::ConstantIndexOp::create(rewriter, loc, size);
      conjoin(arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt,
                                    index[along.getPosition()], extent));
    }
    return guard;
  }

  Value guarded(Value guard, Type resultType,
                function_ref<Value(OpBuilder &)> build, Value otherwise) {
    if (!guard)
      return build(rewriter);
    auto branch = scf::IfOp::create(
        rewriter, loc, resultType ? TypeRange(resultType) : TypeRange(), guard,
        /*withElseRegion=*/resultType != nullptr);
    OpBuilder then = branch.getThenBodyBuilder();
    Value result = build(then);
    if (!resultType)
      return {};
    scf::YieldOp::create(then, loc, result);
    OpBuilder other = branch.getElseBodyBuilder();
    scf::YieldOp::create(other, loc, otherwise);
    return branch.getResult(0);
  }

  RewriterBase &rewriter;
  VectorTransferOpInterface transfer;
  Location loc;
  VectorType vectorType, flatType;
};

} // namespace

LogicalResult layout::planLowerTransfer(VectorTransferOpInterface transfer) {
  if (!transfer.getShapedType().hasStaticShape())
    return transfer.emitOpError("on a laid-out buffer needs a static shape");
  if (transfer.getVectorType().isScalable())
    return transfer.emitOpError(
        "with a scalable vector cannot touch a laid-out buffer: its lanes are "
        "not known");
  if (isa<VectorType>(transfer.getShapedType().getElementType()))
    return transfer.emitOpError(
        "cannot touch a laid-out buffer of vectors; use memref.load and "
        "memref.store");
  if (transfer.getMask() && !transfer.getPermutationMap().isMinorIdentity())
    return transfer.emitOpError(
        "on a laid-out buffer may have a mask or a permutation, not both");
  return success();
}

void layout::lowerTransfer(RewriterBase &rewriter,
                           VectorTransferOpInterface transfer) {
  TransferLowering lowering(rewriter, transfer);
  if (auto read = dyn_cast<vector::TransferReadOp>(transfer.getOperation()))
    return lowering.lowerRead(read);
  lowering.lowerWrite(cast<vector::TransferWriteOp>(transfer.getOperation()));
}
