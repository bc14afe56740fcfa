//===- HostTextures.cpp - Textures as host memory -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers of the host in texture memory move to plain memory; launches get
// a view.
//
//     %t = memref.alloc() : memref<8x8x32x4xf32, #s, #layout.texture<read>>
//     gpu.launch_func @kernels::@k ... args(%t : ...)
//
// becomes
//
//     %m = memref.alloc() : memref<8x8x32x4xf32>
//     %t = layout.as_texture %m
//     gpu.launch_func @kernels::@k ... args(%t : ...)
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/HostTextures.h"

#include "HostBuffers.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/Texture.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTHOSTTEXTURES
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Calls `visit` for each op of host code: not for kernels, nor for casts that
/// already pass a texture to a launch.
static WalkResult walkHost(ModuleOp module,
                           function_ref<WalkResult(Operation *)> visit) {
  return module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    return isa<AsTextureOp>(op) ? WalkResult::advance() : visit(op);
  });
}

/// Returns the type of a host buffer with the numbers of this texture, in the
/// same order.
static MemRefType getHostType(MemRefType texture) {
  return MemRefType::get(texture.getShape(), texture.getElementType());
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Checks that a cast to or from texture memory will cast nothing.
static LogicalResult checkCast(memref::MemorySpaceCastOp cast) {
  auto source = dyn_cast<MemRefType>(cast.getSource().getType());
  auto result = dyn_cast<MemRefType>(cast.getType());
  if (!source || !result ||
      isInTextureMemory(source) == isInTextureMemory(result))
    return success();
  MemRefType other = isInTextureMemory(source) ? result : source;
  if (other.getLayout().isIdentity() && !other.getMemorySpace())
    return success();
  return cast.emitOpError("cannot cast between texture memory and ")
         << other
         << ": expects a contiguous buffer in the default memory space; copy "
            "to "
            "one first";
}

static LogicalResult checkHostOp(Operation *op) {
  auto isTexture = [](Value value) {
    return isInTextureMemory(value.getType());
  };
  if (auto launch = dyn_cast<gpu::LaunchOp>(op)) {
    bool usesTextures = false;
    launch.walk([&](Operation *inside) {
      usesTextures |= llvm::any_of(inside->getOperands(), isTexture);
    });
    if (usesTextures)
      return op->emitOpError(
          "expects its kernel as a function, as it uses textures; run "
          "gpu-kernel-outlining first");
  }
  auto refuse = [&](Type type) {
    if (!isInTextureMemory(type))
      return false;
    auto memref = dyn_cast<MemRefType>(type);
    if (memref && (memref.getLayout().isIdentity() ||
                   (isa<BufferAttr>(memref.getLayout()) && !isLaidOut(memref))))
      return false;
    op->emitOpError("has a value of type ")
        << type
        << (memref && !isLaidOut(memref)
                ? ", which has strides, and a texture has none; copy it to a "
                  "buffer with the identity layout"
                : ", which is not physical; run layout-apply");
    return true;
  };
  if (llvm::any_of(op->getOperandTypes(), refuse) ||
      llvm::any_of(op->getResultTypes(), refuse))
    return failure();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    if (llvm::any_of(function.getArgumentTypes(), refuse) ||
        llvm::any_of(function.getResultTypes(), refuse))
      return failure();
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    if (refuse(global.getType()))
      return failure();
  if (auto cast = dyn_cast<memref::MemorySpaceCastOp>(op))
    return checkCast(cast);
  // A value that is a texture by its origin remains one: only launches can take
  // it.
  if (!isa<gpu::LaunchFuncOp>(op))
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp<AsTextureOp>())
        return op->emitOpError(
            "uses a texture on the host, where only gpu.launch_func can");
  return success();
}

FailureOr<HostTexturesPlan> layout::planHostTextures(ModuleOp module) {
  if (failed(verifyNothingRequested(module, "layout-host-textures")))
    return failure();
  HostTexturesPlan plan;
  WalkResult result = walkHost(module, [&](Operation *op) {
    if (failed(checkHostOp(op)))
      return WalkResult::interrupt();
    if (isa<gpu::LaunchFuncOp>(op))
      for (OpOperand &operand : op->getOpOperands())
        if (isInTextureMemory(operand.get().getType()) &&
            !operand.get().getDefiningOp<AsTextureOp>())
          plan.push_back(&operand);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return plan;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// Passes `operand` to kernels as a texture: one cast for each buffer of a
/// launch.
static void handAsTexture(OpOperand &operand, Type type) {
  Operation *launch = operand.getOwner();
  OpBuilder builder(launch);
  for (Operation *before = launch->getPrevNode();
       isa_and_nonnull<AsTextureOp>(before); before = before->getPrevNode())
    if (auto texture = cast<AsTextureOp>(before);
        texture.getSource() == operand.get() && texture.getType() == type)
      return operand.set(texture);
  operand.set(
      AsTextureOp::create(builder, launch->getLoc(), type, operand.get()));
}

void layout::applyHostTextures(ModuleOp module, const HostTexturesPlan &plan) {
  SmallVector<Type> textures = llvm::map_to_vector(
      plan, [](OpOperand *operand) { return operand->get().getType(); });
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!isInTextureMemory(type))
      return std::nullopt;
    return getHostType(type);
  });
  walkHost(module, [&](Operation *op) {
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
    return WalkResult::advance();
  });
  for (auto [operand, type] : llvm::zip_equal(plan, textures))
    handAsTexture(*operand, type);
  removeIdentityCasts(module);
}

namespace {

class HostTexturesPass
    : public layout::impl::LayoutHostTexturesBase<HostTexturesPass> {
  void runOnOperation() override {
    FailureOr<HostTexturesPlan> plan = planHostTextures(getOperation());
    if (failed(plan))
      return signalPassFailure();
    applyHostTextures(getOperation(), *plan);
  }
};

} // namespace
