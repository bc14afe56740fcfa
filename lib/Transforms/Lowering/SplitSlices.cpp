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

/// Returns true if a slice that only drops `dropped` would drop, for upstream,
/// another dimension that the source has with size 1, and with equal stride.
static bool keepsUnitDim(MemRefType source,
                         const llvm::SmallBitVector &dropped) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(source.getStridesAndOffset(strides, offset)))
    return false;
  for (int64_t dim = 0, last = dropped.find_last(); dim < last; ++dim)
    if (source.getDimSize(dim) == 1 && !dropped.test(dim))
      for (int64_t later : dropped.set_bits())
        if (later > dim && strides[later] == strides[dim])
          return true;
  return false;
}

/// Slices without dropping, and joins what is dropped to the dimensions beside.
/// Returns false, with nothing changed, if the strides would be others.
static bool collapseSlice(RewriterBase &rewriter, memref::SubViewOp slice,
                          const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  bool hasKept = false;
  for (int64_t dim = 0, e = dropped.size(); dim < e; ++dim) {
    if (groups.empty() || (hasKept && !dropped.test(dim))) {
      groups.emplace_back();
      hasKept = false;
    }
    groups.back().push_back(dim);
    hasKept |= !dropped.test(dim);
  }
  MemRefType whole = memref::SubViewOp::inferResultType(
      slice.getSourceType(), slice.getMixedOffsets(), slice.getMixedSizes(),
      slice.getMixedStrides());
  if (!hasKept)
    return false;
  MemRefType type =
      memref::CollapseShapeOp::computeCollapsedType(whole, groups);
  if (!memref::CastOp::areCastCompatible(type, slice.getType()))
    return false;
  rewriter.setInsertionPoint(slice);
  Location loc = slice.getLoc();
  Value kept = memref::SubViewOp::create(
      rewriter, loc, whole, slice.getSource(), slice.getMixedOffsets(),
      slice.getMixedSizes(), slice.getMixedStrides());
  kept = memref::CollapseShapeOp::create(rewriter, loc, type, kept, groups);
  if (type != slice.getType())
    kept = memref::CastOp::create(rewriter, loc, slice.getType(), kept);
  rewriter.replaceOp(slice, kept);
  return true;
}

/// Drops dimensions by one slice whose steps are 1, and steps by another one
/// that drops none.
static void splitSlice(RewriterBase &rewriter, memref::SubViewOp slice) {
  rewriter.setInsertionPoint(slice);
  Location loc = slice.getLoc();
  MemRefType source = slice.getSourceType();
  llvm::SmallBitVector dropped = getDroppedDims(slice);
  if (keepsUnitDim(source, dropped) && collapseSlice(rewriter, slice, dropped))
    return;
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
