//===- ImagePatterns.cpp - Accesses to textures ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImagePatterns.h"

#include "ImageTypes.h"
#include "OpPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

static TexelFormat getFormat(Value texture) {
  std::string why;
  auto format =
      getTexelFormat(cast<MemRefType>(texture.getType()).getElementType(), why);
  assert(format && "the plan has refused such a texture");
  return *format;
}

/// No target clamps the coordinates of a fetch, so the kernel does: 0 or the
/// last index instead of an index outside.
static SmallVector<Value> clampIndices(OpBuilder &builder, Location loc,
                                       MemRefType type, ValueRange indices) {
  SmallVector<Value> clamped;
  for (auto [index, extent] : llvm::zip_equal(indices, type.getShape())) {
    auto constant = [&, index = index](int64_t value) -> Value {
      return spirv::ConstantOp::create(
          builder, loc, index.getType(),
          builder.getIntegerAttr(index.getType(), value));
    };
    Value low = constant(0), high = constant(extent - 1);
    clamped.push_back(spirv::GLSClampOp::create(builder, loc, index.getType(),
                                                index, low, high));
  }
  return clamped;
}

/// (x, y[, layer]) = (column, row[, layer]): indices from the last two back,
/// then the layer before them.
static Value buildCoordinate(OpBuilder &builder, Location loc,
                             ValueRange indices) {
  SmallVector<Value> coordinate{indices.back(), indices.drop_back().back()};
  if (indices.size() == 3)
    coordinate.push_back(indices.front());
  auto type = VectorType::get(coordinate.size(), coordinate[0].getType());
  return spirv::CompositeConstructOp::create(builder, loc, type, coordinate);
}

/// A texel as code holds it, `value`, as `type`, of other width: both floats or
/// both integers.
static Value buildConversion(OpBuilder &builder, Location loc, Type type,
                             Value value) {
  if (value.getType() == type)
    return value;
  Type element = getElementTypeOrSelf(type);
  if (isa<FloatType>(element))
    return spirv::FConvertOp::create(builder, loc, type, value);
  if (element.isSignedInteger())
    return spirv::SConvertOp::create(builder, loc, type, value);
  return spirv::UConvertOp::create(builder, loc, type, value);
}

/// `type`, or four of it.
static Type withShapeOf(Type vectorOrScalar, Type element) {
  auto vector = dyn_cast<VectorType>(vectorOrScalar);
  return vector ? Type(VectorType::get(vector.getShape(), element)) : element;
}

namespace {

template <typename Load>
class ImageLoadPattern : public OpConversionPattern<Load> {
public:
  using OpConversionPattern<Load>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Load op, typename Load::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value texture = op->getOperand(0);
    Type result = this->getTypeConverter()->convertType(op.getType());
    if (!isInTextureMemory(texture.getType()) || !result)
      return failure();
    Location loc = op.getLoc();
    TexelFormat format = getFormat(texture);
    Value image =
        spirv::LoadOp::create(rewriter, loc, adaptor.getOperands()[0]);
    SmallVector<Value> indices(adaptor.getIndices());
    if (isa<FetchOp>(op) &&
        getTextureOutside(texture.getType()) == TextureOutside::Clamp)
      indices = clampIndices(rewriter, loc, cast<MemRefType>(texture.getType()),
                             indices);
    Value coordinate = buildCoordinate(rewriter, loc, indices);
    Type texel = VectorType::get(4, format.sampled);
    Value fetched = buildFetch(rewriter, loc, texel, image, coordinate);
    if (format.numComponents == 1)
      fetched = spirv::CompositeExtractOp::create(rewriter, loc, fetched, {0});
    rewriter.replaceOp(op, buildConversion(rewriter, loc, result, fetched));
    return success();
  }

private:
  /// The way through the texture cache where there is one.
  static Value buildFetch(OpBuilder &builder, Location loc, Type texel,
                          Value image, Value coordinate) {
    auto type = cast<spirv::ImageType>(image.getType());
    if (type.getSamplerUseInfo() == spirv::ImageSamplerUseInfo::NeedSampler)
      return spirv::ImageFetchOp::create(builder, loc, texel, image, coordinate,
                                         spirv::ImageOperandsAttr(),
                                         ValueRange());
    return spirv::ImageReadOp::create(builder, loc, texel, image, coordinate,
                                      spirv::ImageOperandsAttr(), ValueRange());
  }
};

template <typename Store>
class ImageStorePattern : public OpConversionPattern<Store> {
public:
  using OpConversionPattern<Store>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Store op, typename Store::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value texture = op->getOperand(1);
    if (!isInTextureMemory(texture.getType()))
      return failure();
    Location loc = op.getLoc();
    TexelFormat format = getFormat(texture);
    Value texel = adaptor.getOperands()[0];
    texel = buildConversion(
        rewriter, loc, withShapeOf(texel.getType(), format.sampled), texel);
    // Components that the image does not have are not written.
    if (format.numComponents == 1)
      texel = spirv::CompositeConstructOp::create(
          rewriter, loc, VectorType::get(4, format.sampled),
          SmallVector<Value>(4, texel));
    Value image =
        spirv::LoadOp::create(rewriter, loc, adaptor.getOperands()[1]);
    Value coordinate = buildCoordinate(rewriter, loc, adaptor.getIndices());
    spirv::ImageWriteOp::create(rewriter, loc, image, coordinate, texel,
                                spirv::ImageOperandsAttr(), ValueRange());
    rewriter.eraseOp(op);
    return success();
  }
};

/// A dynamic extent is queried from the image.
class ImageSizePattern : public OpConversionPattern<memref::DimOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::DimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    std::optional<int64_t> axis = op.getConstantIndex();
    if (!isInTextureMemory(op.getSource().getType()) || !type || !axis)
      return failure();
    // An array of one layer has a second one of zeros, so that no coordinate is
    // clamped to the first: the image knows of more layers than the program.
    if (type.getRank() == 3 && *axis == 0 &&
        getTextureOutside(type) == TextureOutside::Zero)
      return failure();
    // (column, row, layer), where axes are (layer, row, column).
    SmallVector<int32_t> place{1, 0};
    if (type.getRank() == 3)
      place.insert(place.begin(), 2);
    Location loc = op.getLoc();
    auto index = IntegerType::get(rewriter.getContext(), 32);
    Value image = spirv::LoadOp::create(rewriter, loc, adaptor.getSource());
    Value sizes = spirv::ImageQuerySizeOp::create(
        rewriter, loc, VectorType::get(type.getRank(), index), image);
    rewriter.replaceOp(op, spirv::CompositeExtractOp::create(
                               rewriter, loc, sizes, place[*axis]));
    return success();
  }
};

} // namespace

void layout::addImageConversion(SPIRVTypeConverter &converter) {
  converter.addConversion([](MemRefType type) -> std::optional<Type> {
    if (!getTextureAccess(type))
      return std::nullopt;
    spirv::ImageType image = getImageType(type);
    return image ? spirv::PointerType::get(image,
                                           spirv::StorageClass::UniformConstant)
                 : Type();
  });
}

void layout::populateImagePatterns(const SPIRVTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<ImageLoadPattern<memref::LoadOp>, ImageLoadPattern<vector::LoadOp>,
           ImageLoadPattern<FetchOp>, ImageStorePattern<memref::StoreOp>,
           ImageStorePattern<vector::StoreOp>, ImageSizePattern>(
          converter, context, PatternBenefit(kOwnBenefit));
}
