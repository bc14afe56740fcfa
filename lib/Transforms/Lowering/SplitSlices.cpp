//===- SplitSlices.cpp - Splitting rank-reducing slices -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitSlices.h"

#include "Layout/IR/DroppedDims.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

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
    // Upstream's folding of a size computes which dimensions a slice drops.
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

void layout::splitSlices(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::SubViewOp slice) {
    if (slice.getSourceType().isStrided() && isAmbiguousForUpstream(slice))
      splitSlice(rewriter, slice);
  });
}
