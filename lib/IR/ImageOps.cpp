//===- ImageOps.cpp - Images as a host sees them --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"

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

/// The buffer that an image is a copy of, as rows of texels or of channels.
static LogicalResult verifyTransfer(Operation *op, MemRefType buffer,
                                    ImageType image) {
  // image_upload_c1, image_download_c1
  if (!buffer.getLayout().isIdentity())
    return op->emitOpError() << "expects a contiguous buffer, not " << buffer;
  // image_upload_c3, image_download_c3
  ArrayRef<int64_t> shape = buffer.getShape();
  bool asChannels = buffer.getElementType() != image.getTexel();
  if (asChannels && (buffer.getElementType() != image.getChannelType() ||
                     shape.empty() || shape.back() != image.getNumChannels()))
    return op->emitOpError()
           << "expects elements of " << image.getTexel()
           << ", or those of a texel along the last axis, in " << buffer;
  // image_upload_c2, image_download_c2
  if (failed(verifyCompatibleShape(asChannels ? shape.drop_back() : shape,
                                   image.getShape())))
    return op->emitOpError()
           << "expects the extents of " << image << " in " << buffer;
  return success();
}

LogicalResult ImageUploadOp::verify() {
  return verifyTransfer(*this, getBuffer().getType(), getImage().getType());
}

LogicalResult ImageDownloadOp::verify() {
  return verifyTransfer(*this, getBuffer().getType(), getImage().getType());
}
