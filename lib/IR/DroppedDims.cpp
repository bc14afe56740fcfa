//===- DroppedDims.cpp - Dimensions that a slice drops --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/DroppedDims.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the strides that the dimensions of `slice` would have if none were
/// dropped; empty if the source has none that are known.
static SmallVector<int64_t> getSliceStrides(memref::SubViewOp slice) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(slice.getSourceType().getStridesAndOffset(strides, offset)))
    return {};
  for (auto [stride, step] : llvm::zip(strides, slice.getStaticStrides()))
    stride = ShapedType::isDynamic(stride) || ShapedType::isDynamic(step)
                 ? ShapedType::kDynamic
                 : stride * step;
  return strides;
}

/// Matches the dimensions of the result, in order, with the first ones of the
/// source that have their size, and their stride, if there are `strides`; the
/// rest is dropped. Returns nullopt if one that is not of size 1 would be.
static std::optional<llvm::SmallBitVector>
matchDims(memref::SubViewOp slice, ArrayRef<int64_t> strides) {
  MemRefType type = slice.getType();
  SmallVector<int64_t> resultStrides;
  int64_t offset = 0;
  if (!strides.empty() &&
      failed(type.getStridesAndOffset(resultStrides, offset)))
    return std::nullopt;
  ArrayRef<int64_t> sizes = slice.getStaticSizes();
  llvm::SmallBitVector dropped(sizes.size());
  int64_t next = 0;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isKept = next < type.getRank() && type.getDimSize(next) == size &&
                  (strides.empty() || strides[dim] == resultStrides[next]);
    if (isKept)
      ++next;
    else if (size == 1)
      dropped.set(dim);
    else
      return std::nullopt;
  }
  return next == type.getRank() ? std::optional(dropped) : std::nullopt;
}

llvm::SmallBitVector layout::getDroppedDims(memref::SubViewOp slice) {
  if (std::optional<llvm::SmallBitVector> dropped =
          matchDims(slice, getSliceStrides(slice)))
    return *dropped;
  std::optional<llvm::SmallBitVector> dropped = matchDims(slice, {});
  assert(dropped && "the verifier compares the sizes");
  return *dropped;
}

/// Returns true if constants or later knowledge leave the size 1 possible.
static bool mayBeOne(int64_t size) {
  return size == 1 || ShapedType::isDynamic(size);
}

/// Returns true if `slice` reads along `dim` all there is, element by element.
static bool isWhole(memref::SubViewOp slice, int64_t dim) {
  if (slice.getStaticOffsets()[dim] != 0)
    return false;
  if (!slice.isDynamicSize(dim))
    return slice.getStaticSize(dim) == slice.getSourceType().getDimSize(dim);
  auto extent = slice.getDynamicSize(dim).getDefiningOp<memref::DimOp>();
  return extent && extent.getSource() == slice.getSource() &&
         extent.getConstantIndex() == dim;
}

/// Returns true if upstream, which takes the first of equal strides for
/// dropped, may get other sizes for a slice whose steps are 1. One that only
/// drops dimensions cannot be made clearer.
static bool mayTakeOtherSizes(memref::SubViewOp slice) {
  SmallVector<int64_t> strides = getSliceStrides(slice);
  llvm::SmallBitVector dropped = layout::getDroppedDims(slice);
  ArrayRef<int64_t> sizes = slice.getStaticSizes();
  bool isAmbiguous = false, onlyDrops = true;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (strides.empty() || dropped.test(dim))
      continue;
    onlyDrops &= isWhole(slice, dim);
    if (!mayBeOne(size))
      continue;
    bool hasOthersBetween = false;
    for (size_t later = dim + 1; later < sizes.size(); ++later) {
      if (!dropped.test(later))
        hasOthersBetween |= sizes[later] != 1;
      else
        isAmbiguous |= hasOthersBetween && strides[later] == strides[dim];
    }
  }
  return isAmbiguous && !onlyDrops;
}

bool layout::isAmbiguousForUpstream(memref::SubViewOp slice) {
  int64_t numDropped =
      slice.getSourceType().getRank() - slice.getType().getRank();
  if (numDropped == 0 ||
      llvm::count_if(slice.getStaticSizes(), mayBeOne) == numDropped)
    return false;
  auto isOne = [](int64_t step) { return step == 1; };
  return !llvm::all_of(slice.getStaticStrides(), isOne) ||
         mayTakeOtherSizes(slice);
}
