//===- StoredLanes.cpp - Lanes of vector stores ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredLanes.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/Map/RowMajor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A vector that is stored, under a mask if there is one.
struct StoredVector {
  Value vector, mask;
};

} // namespace

static StoredVector getStoredVector(Operation *op) {
  if (isa<affine::AffineVectorStoreOp, vector::StoreOp>(op))
    return {getStoredValue(op), {}};
  if (auto store = dyn_cast<vector::MaskedStoreOp>(op))
    return {store.getValueToStore(), store.getMask()};
  auto write = dyn_cast<vector::TransferWriteOp>(op);
  if (!write)
    return {};
  auto masking = dyn_cast<vector::MaskOp>(op->getParentOp());
  // Two masks, or one for lanes in another order, are not followed.
  bool isPlain = write.getPermutationMap().isMinorIdentity();
  if ((masking && write.getMask()) ||
      ((masking || write.getMask()) && !isPlain))
    return {};
  return {write.getVector(), masking ? masking.getMask() : write.getMask()};
}

/// By lane; nullopt if the mask is not constant.
static std::optional<SmallVector<bool>> readMask(Value mask, VectorType type) {
  int64_t numLanes = type.getNumElements();
  if (!mask)
    return SmallVector<bool>(numLanes, true);
  DenseElementsAttr constant;
  if (matchPattern(mask, m_Constant(&constant)))
    return llvm::to_vector(constant.getValues<bool>());
  SmallVector<int64_t> ends;
  if (auto lengths = mask.getDefiningOp<vector::ConstantMaskOp>()) {
    llvm::append_range(ends, lengths.getMaskDimSizes());
  } else if (auto made = mask.getDefiningOp<vector::CreateMaskOp>()) {
    for (Value length : made.getOperands()) {
      std::optional<int64_t> end = getConstantNumber(length);
      if (!end)
        return std::nullopt;
      ends.push_back(*end);
    }
  }
  if (ends.size() != static_cast<size_t>(type.getRank()))
    return std::nullopt;
  // A lane is on if it is before the end in each dimension.
  SmallVector<bool> isWritten;
  for (int64_t lane = 0; lane < numLanes; ++lane)
    isWritten.push_back(llvm::all_of(
        llvm::zip(getRowMajorIndex(lane, type.getShape()), ends),
        [](auto at) { return std::get<0>(at) < std::get<1>(at); }));
  return isWritten;
}

/// What each lane holds; empty: what the vector does, all the same.
static SmallVector<StoredLanes> readLanes(Value vector) {
  SmallVector<StoredLanes> lanes;
  DenseElementsAttr constant;
  if (auto elements = vector.getDefiningOp<vector::FromElementsOp>()) {
    for (Value element : elements.getElements())
      lanes.push_back({{}, {}, {}, element});
  } else if (matchPattern(vector, m_Constant(&constant)) &&
             !constant.isSplat()) {
    for (Attribute value : constant.getValues<Attribute>())
      lanes.push_back({{}, {}, dyn_cast<TypedAttr>(value), {}});
  }
  return lanes;
}

std::optional<SmallVector<StoredLanes>>
layout::getStoredLanes(Operation *store) {
  constexpr int64_t maxLanes = 1024;
  auto [vector, mask] = getStoredVector(store);
  auto type = vector ? dyn_cast<VectorType>(vector.getType()) : VectorType();
  if (!type || type.isScalable() || type.getRank() == 0)
    return std::nullopt;
  SmallVector<StoredLanes> lanes;
  if (type.getNumElements() <= maxLanes)
    lanes = readLanes(vector);
  if (lanes.empty() && !mask) {
    StoredLanes all;
    all.offsets.assign(type.getRank(), 0);
    llvm::append_range(all.sizes, type.getShape());
    return SmallVector<StoredLanes>{all};
  }
  std::optional<SmallVector<bool>> isWritten;
  if (type.getNumElements() <= maxLanes)
    isWritten = readMask(mask, type);
  if (!isWritten)
    return std::nullopt;
  // Runs of lanes that are equal, along the last dimension.
  SmallVector<StoredLanes> boxes;
  int64_t rowLength = type.getShape().back();
  const StoredLanes *last = nullptr;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane) {
    const StoredLanes self = lanes.empty() ? StoredLanes() : lanes[lane];
    bool isNext = last && (*isWritten)[lane - 1] && lane % rowLength != 0 &&
                  last->constant == self.constant &&
                  last->element == self.element;
    if (!(*isWritten)[lane])
      continue;
    if (isNext) {
      ++boxes.back().sizes.back();
      continue;
    }
    if (boxes.size() == maxStoredLanes)
      return std::nullopt;
    boxes.push_back(self);
    boxes.back().offsets = getRowMajorIndex(lane, type.getShape());
    boxes.back().sizes.assign(type.getRank(), 1);
    last = &boxes.back();
  }
  return boxes;
}
