//===- InlineResources.cpp - Resources of one element as constants --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   memref.global constant @c : memref<i8> = dense_resource<blob>
// After:
//   memref.global constant @c : memref<i8> = dense<1>
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTINLINERESOURCES
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;

/// Returns the element that `resource`, of rank 0, holds; null if its bytes are
/// not there, or are not those of one element.
static DenseElementsAttr readElement(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return nullptr;
  ArrayRef<char> bytes = blob->getData();
  ShapedType type = resource.getShapedType();
  // A constant has a bit for it, a resource a byte.
  if (type.getElementType().isInteger(1))
    return bytes.size() == 1 ? DenseElementsAttr::get(type, bytes[0] != 0)
                             : nullptr;
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, bytes, isSplat))
    return nullptr;
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

namespace {

class InlineResourcesPass
    : public layout::impl::LayoutInlineResourcesBase<InlineResourcesPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](memref::GlobalOp global) {
      auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(
          global.getInitialValue().value_or(Attribute()));
      if (!resource || resource.getShapedType().getRank() != 0)
        return WalkResult::advance();
      DenseElementsAttr element = readElement(resource);
      if (!element)
        return WalkResult(global.emitOpError("has no value: the resource '")
                          << resource.getRawHandle().getKey()
                          << "' is not in the module, or does not have the "
                             "bytes of one element; add it to "
                             "dialect_resources");
      global.setInitialValueAttr(element);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
