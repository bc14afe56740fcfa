//===- ImageTypes.cpp - Textures as SPIR-V images -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageTypes.h"

#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::layout;
using spirv::ImageFormat;

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << "'" << type << "'";
  return text;
}

/// The format of four components and that of one, for elements of one type.
static std::optional<std::pair<ImageFormat, ImageFormat>>
getFormats(Type element) {
  if (element.isF32())
    return {{ImageFormat::Rgba32f, ImageFormat::R32f}};
  if (element.isF16())
    return {{ImageFormat::Rgba16f, ImageFormat::R16f}};
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return std::nullopt;
  bool isSigned = integer.isSigned();
  switch (integer.getWidth()) {
  case 32:
    return isSigned ? std::pair{ImageFormat::Rgba32i, ImageFormat::R32i}
                    : std::pair{ImageFormat::Rgba32ui, ImageFormat::R32ui};
  case 16:
    return isSigned ? std::pair{ImageFormat::Rgba16i, ImageFormat::R16i}
                    : std::pair{ImageFormat::Rgba16ui, ImageFormat::R16ui};
  case 8:
    return isSigned ? std::pair{ImageFormat::Rgba8i, ImageFormat::R8i}
                    : std::pair{ImageFormat::Rgba8ui, ImageFormat::R8ui};
  default:
    return std::nullopt;
  }
}

/// Images hold narrow numbers and yield wide ones: a 16-bit sampled type is
/// invalid.
static Type getSampledType(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), 32,
                            integer.isSigned() ? IntegerType::Signed
                                               : IntegerType::Signless);
  return Float32Type::get(element.getContext());
}

std::optional<TexelFormat> layout::getTexelFormat(Type texel,
                                                  std::string &why) {
  auto vector = dyn_cast<VectorType>(texel);
  if (vector && (vector.getRank() != 1 || vector.isScalable() ||
                 vector.getNumElements() != 4)) {
    why = "a texel has one or four components, not " + print(texel);
    return std::nullopt;
  }
  Type element = vector ? vector.getElementType() : texel;
  auto formats = getFormats(element);
  if (!formats) {
    why = "no image format holds " + print(element) +
          ", only f32, f16, and integers of 32, 16 or 8 bits";
    return std::nullopt;
  }
  TexelFormat result;
  result.sampled = getSampledType(element);
  result.format = vector ? formats->first : formats->second;
  result.numComponents = vector ? 4 : 1;
  result.isExtended = !vector && element.getIntOrFloatBitWidth() != 32;
  return result;
}

spirv::ImageType layout::getImageType(MemRefType texture) {
  std::optional<TextureAccess> access = getTextureAccess(texture);
  std::string why;
  auto format = getTexelFormat(texture.getElementType(), why);
  if (!access || !format || (texture.getRank() != 2 && texture.getRank() != 3))
    return {};
  bool isSampled = *access == TextureAccess::Read;
  return spirv::ImageType::get(
      format->sampled, spirv::Dim::Dim2D, spirv::ImageDepthInfo::NoDepth,
      texture.getRank() == 3 ? spirv::ImageArrayedInfo::Arrayed
                             : spirv::ImageArrayedInfo::NonArrayed,
      spirv::ImageSamplingInfo::SingleSampled,
      isSampled ? spirv::ImageSamplerUseInfo::NeedSampler
                : spirv::ImageSamplerUseInfo::NoSampler,
      isSampled ? ImageFormat::Unknown : format->format);
}
