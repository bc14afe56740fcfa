//===- TextureArguments.cpp - Textures of a kernel ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextureArguments.h"

#include "ImageTypes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What a kernel does with one texture.
struct TextureUses {
  Operation *read = nullptr;
  Operation *write = nullptr;
  Operation *unknownSize = nullptr; ///< queries a dynamic extent

  /// What the kernel does; of a texture it leaves alone, what is `stated`.
  TextureAccess getAccess(TextureAccess stated) const {
    if (read && write)
      return TextureAccess::ReadWrite;
    if (write)
      return TextureAccess::Write;
    if (read)
      return TextureAccess::Read;
    // The size of a sampled image cannot be queried.
    return stated == TextureAccess::Read && unknownSize
               ? TextureAccess::ReadWrite
               : stated;
  }
};

} // namespace

static TextureUses getUses(Value texture) {
  TextureUses uses;
  for (Operation *user : texture.getUsers()) {
    if (isa<memref::LoadOp, vector::LoadOp, FetchOp>(user))
      uses.read = user;
    else if (isa<memref::StoreOp, vector::StoreOp>(user))
      uses.write = user;
    else if (auto dim = dyn_cast<memref::DimOp>(user))
      if (auto type = dyn_cast<MemRefType>(texture.getType()))
        if (type.isDynamicDim(*dim.getConstantIndex()))
          uses.unknownSize = user;
  }
  return uses;
}

static LogicalResult checkAccess(const TextureUses &uses, Type type,
                                 TextureAccess stated) {
  if (stated == TextureAccess::Read && uses.write)
    return uses.write->emitOpError("writes ") << type << ", which is only "
                                              << "read";
  if (stated == TextureAccess::Write && uses.read)
    return uses.read->emitOpError("reads ") << type << ", which is only "
                                            << "written";
  return success();
}

static std::string describeExcess(MemRefType type,
                                  const LayoutToSPIRVOptions &options) {
  ArrayRef<int64_t> shape = type.getShape();
  auto exceeds = [](int64_t extent, int64_t limit) {
    return !ShapedType::isDynamic(extent) && extent > limit;
  };
  auto describe = [](int64_t extent, StringRef what, int64_t limit) {
    return (Twine(extent) + " " + what +
            " exceed the images of the target, of " + Twine(limit) + " at most")
        .str();
  };
  if (exceeds(shape.back(), options.maxExtent))
    return describe(shape.back(), "columns", options.maxExtent);
  if (exceeds(shape.drop_back().back(), options.maxExtent))
    return describe(shape.drop_back().back(), "rows", options.maxExtent);
  if (shape.size() == 3 && exceeds(shape.front(), options.maxLayers))
    return describe(shape.front(), "layers", options.maxLayers);
  if (llvm::is_contained(shape, 0))
    return "it has no texel, and an image cannot be empty";
  return "";
}

/// Why this type can be no image; empty if it can.
static std::string describeFault(Type type,
                                 const LayoutToSPIRVOptions &options) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || (memref.getRank() != 2 && memref.getRank() != 3))
    return "an image has rows and columns, or layers, rows and columns, of "
           "texels; flattened and with vectors of 4 as elements, this has " +
           (memref ? "rank " + std::to_string(memref.getRank())
                   : std::string("no rank"));
  if (!memref.getLayout().isIdentity())
    return "its layout is neither row-major nor one of this dialect; copy it "
           "to a row-major buffer";
  std::string why;
  if (!getTexelFormat(memref.getElementType(), why))
    return why;
  return describeExcess(memref, options);
}

/// Why this image cannot be used so; empty if it can.
static std::string describeFault(MemRefType type, const TextureUses &uses,
                                 TextureAccess access,
                                 const spirv::TargetEnv &target) {
  std::string why;
  TexelFormat format = *getTexelFormat(type.getElementType(), why);
  bool isStorage = access != TextureAccess::Read;
  if (isStorage && format.isExtended &&
      !target.allows(spirv::Capability::StorageImageExtendedFormats))
    return ("format " + spirv::stringifyImageFormat(format.format) +
            " can only be read by this target: to write it asks for "
            "StorageImageExtendedFormats")
        .str();
  if (uses.unknownSize && !isStorage)
    return "the kernel reads a dynamic extent, which sampled images do not "
           "have; set sampled-images=false, or pass the extent as an argument";
  return "";
}

static void remarkImage(Location loc, spirv::ImageType image) {
  bool isSampled =
      image.getSamplerUseInfo() == spirv::ImageSamplerUseInfo::NeedSampler;
  remarkDone(loc, "convert-layout-to-spirv/image")
      << (isSampled
              ? std::string("the buffer is a sampled image now")
              : ("the buffer is a storage image of format " +
                 spirv::stringifyImageFormat(image.getImageFormat()) + " now")
                    .str());
}

/// Only of a sampled image is the nearest texel what its memory space says.
static LogicalResult checkNearest(Value texture, TextureAccess access) {
  if (access == TextureAccess::Read ||
      getTextureOutside(texture.getType()) != TextureOutside::Clamp)
    return success();
  for (Operation *user : texture.getUsers())
    if (isa<FetchOp>(user))
      return user->emitOpError("takes the nearest texel of ")
             << texture.getType()
             << ", which is a storage image, as sampled-images=false demands";
  return success();
}

FailureOr<Type> layout::planTexture(BlockArgument argument,
                                    const LayoutToSPIRVOptions &options,
                                    const spirv::TargetEnv &target) {
  TextureAccess stated = *getTextureAccess(argument.getType());
  std::string fault = describeFault(argument.getType(), options);
  TextureUses uses = getUses(argument);
  TextureAccess access = uses.getAccess(stated);
  if (access == TextureAccess::Read && !options.sampledImages)
    access = TextureAccess::ReadWrite;
  if (fault.empty())
    fault = describeFault(cast<MemRefType>(argument.getType()), uses, access,
                          target);
  if (!fault.empty())
    return emitError(argument.getLoc(), "texture ")
           << argument.getType() << ": " << fault;
  if (failed(checkAccess(uses, argument.getType(), stated)) ||
      failed(checkNearest(argument, access)))
    return failure();
  auto type = cast<MemRefType>(argument.getType());
  auto space = TextureAttr::get(type.getContext(), access,
                                access == TextureAccess::Read
                                    ? getTextureOutside(type)
                                    : TextureOutside::Undefined);
  auto used = MemRefType::get(type.getShape(), type.getElementType(),
                              type.getLayout(), space);
  remarkImage(argument.getLoc(), getImageType(used));
  return Type(used);
}
