//===- TexturePicture.h - How a texture is packed, in colours ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_LAYOUT_DRAW_TEXTUREPICTURE_H
#define TOOLS_LAYOUT_DRAW_TEXTUREPICTURE_H

#include "Layout/Map/PhysicalLayout.h"
#include "Png.h"
#include <optional>

namespace mlir::layout {

/// A picture of the flattened buffer: a square for each element, where it lies.
///
/// The hue is the last logical index (of NHWC, the channel), the brightness
/// says where the element is along the others. Padding is grey, hatched. A
/// frame is around each texel, if the innermost physical axis has four
/// elements. Layers are drawn below each other, as do the axes before the last
/// two of any buffer.
///
/// Nothing, with the reason in `why`, for a dynamic shape, a layout at fault
/// and more than 2^22 places.
std::optional<Picture> drawTexture(const PhysicalLayout &layout,
                                   std::string &why);

} // namespace mlir::layout

#endif // TOOLS_LAYOUT_DRAW_TEXTUREPICTURE_H
