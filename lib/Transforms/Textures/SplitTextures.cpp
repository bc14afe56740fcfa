//===- SplitTextures.cpp - Splitting textures into rows -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     memref<1x8x40x40x4xf32, #layout.texture<read>>
// ->  the same with axis_separator<[3]>: 1 * 8 * 40 rows, 40 columns of texels
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Textures/SplitTextures.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSPLITTEXTURES
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// A texture whose layout states no separators. Null for every other type.
static MemRefType getUnsplit(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isInTextureMemory(memref) ||
      isa<VectorType>(memref.getElementType()))
    return {};
  auto layout = dyn_cast<BufferAttr>(memref.getLayout());
  bool isPlain = memref.getLayout().isIdentity();
  return isPlain || (layout && !layout.getSeparators()) ? memref : MemRefType();
}

static MemRefType withLayout(MemRefType type, BufferAttr layout) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         cast<MemRefLayoutAttrInterface>(Attribute(layout)),
                         type.getMemorySpace());
}

/// `type` with the separator between its rows and its columns.
static MemRefType withSeparator(MemRefType type, int64_t separator) {
  MLIRContext *context = type.getContext();
  auto separators = AxisSeparatorAttr::get(context, {separator});
  auto layout = dyn_cast<BufferAttr>(type.getLayout());
  if (!layout)
    layout = BufferAttr::getOfMap(
        AffineMap::getMultiDimIdentityMap(type.getRank(), context));
  return withLayout(type, BufferAttr::get(context, layout.getIndexMaps(),
                                          layout.getExtents(), layout.getPads(),
                                          separators));
}

static MemRefType withoutMemorySpace(MemRefType type) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         type.getLayout());
}

/// States of a texture how it is used next, and no other shape.
static bool isCastOfTexture(Operation *op) {
  auto cast = dyn_cast<memref::MemorySpaceCastOp>(op);
  return cast && isInTextureMemory(cast.getType());
}

namespace {

class SplitTexturesPlanner {
public:
  SplitTexturesPlanner(ModuleOp module, const SplitTexturesOptions &options)
      : module(module), options(options) {}

  FailureOr<SplitTexturesPlan> run() {
    if (failed(verifyNothingRequested(module, "layout-split-textures")))
      return failure();
    WalkResult result = module.walk<WalkOrder::PreOrder>(
        [&](Operation *op) -> WalkResult { return visit(op); });
    if (result.wasInterrupted())
      return failure();
    return std::move(plan);
  }

private:
  LogicalResult visit(Operation *op) {
    if (llvm::any_of(op->getOperandTypes(), getUnsplit) && failed(visitUse(op)))
      return failure();
    for (Value value : op->getResults())
      if (failed(choose(value.getType(), value.getLoc())))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(choose(argument.getType(), argument.getLoc())))
            return failure();
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (Type type : function.getArgumentTypes())
        if (failed(choose(type, op->getLoc())))
          return failure();
    return success();
  }

  LogicalResult visitUse(Operation *op) {
    if (isa<ViewLikeOpInterface>(op) && !isCastOfTexture(op))
      return op->emitOpError("expects a buffer, as a texture has no views; "
                             "access the texture itself");
    if (!isVectorLoadOrStore(op))
      return success();
    plan.vectorAccesses.push_back(op);
    return planVectorToTransfer(op);
  }

  LogicalResult choose(Type type, Location loc) {
    MemRefType texture = getUnsplit(type);
    if (!texture || plan.types.contains(texture))
      return success();
    if (isLaidOut(texture) &&
        failed(verifyLaidOutType(texture, [&] { return emitError(loc); })))
      return failure();
    SmallVector<int64_t> shape =
        isLaidOut(texture) ? getPhysicalLayout(texture).getPhysicalShape()
                           : llvm::to_vector(texture.getShape());
    std::string why;
    FailureOr<TextureShape> split = choose(shape, why);
    if (succeeded(split)) {
      plan.types[texture] = withSeparator(texture, split->separator);
      remarkDone(loc, "layout-split-textures/split")
          << ("an image of " + Twine(split->height) + " rows and " +
              Twine(split->width) + " columns")
                 .str();
      return success();
    }
    if (!options.otherwiseBuffer)
      return emitError(loc, "texture ") << texture << ": " << why
                                        << "; or leave it in ordinary memory "
                                           "by otherwise-buffer=true";
    plan.types[texture] = withoutMemorySpace(texture);
    remarkMissed(loc, "layout-split-textures/no-split") << why;
    return success();
  }

  FailureOr<TextureShape> choose(ArrayRef<int64_t> shape, std::string &why) {
    if (!options.split)
      return chooseTextureShape(shape, options.maxExtent, why);
    FailureOr<TextureShape> split = getTextureShape(shape, *options.split, why);
    if (succeeded(split) && (split->height >= options.maxExtent ||
                             split->width >= options.maxExtent)) {
      why = (Twine(split->height) + " rows and " + Twine(split->width) +
             " columns; expects fewer of each than " + Twine(options.maxExtent))
                .str();
      return failure();
    }
    return split;
  }

  ModuleOp module;
  const SplitTexturesOptions &options;
  SplitTexturesPlan plan;
};

} // namespace

static std::optional<TextureSplit> getSplit(TextureSplitChoice choice) {
  switch (choice) {
  case TextureSplitChoice::Auto:
    return std::nullopt;
  case TextureSplitChoice::Weight:
    return TextureSplit::Weight;
  case TextureSplitChoice::NHWC:
    return TextureSplit::NHWC;
  case TextureSplitChoice::Plain:
    return TextureSplit::Plain;
  }
  llvm_unreachable("a choice that is none");
}

namespace {

class LayoutSplitTexturesPass
    : public layout::impl::LayoutSplitTexturesBase<LayoutSplitTexturesPass> {
public:
  using LayoutSplitTexturesBase::LayoutSplitTexturesBase;

  void runOnOperation() override {
    SplitTexturesOptions options;
    options.split = getSplit(split);
    options.maxExtent = maxExtent;
    options.otherwiseBuffer = otherwiseBuffer;
    FailureOr<SplitTexturesPlan> plan =
        planSplitTextures(getOperation(), options);
    if (failed(plan))
      return signalPassFailure();
    if (plan->types.empty())
      return markAllAnalysesPreserved();
    applySplitTextures(getOperation(), *plan);
  }
};

} // namespace

FailureOr<SplitTexturesPlan>
layout::planSplitTextures(ModuleOp module,
                          const SplitTexturesOptions &options) {
  return SplitTexturesPlanner(module, options).run();
}

void layout::applySplitTextures(ModuleOp module,
                                const SplitTexturesPlan &plan) {
  IRRewriter rewriter(module.getContext());
  for (Operation *access : plan.vectorAccesses) {
    rewriter.setInsertionPoint(access);
    convertVectorToTransfer(rewriter, access);
  }
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](MemRefType type) -> std::optional<Type> {
    const auto *it = plan.types.find(type);
    return it == plan.types.end() ? std::nullopt
                                  : std::optional<Type>(it->second);
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}
