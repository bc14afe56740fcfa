//===- AppliedTypes.cpp - Which laid-out types become physical ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/AppliedTypes.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Remarks.h"

using namespace mlir;
using namespace mlir::layout;

AppliedTypes AppliedTypes::findPlainMaps(ModuleOp module) {
  AppliedTypes types;
  types.plainMapsOnly = true;
  forEachStridedViewType(module, [&](MemRefType type, MemRefType strided,
                                     Operation *view) {
    types.stridedViews.insert(type);
    std::string text;
    llvm::raw_string_ostream(text)
        << "'" << type << "' is a view of memory here and becomes '" << strided
        << "'";
    remarkDone(view->getLoc(), "layout-normalize-memrefs/strided-view") << text;
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
