//===- Texture.h - Buffers in texture memory --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texture memory holds images, not bytes: it is accessed by whole texels, and
// there are no views of it under another shape. So passes change the type of
// such a buffer wherever it is named, where of other memory they would make a
// view.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_TEXTURE_H
#define LAYOUT_IR_TEXTURE_H

#include "Layout/IR/Layout.h"
#include <optional>

namespace mlir::layout {

/// How kernels use the buffer by what its memory space says: `read`, `write` or
/// `readwrite`. Of `#spirv.storage_class<Image>`, which says nothing,
/// readwrite. None if `type` is no memref in texture memory.
std::optional<TextureAccess> getTextureAccess(Type type);

inline bool isInTextureMemory(Type type) {
  return getTextureAccess(type).has_value();
}

/// Returns what reads outside of this buffer yield, once it is an image: what
/// its memory space guarantees. `Undefined` for all other memory.
TextureOutside getTextureOutside(Type type);

/// Returns true if this is an image already: two or three axes of texels, in
/// texture memory, without a layout. False while the innermost axis may be the
/// channels.
bool isImage(Type type);

/// Returns true if the innermost axis of this buffer is the channels of a
/// texel, four of them. The buffer must be in texture memory, and have other
/// axes.
bool hasChannelAxis(Type type);

} // namespace mlir::layout

#endif // LAYOUT_IR_TEXTURE_H
