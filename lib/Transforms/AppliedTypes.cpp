//===- AppliedTypes.cpp - Which laid-out types become physical ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/AppliedTypes.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Remarks.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Is the layout of `type` a plain map, symbols allowed, that only states
/// strides and an offset?
static bool isMapOfStrides(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isa<AffineMapAttr>(memref.getLayout()) ||
      memref.getLayout().isIdentity())
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(memref.getStridesAndOffset(strides, offset));
}

AppliedTypes AppliedTypes::findPlainMaps(ModuleOp module) {
  AppliedTypes types;
  types.plainMapsOnly = true;
  module.walk([&](ViewLikeOpInterface view) {
    if (isa<AsPhysicalOp, AsLogicalOp>(view.getOperation()))
      return;
    for (Type type : llvm::concat<const Type>(
             TypeRange(view->getOperandTypes()), view->getResultTypes())) {
      if (!isMapOfStrides(type) || !types.stridedViews.insert(type).second)
        continue;
      std::string text;
      llvm::raw_string_ostream(text)
          << "'" << type << "' stays: here it is a strided view of memory";
      remarkMissed(view.getLoc(), "layout-normalize-memrefs/strided-view")
          << text;
    }
  });
  return types;
}

bool AppliedTypes::contains(Type type) const {
  return isa<MemRefType>(type) && isLaidOut(type) && !leaves(type);
}

bool AppliedTypes::leaves(Type type) const {
  if (!plainMapsOnly)
    return false;
  auto memref = dyn_cast<MemRefType>(type);
  bool isOfThisDialect = memref
                             ? isa<BufferAttr>(memref.getLayout())
                             : isa<RankedTensorType>(type) && isLaidOut(type);
  return isOfThisDialect || stridedViews.contains(type);
}
