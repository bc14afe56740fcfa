//===- ImagesToLLVM.cpp - Images as calls of the runtime ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on images become calls of the Vulkan runtime, handles become pointers.
//
//     %i = layout.image_create : !layout.image<64x32xvector<4xf32>>
//
// becomes
//
//     %i = llvm.call @layoutImageCreate(%c1_i32, %c32_i64, %c64_i64, %c0_i64)
//
//===----------------------------------------------------------------------===//

#include "../LayoutToSPIRV/ImageTypes.h"
#include "HostBuffers.h"
#include "Layout/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::layout {
#define GEN_PASS_DEF_CONVERTLAYOUTIMAGESTOLLVM
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr StringLiteral kCreate = "layoutImageCreate";
constexpr StringLiteral kCreateZeroOutside = "layoutImageCreateZeroOutside";
constexpr StringLiteral kUpload = "layoutImageUpload";
constexpr StringLiteral kDownload = "layoutImageDownload";
constexpr StringLiteral kDestroy = "layoutImageDestroy";

} // namespace

static Value constant(OpBuilder &builder, Location loc, Type type,
                      int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

/// The extents of an image, `sizes` for the dynamic ones, as i64.
static SmallVector<Value> getExtents(OpBuilder &builder, Location loc,
                                     ImageType type, ValueRange sizes) {
  SmallVector<Value> extents;
  auto nextSize = sizes.begin();
  for (int64_t extent : type.getShape())
    extents.push_back(
        ShapedType::isDynamic(extent)
            ? asI64(builder, loc, *nextSize++)
            : constant(builder, loc, builder.getI64Type(), extent));
  return extents;
}

namespace {

/// A pattern that calls one function of the runtime.
template <typename Op>
class ImagePattern : public OpConversionPattern<Op> {
public:
  ImagePattern(const TypeConverter &converter, LLVM::LLVMFuncOp function)
      : OpConversionPattern<Op>(converter, function.getContext()),
        function(function) {}

protected:
  LLVM::CallOp call(OpBuilder &builder, Location loc,
                    ValueRange operands) const {
    return LLVM::CallOp::create(builder, loc, function, operands);
  }

private:
  mutable LLVM::LLVMFuncOp function;
};

/// Images for which the device guarantees zeros outside are made by another
/// function.
template <bool isZeroOutside>
struct ConvertCreate : public ImagePattern<ImageCreateOp> {
  using ImagePattern::ImagePattern;

  LogicalResult
  matchAndRewrite(ImageCreateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImageType type = op.getImage().getType();
    if (type.getIsZeroOutside() != isZeroOutside)
      return failure();
    Location loc = op.getLoc();
    std::string why;
    std::optional<TexelFormat> format = getTexelFormat(type.getTexel(), why);
    assert(format && "an image has texels of a format, see image_c2");
    SmallVector<Value> extents =
        getExtents(rewriter, loc, type, adaptor.getSizes());
    // Format, width, height, and layers, of which a plain image has none.
    SmallVector<Value> operands = {
        constant(rewriter, loc, rewriter.getI32Type(),
                 static_cast<int64_t>(format->format)),
        extents.pop_back_val(), extents.pop_back_val()};
    operands.push_back(extents.empty()
                           ? constant(rewriter, loc, rewriter.getI64Type(), 0)
                           : extents.pop_back_val());
    rewriter.replaceOp(op, call(rewriter, loc, operands));
    return success();
  }
};

template <typename Op>
struct ConvertTransfer : public ImagePattern<Op> {
  using ImagePattern<Op>::ImagePattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value buffer = op.getBuffer();
    this->call(rewriter, loc,
               {adaptor.getImage(), getAddress(rewriter, loc, buffer),
                getNumBytes(rewriter, loc, buffer)});
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertDestroy : public ImagePattern<ImageDestroyOp> {
  using ImagePattern::ImagePattern;

  LogicalResult
  matchAndRewrite(ImageDestroyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    call(rewriter, op.getLoc(), adaptor.getImage());
    rewriter.eraseOp(op);
    return success();
  }
};

/// An op that passes handles on and means the same with pointers.
template <typename Op>
struct ConvertTypes : public OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(this->getTypeConverter()->convertTypes(op->getResultTypes(),
                                                      types)))
      return failure();
    OperationState state(op.getLoc(), op->getName(), adaptor.getOperands(),
                         types, op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

class ImagesToLLVMPass
    : public layout::impl::ConvertLayoutImagesToLLVMBase<ImagesToLLVMPass> {
  void runOnOperation() override {
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([](ImageType type) -> Type {
      return LLVM::LLVMPointerType::get(type.getContext());
    });
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    target.addLegalDialect<LLVM::LLVMDialect, arith::ArithDialect,
                           memref::MemRefDialect>();
    target.addDynamicallyLegalOp<arith::SelectOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    target.addIllegalOp<ImageCreateOp, ImageUploadOp, ImageDownloadOp,
                        ImageDestroyOp>();
    target.addDynamicallyLegalOp<func::FuncOp, gpu::GPUFuncOp>(
        [&](Operation *op) {
          auto function = cast<FunctionOpInterface>(op);
          return converter.isSignatureLegal(
                     cast<FunctionType>(function.getFunctionType())) &&
                 converter.isLegal(&function.getFunctionBody());
        });
    if (failed(addRuntimePatterns(patterns)))
      return signalPassFailure();
    addStructuralPatterns(patterns, target);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }

  /// Declares the functions that are needed, and the ops that call them.
  LogicalResult addRuntimePatterns(RewritePatternSet &patterns) {
    MLIRContext *context = &getContext();
    Type pointer = LLVM::LLVMPointerType::get(context);
    Type i32 = IntegerType::get(context, 32),
         i64 = IntegerType::get(context, 64);
    auto isZeroOutside = [](ImageCreateOp op) {
      return op.getImage().getType().getIsZeroOutside();
    };
    return success(
        succeeded(add<ImageCreateOp, ConvertCreate<false>>(
            patterns, kCreate, {i32, i64, i64, i64}, pointer,
            [&](ImageCreateOp op) { return !isZeroOutside(op); })) &&
        succeeded(add<ImageCreateOp, ConvertCreate<true>>(
            patterns, kCreateZeroOutside, {i32, i64, i64, i64}, pointer,
            isZeroOutside)) &&
        succeeded(add<ImageUploadOp, ConvertTransfer<ImageUploadOp>>(
            patterns, kUpload, {pointer, pointer, i64})) &&
        succeeded(add<ImageDownloadOp, ConvertTransfer<ImageDownloadOp>>(
            patterns, kDownload, {pointer, pointer, i64})) &&
        succeeded(add<ImageDestroyOp, ConvertDestroy>(patterns, kDestroy,
                                                      {pointer})));
  }

  template <typename Op, typename Pattern>
  LogicalResult add(RewritePatternSet &patterns, StringRef name,
                    ArrayRef<Type> types, Type result = {},
                    function_ref<bool(Op)> isMeant = nullptr) {
    if (!getOperation()
             .walk([&](Op op) {
               return !isMeant || isMeant(op) ? WalkResult::interrupt()
                                              : WalkResult::advance();
             })
             .wasInterrupted())
      return success();
    OpBuilder builder(&getContext());
    if (!result)
      result = LLVM::LLVMVoidType::get(&getContext());
    FailureOr<LLVM::LLVMFuncOp> function =
        LLVM::lookupOrCreateFn(builder, getOperation(), name, types, result);
    if (failed(function))
      return failure();
    patterns.add<Pattern>(converter, *function);
    return success();
  }

  void addStructuralPatterns(RewritePatternSet &patterns,
                             ConversionTarget &target) {
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateFunctionOpInterfaceTypeConversionPattern<gpu::GPUFuncOp>(patterns,
                                                                     converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    populateBranchOpInterfaceTypeConversionPattern(patterns, converter);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    patterns
        .add<ConvertTypes<gpu::LaunchFuncOp>, ConvertTypes<arith::SelectOp>>(
            converter, &getContext());
  }

  TypeConverter converter;
};

} // namespace
