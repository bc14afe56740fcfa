//===- LayoutToSPIRVPlan.cpp - Plan of the SPIR-V conversion --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferArguments.h"
#include "LaunchSizes.h"
#include "Layout/Conversion/LayoutToSPIRV.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Texture.h"
#include "TextureArguments.h"
#include "UnsupportedOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class KernelPlanner {
public:
  KernelPlanner(gpu::GPUModuleOp module, const LayoutToSPIRVOptions &options)
      : module(module), options(options), target(getSPIRVTarget(module)),
        converter(target.getAttr(), getConversionOptions()) {}

  FailureOr<LayoutToSPIRVPlan> run() {
    LayoutToSPIRVPlan plan;
    plan.module = module;
    plan.target = target.getAttr();
    WalkResult result = module.walk(
        [&](Operation *op) -> WalkResult { return checkOperation(op); });
    if (result.wasInterrupted())
      return failure();
    for (auto function : module.getOps<gpu::GPUFuncOp>()) {
      if (!function.isKernel())
        continue;
      FailureOr<LayoutToSPIRVPlan::Kernel> kernel = planKernel(function);
      if (failed(kernel))
        return failure();
      plan.kernels.push_back(*kernel);
    }
    return plan;
  }

private:
  //===--------------------------------------------------------------------===//
  // Where textures may be met
  //===--------------------------------------------------------------------===//

  LogicalResult checkOperation(Operation *op) {
    if (op->getNumSuccessors() > 0)
      return op->emitOpError("branches between blocks, and SPIR-V expects "
                             "structured control flow; keep scf.if, scf.for "
                             "and scf.while");
    if (std::string fault = describeUnsupported(op); !fault.empty())
      return op->emitOpError(fault);
    for (Value value : op->getResults())
      if (failed(checkLayout(op, value)) || failed(checkValue(op, value)))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(checkLayout(op, argument)) ||
              (!isKernelArgument(argument) && failed(checkValue(op, argument))))
            return failure();
    for (OpOperand &use : op->getOpOperands())
      if (failed(isInTextureMemory(use.get().getType()) ? checkUse(use)
                                                        : checkPlainUse(use)))
        return failure();
    return success();
  }

  static LogicalResult checkLayout(Operation *op, Value value) {
    auto memref = dyn_cast<MemRefType>(value.getType());
    if (!memref || !isa<BufferAttr>(memref.getLayout()))
      return success();
    return op->emitOpError("has a value of type ")
           << memref << ", which "
           << (isLaidOut(memref)
                   ? "has a layout that is not applied; run layout-apply"
                   : "states axis separators; run layout-flatten");
  }

  static bool isKernelArgument(BlockArgument argument) {
    auto function =
        dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
    return function && function.isKernel() &&
           argument.getOwner()->isEntryBlock() &&
           argument.getArgNumber() < function.getNumArguments();
  }

  /// A value that is made in a kernel. Of its arguments, `planArgument` speaks.
  LogicalResult checkValue(Operation *op, Value value) {
    std::string fault = describeTypeFault(value.getType(), converter);
    if (!fault.empty())
      return op->emitOpError("works on ") << fault;
    if (!isInTextureMemory(value.getType()))
      return success();
    return op->emitOpError("makes a texture or passes one on, ")
           << value.getType()
           << "; a texture is an argument of a kernel, under one name";
  }

  static LogicalResult checkUse(OpOperand &use) {
    Operation *op = use.getOwner();
    Type texel = cast<BaseMemRefType>(use.get().getType()).getElementType();
    if (auto dim = dyn_cast<memref::DimOp>(op))
      return checkSize(dim);
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      return success();
    if (auto fetch = dyn_cast<FetchOp>(op))
      return checkFetch(fetch);
    if (auto load = dyn_cast<vector::LoadOp>(op))
      if (load.getType() == texel)
        return success();
    if (auto store = dyn_cast<vector::StoreOp>(op))
      if (store.getValueToStore().getType() == texel)
        return success();
    return op->emitOpError("expects to access one whole texel of ")
           << use.get().getType();
  }

  /// Who takes the nearest texel must know where the image ends.
  static LogicalResult checkFetch(FetchOp fetch) {
    MemRefType type = fetch.getTexture().getType();
    if (getTextureOutside(type) != TextureOutside::Clamp ||
        type.hasStaticShape())
      return success();
    return fetch.emitOpError("takes the nearest texel of ")
           << type
           << ", whose extents are dynamic, and a sampled image does not have "
              "them; make them static";
  }

  static LogicalResult checkSize(memref::DimOp dim) {
    std::optional<int64_t> axis = dim.getConstantIndex();
    auto type = dyn_cast<MemRefType>(dim.getSource().getType());
    if (!type || (axis && *axis >= 0 && *axis < type.getRank()))
      return success();
    return dim.emitOpError("expects a constant axis of the texture");
  }

  //===--------------------------------------------------------------------===//
  // One kernel
  //===--------------------------------------------------------------------===//

  FailureOr<LayoutToSPIRVPlan::Kernel> planKernel(gpu::GPUFuncOp function) {
    LayoutToSPIRVPlan::Kernel kernel;
    kernel.function = function;
    for (BlockArgument argument :
         function.getArguments().take_front(function.getNumArguments())) {
      FailureOr<Type> type = planArgument(argument);
      if (failed(type))
        return failure();
      kernel.argumentTypes.push_back(*type);
    }
    kernel.entryPoint = getEntryPoint(function);
    if (!kernel.entryPoint) {
      function.emitOpError("has no workgroup size, which SPIR-V fixes in the "
                           "kernel; state known_block_size or "
                           "spirv.entry_point_abi");
      return failure();
    }
    if (failed(checkWorkgroupSize(function, kernel.entryPoint)))
      return failure();
    return kernel;
  }

  static spirv::EntryPointABIAttr getEntryPoint(gpu::GPUFuncOp function) {
    auto stated = function->getAttrOfType<spirv::EntryPointABIAttr>(
        spirv::getEntryPointABIAttrName());
    if (stated && stated.getWorkgroupSize())
      return stated;
    DenseI32ArrayAttr size = function.getKnownBlockSizeAttr();
    if (!size)
      return {};
    return spirv::EntryPointABIAttr::get(
        function.getContext(), size,
        stated ? stated.getSubgroupSize() : std::nullopt,
        stated ? stated.getTargetWidth() : std::nullopt);
  }

  /// The type of an argument, with what the kernel does to it if it is a
  /// texture.
  FailureOr<Type> planArgument(BlockArgument argument) {
    return isInTextureMemory(argument.getType())
               ? planTexture(argument, options, target)
               : planBuffer(argument);
  }

  /// Upstream reinterprets the pointer to a scalar, which SPIR-V does not
  /// allow.
  static LogicalResult checkPlainUse(OpOperand &use) {
    auto type = dyn_cast<MemRefType>(use.get().getType());
    Operation *op = use.getOwner();
    if (!type || isa<VectorType>(type.getElementType()) ||
        !isa<vector::LoadOp, vector::StoreOp>(op))
      return success();
    return op->emitOpError("accesses a vector in ")
           << type
           << ", whose elements are scalars; SPIR-V needs vectors as elements "
              "(see layout-vectorize-elements) or scalar accesses";
  }

  static FailureOr<Type> planBuffer(BlockArgument argument) {
    Type type = argument.getType();
    std::string fault = describeArgumentFault(type);
    if (!fault.empty())
      return emitError(argument.getLoc(), "argument of type ")
             << type << ": " << fault;
    return type;
  }

  gpu::GPUModuleOp module;
  const LayoutToSPIRVOptions &options;
  spirv::TargetEnv target;
  SPIRVTypeConverter converter;
};

} // namespace

FailureOr<LayoutToSPIRVPlan>
layout::planLayoutToSPIRV(gpu::GPUModuleOp module,
                          const LayoutToSPIRVOptions &options) {
  FailureOr<LayoutToSPIRVPlan> plan = KernelPlanner(module, options).run();
  if (failed(plan) || failed(checkLaunches(*plan)))
    return failure();
  return plan;
}
