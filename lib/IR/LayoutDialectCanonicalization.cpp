//===- LayoutDialectCanonicalization.cpp - Folds of upstream's ops --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's canonicalization folds ops that move the elements of tensors, and
// ignores encodings. The elements of its results are right, but where two types
// differ in their layouts only, a conversion is missing. These patterns insert
// it. It also leaves invalid loops inside of a loop that is never entered: such
// a loop is erased first.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Benefit of patterns that must be tried before upstream's for the same op.
static constexpr unsigned kBeforeUpstream = 8;

/// Returns true if the type is plain, or has a layout of this dialect that is
/// valid for `shape`.
static bool canHaveShape(RankedTensorType type, ArrayRef<int64_t> shape) {
  if (!type.getEncoding())
    return true;
  auto layout = dyn_cast<BufferAttr>(type.getEncoding());
  return layout && layout.getPhysicalLayout(shape).getFault().empty();
}

static bool isConvertible(Type from, Type to) {
  auto source = dyn_cast<RankedTensorType>(from),
       result = dyn_cast<RankedTensorType>(to);
  return source && result && source.getRank() == result.getRank() &&
         canHaveShape(source, source.getShape()) &&
         canHaveShape(result, source.getShape());
}

static Value convertLayout(OpBuilder &builder, Location loc, Value source,
                           RankedTensorType like) {
  auto type = cast<RankedTensorType>(source.getType());
  if (type.getEncoding() == like.getEncoding())
    return source;
  type = type.cloneWithEncoding(like.getEncoding());
  return ConvertOp::create(builder, loc, type, source).getResult();
}

namespace {

/// A `tensor.cast` from one layout to another moves elements.
struct CastOfLayout : public OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp cast,
                                PatternRewriter &rewriter) const override {
    Type from = cast.getSource().getType(), to = cast.getType();
    if (!isConvertible(from, to) ||
        llvm::cast<RankedTensorType>(from).getEncoding() ==
            llvm::cast<RankedTensorType>(to).getEncoding())
      return failure();
    Value converted = convertLayout(rewriter, cast.getLoc(), cast.getSource(),
                                    llvm::cast<RankedTensorType>(to));
    if (converted.getType() == to)
      rewriter.replaceOp(cast, converted);
    else
      rewriter.replaceOpWithNewOp<tensor::CastOp>(cast, to, converted);
    return success();
  }
};

/// Folds a transposition and its inverse. Upstream replaces the result of the
/// second by the operand of the first, whatever their layouts are.
struct TransposeBack : public OpRewritePattern<linalg::TransposeOp> {
  TransposeBack(MLIRContext *context)
      : OpRewritePattern(context, kBeforeUpstream) {}

  LogicalResult matchAndRewrite(linalg::TransposeOp back,
                                PatternRewriter &rewriter) const override {
    auto there = back.getInput().getDefiningOp<linalg::TransposeOp>();
    if (!there || back->getNumResults() != 1 ||
        !isIdentityPermutation(
            applyPermutation(there.getPermutation(), back.getPermutation())))
      return failure();
    Type from = there.getInput().getType(), to = back->getResult(0).getType();
    if (from == to || !isConvertible(from, to) ||
        cast<RankedTensorType>(from).getShape() !=
            cast<RankedTensorType>(to).getShape())
      return failure();
    rewriter.replaceOp(back,
                       convertLayout(rewriter, back.getLoc(), there.getInput(),
                                     cast<RankedTensorType>(to)));
    return success();
  }
};

/// Folds a `tensor.concat` of fills to one fill. Upstream concatenates their
/// destinations in a tensor without the layout.
struct ConcatOfFills : public OpRewritePattern<tensor::ConcatOp> {
  ConcatOfFills(MLIRContext *context)
      : OpRewritePattern(context, kBeforeUpstream) {}

  LogicalResult matchAndRewrite(tensor::ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = concat.getResultType();
    Value number;
    for (Value input : concat.getInputs()) {
      auto fill = input.getDefiningOp<linalg::FillOp>();
      if (!fill || (number && fill.value() != number))
        return failure();
      number = fill.value();
    }
    if (!isa_and_nonnull<BufferAttr>(type.getEncoding()) || !number)
      return failure();
    ReifiedRankedShapedTypeDims sizes;
    if (failed(reifyResultShapes(rewriter, concat, sizes)))
      return failure();
    SmallVector<Value> dynamic;
    for (auto [d, size] : llvm::enumerate(sizes.front()))
      if (type.isDynamicDim(d))
        dynamic.push_back(
            getValueOrCreateConstantIndexOp(rewriter, concat.getLoc(), size));
    Value empty =
        tensor::EmptyOp::create(rewriter, concat.getLoc(), type, dynamic);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(concat, number, empty);
    return success();
  }
};

/// Erases an `affine.for` whose bounds, which are constants, do not enter it.
/// Upstream compares the bounds of loops inside of it over the values of its
/// variable: there are none, so that each bound follows from another, and all
/// of them go.
struct NeverEntered : public OpRewritePattern<affine::AffineForOp> {
  NeverEntered(MLIRContext *context)
      : OpRewritePattern(context, kBeforeUpstream) {}

  LogicalResult matchAndRewrite(affine::AffineForOp loop,
                                PatternRewriter &rewriter) const override {
    if (!loop.hasConstantBounds() ||
        loop.getConstantLowerBound() < loop.getConstantUpperBound())
      return failure();
    rewriter.replaceOp(loop, loop.getInits());
    return success();
  }
};

} // namespace

void LayoutDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<CastOfLayout, TransposeBack, ConcatOfFills, NeverEntered>(
      patterns.getContext());
}
