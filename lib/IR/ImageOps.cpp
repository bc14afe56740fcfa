//===- ImageOps.cpp - Image ops of host code ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Texture.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult ImageCreateOp::verify() {
  // image_create_c1
  int64_t expected = getImage().getType().getNumDynamicExtents();
  if (static_cast<int64_t>(getSizes().size()) == expected)
    return success();
  return emitOpError() << "expects " << expected
                       << " sizes, one per dynamic extent of "
                       << getImage().getType() << ", not " << getSizes().size();
}

//===----------------------------------------------------------------------===//
// The same numbers here and there
//===----------------------------------------------------------------------===//

/// The type of the numbers in a buffer or a texel, vectors taken apart.
static Type getNumberType(Type element) {
  return getElementTypeOrSelf(element);
}

/// How many numbers there are; nullopt if that varies.
static std::optional<int64_t> getNumNumbers(ArrayRef<int64_t> shape,
                                            Type element) {
  auto vector = dyn_cast<VectorType>(element);
  int64_t number = vector ? vector.getNumElements() : 1;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(number, extent, number))
      return std::nullopt;
  }
  return number;
}

/// Checks that both have numbers of one type, and as many as far as that is
/// known.
static LogicalResult verifySameNumbers(Operation *op, MemRefType buffer,
                                       Type other, ArrayRef<int64_t> shape,
                                       Type element) {
  if (getNumberType(buffer.getElementType()) != getNumberType(element))
    return op->emitOpError() << "expects numbers of one type, not those of "
                             << buffer << " and of " << other;
  auto here = getNumNumbers(buffer.getShape(), buffer.getElementType());
  auto there = getNumNumbers(shape, element);
  if (here && there && *here != *there)
    return op->emitOpError() << "expects as many numbers in " << buffer << ", "
                             << *here << ", as in " << other << ", " << *there;
  return success();
}

static LogicalResult verifyTransfer(Operation *op, MemRefType buffer,
                                    ImageType image) {
  // image_upload_c1, image_download_c1
  if (!buffer.getLayout().isIdentity())
    return op->emitOpError() << "expects a contiguous buffer, not " << buffer;
  // image_upload_c2, image_upload_c3, image_download_c2, image_download_c3
  return verifySameNumbers(op, buffer, image, image.getShape(),
                           image.getTexel());
}

LogicalResult ImageUploadOp::verify() {
  return verifyTransfer(*this, getBuffer().getType(), getImage().getType());
}

LogicalResult ImageDownloadOp::verify() {
  return verifyTransfer(*this, getBuffer().getType(), getImage().getType());
}

LogicalResult AsTextureOp::verify() {
  MemRefType source = getSource().getType(), result = getType();
  // as_texture_c1
  if (!source.getLayout().isIdentity() || source.getMemorySpace())
    return emitOpError() << "expects contiguous memory of the host, not "
                         << source;
  // as_texture_c2
  bool isFlat = result.getLayout().isIdentity() ||
                (isa<BufferAttr>(result.getLayout()) && !isLaidOut(result));
  if (!isInTextureMemory(result) || !isFlat)
    return emitOpError() << "expects a physical buffer in texture memory, not "
                         << result;
  // as_texture_c3
  return verifySameNumbers(*this, source, result, result.getShape(),
                           result.getElementType());
}

Value AsTextureOp::getViewSource() { return getSource(); }

//===----------------------------------------------------------------------===//
// Reads that may be outside
//===----------------------------------------------------------------------===//

LogicalResult FetchOp::verify() {
  MemRefType type = getTexture().getType();
  // fetch_c1
  if (getTextureOutside(type) == TextureOutside::Undefined)
    return emitOpError()
           << "expects a memory space that guarantees what is read "
              "outside, as #layout.texture<read, outside = zero>, "
              "not that of "
           << type;
  // fetch_c2
  if (hasChannelAxis(type))
    return emitOpError() << "expects whole texels, but the innermost axis of "
                         << type
                         << " may be their channels; run "
                            "layout-vectorize-elements";
  if (!isImage(type))
    return emitOpError() << "expects an image, which " << type << " is not";
  // fetch_c3
  if (static_cast<int64_t>(getIndices().size()) != type.getRank())
    return emitOpError() << "expects " << type.getRank()
                         << " indices, one per axis of " << type << ", not "
                         << getIndices().size();
  return success();
}
