//===- ExpandViews.cpp - Expanded shapes as offsets and strides -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%b, %s, 48]
//       : memref<?x48xf32> into memref<?x?x48xf32>
// After:
//   %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
//   %0 = arith.muli %s, %c48
//   %e = memref.reinterpret_cast %base to
//       offset: [0], sizes: [%b, %s, 48], strides: [%0, 48, 1]
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns `a * b`.
static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a,
                             OpFoldResult b) {
  std::optional<int64_t> left = getConstantNumber(a),
                         right = getConstantNumber(b);
  int64_t product = 0;
  if (left && right && !llvm::MulOverflow(*left, *right, product))
    return builder.getIndexAttr(product);
  if (left == 1)
    return b;
  if (right == 1)
    return a;
  Value lhs = getValueOrCreateConstantIndexOp(builder, loc, a);
  Value rhs = getValueOrCreateConstantIndexOp(builder, loc, b);
  return arith::MulIOp::create(builder, loc, lhs, rhs).getResult();
}

/// Puts what the type states in place of what was computed: a
/// `memref.reinterpret_cast` must agree with its type.
static void preferStatic(MutableArrayRef<OpFoldResult> computed,
                         ArrayRef<int64_t> stated, Builder &builder) {
  for (auto [value, number] : llvm::zip_equal(computed, stated))
    if (ShapedType::isStatic(number))
      value = builder.getIndexAttr(number);
}

/// Returns the strides of `expand`, where those of its source are `strides`.
static SmallVector<OpFoldResult> buildStrides(OpBuilder &builder,
                                              memref::ExpandShapeOp expand,
                                              ArrayRef<OpFoldResult> strides) {
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  SmallVector<OpFoldResult> result(sizes.size(), builder.getIndexAttr(1));
  for (auto [stride, group] :
       llvm::zip(strides, expand.getReassociationIndices())) {
    OpFoldResult step = stride;
    for (int64_t dim : llvm::reverse(group)) {
      result[dim] = step;
      if (dim != group.front())
        step = multiply(builder, expand.getLoc(), step, sizes[dim]);
    }
  }
  return result;
}

static void expandToStrides(RewriterBase &rewriter,
                            memref::ExpandShapeOp expand) {
  MemRefType type = expand.getResultType();
  SmallVector<int64_t> statedStrides, sourceStrides;
  int64_t statedOffset = 0, sourceOffset = 0;
  if (failed(type.getStridesAndOffset(statedStrides, statedOffset)) ||
      failed(
          expand.getSrcType().getStridesAndOffset(sourceStrides, sourceOffset)))
    return;
  rewriter.setInsertionPoint(expand);
  auto source = memref::ExtractStridedMetadataOp::create(
      rewriter, expand.getLoc(), expand.getSrc());
  SmallVector<OpFoldResult> offset{source.getConstifiedMixedOffset()};
  SmallVector<OpFoldResult> strides =
      buildStrides(rewriter, expand, source.getConstifiedMixedStrides());
  preferStatic(offset, ArrayRef(statedOffset), rewriter);
  preferStatic(strides, statedStrides, rewriter);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      expand, type, source.getBaseBuffer(), offset.front(),
      expand.getMixedOutputShape(), strides);
}

void layout::expandViews(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::ExpandShapeOp expand) {
    if (!expand.getResultType().hasStaticShape())
      expandToStrides(rewriter, expand);
  });
}
