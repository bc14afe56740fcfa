//===- ExpandResources.cpp - Resources as constants -----------------------===//
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

#include "Expand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace mlir;

/// Returns the elements that `resource` holds; null if its bytes are not those
/// of its elements.
static DenseElementsAttr readElements(DenseResourceElementsAttr resource) {
  ArrayRef<char> bytes = resource.getRawHandle().getBlob()->getData();
  ShapedType type = resource.getShapedType();
  if (type.getNumElements() == 0)
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  // A constant has a bit for it, a resource a byte.
  if (type.getElementType().isInteger(1)) {
    auto isSet = [](char byte) { return byte != 0; };
    return DenseElementsAttr::get(
        type, SmallVector<bool>(llvm::map_range(bytes, isSet)));
  }
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, bytes, isSplat))
    return nullptr;
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

/// The bytes that a resource of this type has: whole ones for each number. None
/// if its elements are no numbers.
static std::optional<uint64_t> getNeededBytes(ShapedType type) {
  Type element = type.getElementType();
  uint64_t numbers = type.getNumElements();
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    numbers *= 2;
  }
  if (element.isIndex())
    return numbers * sizeof(int64_t);
  if (!element.isIntOrFloat())
    return std::nullopt;
  return numbers * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// Upstream needs a single element as an attribute, those for which LLVM has no
/// array of bytes, and none: it divides by the number of bytes.
static bool needsElements(ShapedType type) {
  Type element = type.getElementType();
  if (type.getRank() == 0 || type.getNumElements() == 0 ||
      isa<ComplexType>(element))
    return true;
  return element.isIntOrFloat() &&
         !llvm::is_contained({8u, 16u, 32u, 64u},
                             element.getIntOrFloatBitWidth());
}

/// The resource that is the value of a global or of a constant vector; null if
/// there is none.
static DenseResourceElementsAttr getResource(Operation *op) {
  Attribute value;
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    value = global.getInitialValue().value_or(Attribute());
  else if (auto constant = dyn_cast<arith::ConstantOp>(op);
           constant && isa<VectorType>(constant.getType()))
    value = constant.getValue();
  return dyn_cast_or_null<DenseResourceElementsAttr>(value);
}

/// Lowering would take a part of bytes that are too many.
static LogicalResult checkBytes(Operation *op,
                                DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  StringRef key = resource.getRawHandle().getKey();
  if (!blob)
    return op->emitOpError("has no value: the resource '")
           << key << "' is not in the module; add it to dialect_resources";
  std::optional<uint64_t> needed = getNeededBytes(resource.getShapedType());
  if (!needed || blob->getData().size() == *needed)
    return success();
  return op->emitOpError("has no value: the resource '")
         << key << "' has " << blob->getData().size() << " bytes, and "
         << resource.getType() << " needs " << *needed;
}

LogicalResult layout::expandResources(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    DenseResourceElementsAttr resource = getResource(op);
    if (!resource)
      return WalkResult::advance();
    if (failed(checkBytes(op, resource)))
      return WalkResult::interrupt();
    if (!needsElements(resource.getShapedType()))
      return WalkResult::advance();
    DenseElementsAttr elements = readElements(resource);
    if (!elements)
      return WalkResult(op->emitOpError("has no value: the resource '")
                        << resource.getRawHandle().getKey()
                        << "' does not have the bytes of its elements");
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      global.setInitialValueAttr(elements);
    else
      cast<arith::ConstantOp>(op).setValueAttr(elements);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
