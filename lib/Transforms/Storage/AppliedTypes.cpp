//===- AppliedTypes.cpp - Laid-out types to apply -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Storage/AppliedTypes.h"

#include "Layout/IR/LaidOut.h"

using namespace mlir;
using namespace mlir::layout;

AppliedTypes::AppliedTypes(ModuleOp module, bool plainMapsOnly)
    : plainMapsOnly(plainMapsOnly) {
  forEachStridedViewType(module, [&](MemRefType type, MemRefType, Operation *) {
    stridedViews.insert(type);
  });
}

bool AppliedTypes::contains(Type type) const {
  if (!isa<MemRefType>(type))
    return false;
  // Once per type. Computing the layout anew for each access made
  // layout-normalize-memrefs twice as slow on plain maps.
  auto [it, isNew] = known.try_emplace(type);
  if (isNew)
    it->second = isLaidOut(type) && !leaves(type);
  return it->second;
}

bool AppliedTypes::leaves(Type type) const {
  // A plain map that is only strides and an offset is strided<..> in another
  // spelling, so the buffer is a view of memory that other ops may have made.
  if (stridedViews.contains(type))
    return true;
  if (!plainMapsOnly)
    return false;
  auto memref = dyn_cast<MemRefType>(type);
  return memref ? isa<BufferAttr>(memref.getLayout())
                : isa<RankedTensorType>(type) && isLaidOut(type);
}
