//===- DynamicPositions.cpp - Vector slices at dynamic positions ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = vector.extract %v[%i, %j] : f32 from vector<4x6xf32>
// becomes
//   %0 = vector.shape_cast %v : vector<4x6xf32> to vector<24xf32>
//   %1 = %i * 6 + %j
//   %r = vector.extract %0[%1] : f32 from vector<24xf32>
// and
//   %r = vector.extract %v[%i] : vector<6xf32> from vector<2x6xf32>
// becomes
//   %0 = vector.extract %v[0], %1 = vector.extract %v[1], %2 = %i == 1
//   %r = arith.select %2, %1, %0
//
//===----------------------------------------------------------------------===//

#include "DynamicPositions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace {

using Position = SmallVector<OpFoldResult>;

/// Returns the first dynamic position, or none.
std::optional<unsigned> findDynamic(ArrayRef<OpFoldResult> position) {
  for (auto [i, at] : llvm::enumerate(position))
    if (isa<Value>(at))
      return i;
  return std::nullopt;
}

/// Returns true if LLVM has no op for it: those that it has take the position
/// of an element in a vector of one dimension.
template <typename OpTy>
bool isBeyondLLVM(OpTy op, VectorType type) {
  std::optional<unsigned> dynamic = findDynamic(op.getMixedPosition());
  return dynamic && *dynamic + 1 != type.getRank() && !type.isScalable();
}

VectorType getFlatType(VectorType type) {
  return VectorType::get(type.getNumElements(), type.getElementType());
}

Value buildFlat(OpBuilder &builder, Location loc, Value vector) {
  auto type = cast<VectorType>(vector.getType());
  return vector::ShapeCastOp::create(builder, loc, getFlatType(type), vector);
}

/// Where an element of `type` is in the vector with one dimension.
Value buildFlatPosition(ImplicitLocOpBuilder &builder,
                        ArrayRef<OpFoldResult> position, VectorType type) {
  Value flat;
  for (auto [at, extent] : llvm::zip_equal(position, type.getShape())) {
    Value index =
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), at);
    if (!flat) {
      flat = index;
      continue;
    }
    Value scale = arith::ConstantIndexOp::create(builder, extent);
    flat = arith::MulIOp::create(builder, flat, scale);
    flat = arith::AddIOp::create(builder, flat, index);
  }
  return flat;
}

/// Whether the position that is dynamic first is `value`.
Value buildIsAt(ImplicitLocOpBuilder &builder, OpFoldResult at, int64_t value) {
  Value constant = arith::ConstantIndexOp::create(builder, value);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                               cast<Value>(at), constant);
}

struct ExpandExtract : public OpRewritePattern<vector::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    if (!isBeyondLLVM(op, type))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Position position = op.getMixedPosition();
    if (static_cast<int64_t>(position.size()) == type.getRank()) {
      Value flat = buildFlat(rewriter, op.getLoc(), op.getSource());
      Position at{buildFlatPosition(builder, position, type)};
      rewriter.replaceOpWithNewOp<vector::ExtractOp>(op, flat, at);
      return success();
    }
    unsigned dim = *findDynamic(position);
    OpFoldResult at = position[dim];
    Value result;
    for (int64_t i = 0; i < type.getDimSize(dim); ++i) {
      position[dim] = builder.getIndexAttr(i);
      Value part = vector::ExtractOp::create(builder, op.getSource(), position);
      result = result ? arith::SelectOp::create(
                            builder, buildIsAt(builder, at, i), part, result)
                            .getResult()
                      : part;
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandInsert : public OpRewritePattern<vector::InsertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::InsertOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getDestVectorType();
    if (!isBeyondLLVM(op, type))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Position position = op.getMixedPosition();
    Value stored = op.getValueToStore(), result = op.getDest();
    if (static_cast<int64_t>(position.size()) == type.getRank() &&
        !isa<VectorType>(stored.getType())) {
      Value flat = buildFlat(rewriter, op.getLoc(), result);
      Position at{buildFlatPosition(builder, position, type)};
      Value inserted = vector::InsertOp::create(builder, stored, flat, at);
      rewriter.replaceOpWithNewOp<vector::ShapeCastOp>(op, type, inserted);
      return success();
    }
    unsigned dim = *findDynamic(position);
    OpFoldResult at = position[dim];
    for (int64_t i = 0; i < type.getDimSize(dim); ++i) {
      position[dim] = builder.getIndexAttr(i);
      Value before = vector::ExtractOp::create(builder, op.getDest(), position);
      Value part = arith::SelectOp::create(builder, buildIsAt(builder, at, i),
                                           stored, before);
      result = vector::InsertOp::create(builder, part, result, position);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void layout::populateDynamicPositionPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExtract, ExpandInsert>(patterns.getContext());
}
