//===- StageLaunches.cpp - Staging buffers on the device ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     gpu.launch_func @k args(%a : memref<16xf32>)
// ->  %d = gpu.alloc; gpu.memcpy %d, %a; gpu.launch_func @k args(%d)
//     gpu.memcpy %a, %d; gpu.dealloc %d
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/StageLaunches.h"

#include "HostBuffers.h"
#include "LaunchChecks.h"
#include "Layout/Conversion/LayoutToSPIRV.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSTAGELAUNCHES
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The sizes of `buffer` along those of its first axes that vary in `shape`.
static SmallVector<Value> getDynamicSizes(OpBuilder &builder, Value buffer,
                                          ArrayRef<int64_t> shape) {
  SmallVector<Value> sizes;
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(extent))
      sizes.push_back(
          memref::DimOp::create(builder, buffer.getLoc(), buffer, axis));
  return sizes;
}

/// The device copy of a host buffer.
static Value copyIn(OpBuilder &builder, Location loc,
                    const StagedBuffer &buffer) {
  if (buffer.image) {
    SmallVector<Value> sizes =
        getDynamicSizes(builder, buffer.host, buffer.image.getShape());
    Value image = ImageCreateOp::create(builder, loc, buffer.image, sizes);
    ImageUploadOp::create(builder, loc, buffer.host, image);
    return image;
  }
  auto type = cast<MemRefType>(buffer.host.getType());
  SmallVector<Value> sizes =
      getDynamicSizes(builder, buffer.host, type.getShape());
  Value device =
      gpu::AllocOp::create(builder, loc, buffer.host.getType(),
                           /*asyncToken=*/Type(), ValueRange(), sizes,
                           /*symbolOperands=*/ValueRange(), UnitAttr())
          .getMemref();
  gpu::MemcpyOp::create(builder, loc, /*asyncToken=*/Type(), ValueRange(),
                        device, buffer.host);
  return device;
}

static void copyOut(OpBuilder &builder, Location loc,
                    const StagedBuffer &buffer, Value device) {
  if (buffer.image) {
    if (buffer.isWritten)
      ImageDownloadOp::create(builder, loc, device, buffer.host);
    ImageDestroyOp::create(builder, loc, device);
    return;
  }
  if (buffer.isWritten)
    gpu::MemcpyOp::create(builder, loc, /*asyncToken=*/Type(), ValueRange(),
                          buffer.host, device);
  gpu::DeallocOp::create(builder, loc, /*asyncToken=*/Type(), ValueRange(),
                         device);
}

static void stage(const StageLaunchesPlan::Launch &launch) {
  gpu::LaunchFuncOp op = launch.op;
  OpBuilder builder(op);
  for (const StagedBuffer &buffer : launch.buffers) {
    builder.setInsertionPoint(op);
    Value device = copyIn(builder, op.getLoc(), buffer);
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == buffer.operand)
        operand.set(device);
    builder.setInsertionPointAfter(op);
    copyOut(builder, op.getLoc(), buffer, device);
    auto texture = buffer.operand.getDefiningOp<AsTextureOp>();
    if (texture && texture->use_empty())
      texture.erase();
  }
}

/// Leaves of a kernel what launches need: its name and its arguments, images
/// being handles now. Its code is in the SPIR-V module.
static void reduceToSignature(gpu::GPUFuncOp kernel, FunctionType type) {
  OpBuilder builder(kernel);
  auto signature =
      gpu::GPUFuncOp::create(builder, kernel.getLoc(), kernel.getName(), type);
  signature->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                     builder.getUnitAttr());
  builder.setInsertionPointToStart(&signature.getBody().front());
  gpu::ReturnOp::create(builder, kernel.getLoc());
  kernel.erase();
}

/// States of kernels which target they are compiled for, as
/// `gpu-module-to-binary` wants to know.
static void stateTarget(gpu::GPUModuleOp kernels) {
  if (ArrayAttr targets = kernels.getTargetsAttr(); targets && !targets.empty())
    return;
  kernels.setTargetsAttr(
      ArrayAttr::get(kernels.getContext(), getSPIRVTarget(kernels)));
}

/// Returns true if only kernels know this memory space. Such buffers are host
/// memory here.
static bool isOfDevice(Attribute space) {
  return isa_and_nonnull<TextureAttr, spirv::StorageClassAttr,
                         gpu::AddressSpaceAttr>(space);
}

/// Replaces, in everything but SPIR-V, types by those that a host has.
static void useHostTypes(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!isOfDevice(type.getMemorySpace()))
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           type.getLayout());
  });
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Kernels that are no SPIR-V belong to other tools.
    auto kernels = dyn_cast<gpu::GPUModuleOp>(op);
    if (isa<spirv::ModuleOp>(op) ||
        (kernels && kernels.getOps<spirv::ModuleOp>().empty()))
      return WalkResult::skip();
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
    return WalkResult::advance();
  });
  removeIdentityCasts(module);
}

namespace {

class StageLaunchesPass
    : public layout::impl::LayoutStageLaunchesBase<StageLaunchesPass> {
  void runOnOperation() override {
    FailureOr<StageLaunchesPlan> plan = planStageLaunches(getOperation());
    if (failed(plan))
      return signalPassFailure();
    applyStageLaunches(getOperation(), *plan);
  }
};

} // namespace

/// The types of a kernel's arguments, with images for textures.
static FunctionType getStagedType(gpu::GPUFuncOp kernel) {
  SmallVector<Type> types;
  for (Type type : kernel.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    std::string why;
    FailureOr<ImageType> image = failure();
    if (memref && getTextureAccess(memref))
      image = ImageType::getOf(memref, why);
    types.push_back(succeeded(image) ? Type(*image) : type);
  }
  return FunctionType::get(kernel.getContext(), types, {});
}

void layout::applyStageLaunches(ModuleOp module,
                                const StageLaunchesPlan &plan) {
  LaunchChecks checks;
  for (const StageLaunchesPlan::Launch &launch : plan.launches) {
    checks.insert(launch);
    stage(launch);
  }
  for (gpu::GPUFuncOp kernel : plan.kernels)
    stateTarget(cast<gpu::GPUModuleOp>(kernel->getParentOp()));
  for (gpu::GPUFuncOp kernel : plan.kernels)
    reduceToSignature(kernel, getStagedType(kernel));
  for (gpu::GPUModuleOp kernels : plan.unused)
    kernels.erase();
  useHostTypes(module);
}
