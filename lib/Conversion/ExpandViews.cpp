//===- ExpandViews.cpp - Views that upstream's passes fail on -------------===//
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
// Before:
//   %s = memref.subview %a[0, %i, %j, %k] [1, 4, 1, 4] [2, 3, 4, 5]
//       : memref<1x8x8x8xf32>
//       to memref<1x4x4xf32, strided<[1024, 192, 5], offset: ?>>
// After:
//   %0 = memref.subview %a[0, 0, %j, 0] [1, 8, 1, 8] [1, 1, 1, 1]
//       : memref<1x8x8x8xf32>
//       to memref<1x8x8xf32, strided<[512, 64, 1], offset: ?>>
//   %s = memref.subview %0[0, %i, %k] [1, 4, 4] [2, 3, 5]
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "Layout/IR/DroppedDims.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTEXPANDVIEWS
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a `memref.subview`.
struct SliceParameters {
  SmallVector<OpFoldResult> offsets, sizes, steps;

  void add(OpFoldResult offset, OpFoldResult size, OpFoldResult step) {
    offsets.push_back(offset);
    sizes.push_back(size);
    steps.push_back(step);
  }
};
} // namespace

/// Returns the type of the slice `slice` of `source` without the dimensions
/// `dropped`.
static MemRefType getSliceType(MemRefType source, const SliceParameters &slice,
                               const llvm::SmallBitVector &dropped) {
  MemRefType whole = memref::SubViewOp::inferResultType(
      source, slice.offsets, slice.sizes, slice.steps);
  SmallVector<int64_t> allStrides, strides, shape;
  int64_t offset = 0;
  [[maybe_unused]] LogicalResult isStrided =
      whole.getStridesAndOffset(allStrides, offset);
  assert(succeeded(isStrided) && "a slice has strides");
  for (auto [dim, size] : llvm::enumerate(whole.getShape())) {
    if (dropped.test(dim))
      continue;
    shape.push_back(size);
    strides.push_back(allStrides[dim]);
  }
  return MemRefType::get(
      shape, source.getElementType(),
      StridedLayoutAttr::get(source.getContext(), offset, strides),
      source.getMemorySpace());
}

/// Drops dimensions by one slice whose steps are 1, and steps by another one
/// that drops none.
static void splitSlice(RewriterBase &rewriter, memref::SubViewOp slice) {
  rewriter.setInsertionPoint(slice);
  Location loc = slice.getLoc();
  MemRefType source = slice.getSourceType();
  llvm::SmallBitVector dropped = getDroppedDims(slice);
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  SliceParameters dropping, stepping;
  for (auto [dim, offset, size, step] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides())) {
    if (dropped.test(dim)) {
      dropping.add(offset, one, one);
      continue;
    }
    OpFoldResult whole = rewriter.getIndexAttr(source.getDimSize(dim));
    // Upstream's folding of a size asks which dimensions a slice drops.
    if (source.isDynamicDim(dim))
      whole = memref::DimOp::create(rewriter, loc, slice.getSource(), dim)
                  .getResult();
    dropping.add(zero, whole, one);
    stepping.add(offset, size, step);
  }
  auto kept = memref::SubViewOp::create(
      rewriter, loc, getSliceType(source, dropping, dropped), slice.getSource(),
      dropping.offsets, dropping.sizes, dropping.steps);
  rewriter.replaceOpWithNewOp<memref::SubViewOp>(
      slice, slice.getType(), kept, stepping.offsets, stepping.sizes,
      stepping.steps);
}

//===----------------------------------------------------------------------===//
// Expanded shapes
//===----------------------------------------------------------------------===//

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
      failed(expand.getSrcType().getStridesAndOffset(sourceStrides,
                                                     sourceOffset)))
    return;
  rewriter.setInsertionPoint(expand);
  auto source = memref::ExtractStridedMetadataOp::create(
      rewriter, expand.getLoc(), expand.getSrc());
  SmallVector<OpFoldResult> offset{source.getConstifiedMixedOffset()};
  SmallVector<OpFoldResult> strides = buildStrides(
      rewriter, expand, source.getConstifiedMixedStrides());
  preferStatic(offset, ArrayRef(statedOffset), rewriter);
  preferStatic(strides, statedStrides, rewriter);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      expand, type, source.getBaseBuffer(), offset.front(),
      expand.getMixedOutputShape(), strides);
}

namespace {

class ExpandViewsPass
    : public layout::impl::LayoutExpandViewsBase<ExpandViewsPass> {
  using LayoutExpandViewsBase::LayoutExpandViewsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto slice = dyn_cast<memref::SubViewOp>(op)) {
        if (isAmbiguousForUpstream(slice))
          splitSlice(rewriter, slice);
      } else if (auto expand = dyn_cast<memref::ExpandShapeOp>(op)) {
        if (!slicesOnly && !expand.getResultType().hasStaticShape())
          expandToStrides(rewriter, expand);
      }
    });
  }
};

} // namespace
