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

bool layout::isAmbiguousForUpstream(memref::SubViewOp slice) {
  int64_t numDropped = slice.getSourceType().getRank() -
                       slice.getType().getRank();
  auto isOne = [](int64_t number) { return number == 1; };
  return numDropped != 0 &&
         llvm::count_if(slice.getStaticSizes(), isOne) != numDropped &&
         !llvm::all_of(slice.getStaticStrides(), isOne);
}
