//===- ImageTypes.h - Textures as SPIR-V images -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer in texture memory is a two-dimensional image of texels: the last two
// axes are row and column, an axis before them is the layer of an array.
//
//   memref<64x32xvector<4xf16>, #layout.texture<read>>     64 rows of 32 texels
//   memref<3x64x32xvector<4xf16>, #layout.texture<read>>   three layers of them
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LAYOUTTOSPIRV_IMAGETYPES_H
#define LIB_CONVERSION_LAYOUTTOSPIRV_IMAGETYPES_H

#include "Layout/IR/Texture.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVTypes.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// How one texel lies in an image and how code holds it.
struct TexelFormat {
  Type sampled;              ///< what an access yields: f32, i32 or si32
  spirv::ImageFormat format; ///< how it lies in the image
  int64_t numComponents;     ///< 4, or 1 for a texel that is a scalar
  bool isExtended;           ///< to write needs StorageImageExtendedFormats
};

/// The format of texels of this type: f32, f16, or an integer of 32, 16 or 8
/// bits, four in a vector or one alone. Signless integers are unsigned, as
/// SPIR-V has them. None, with the reason, if no format holds them exactly.
std::optional<TexelFormat> getTexelFormat(Type texel, std::string &why);

/// The image of a memref in texture memory: sampled if it is only read, else a
/// storage image of explicit format. Null if there is none.
spirv::ImageType getImageType(MemRefType texture);

} // namespace mlir::layout

#endif // LIB_CONVERSION_LAYOUTTOSPIRV_IMAGETYPES_H
