//===- Texture.cpp - Buffers in texture memory ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Texture.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<TextureAccess> layout::getTextureAccess(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  if (!memref)
    return std::nullopt;
  Attribute space = memref.getMemorySpace();
  if (auto texture = dyn_cast_or_null<TextureAttr>(space))
    return texture.getAccess();
  auto storage = dyn_cast_or_null<spirv::StorageClassAttr>(space);
  if (storage && storage.getValue() == spirv::StorageClass::Image)
    return TextureAccess::ReadWrite;
  return std::nullopt;
}

TextureOutside layout::getTextureOutside(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  auto texture =
      memref ? dyn_cast_or_null<TextureAttr>(memref.getMemorySpace()) : nullptr;
  return texture ? texture.getOutside() : TextureOutside::Undefined;
}

bool layout::isImage(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  std::string why;
  return memref && isInTextureMemory(memref) &&
         memref.getLayout().isIdentity() && !hasChannelAxis(memref) &&
         succeeded(ImageType::getOf(memref, why));
}

LogicalResult TextureAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  TextureAccess access,
                                  TextureOutside outside) {
  // texture_c1
  if (outside == TextureOutside::Undefined || access == TextureAccess::Read)
    return success();
  return emitError() << "expects a texture that is read, where `outside` is "
                     << stringifyTextureOutside(outside)
                     << ": what is read outside of one that is written is not "
                        "promised";
}

bool layout::hasChannelAxis(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && isInTextureMemory(memref) && memref.getRank() > 1 &&
         memref.getShape().back() == 4 &&
         memref.getElementType().isIntOrIndexOrFloat();
}
