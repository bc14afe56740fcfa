//===- LaunchSizes.cpp - Workgroup sizes of launches ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSizes.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

/// The workgroup size of the kernel that is launched; null if it is not of the
/// plan.
static DenseI32ArrayAttr getKernelSize(const LayoutToSPIRVPlan &plan,
                                       Operation *callee) {
  for (LayoutToSPIRVPlan::Kernel kernel : plan.kernels)
    if (kernel.function.getOperation() == callee)
      return kernel.entryPoint.getWorkgroupSize();
  return {};
}

static LogicalResult checkSize(gpu::LaunchFuncOp launch,
                               ArrayRef<int32_t> size) {
  gpu::KernelDim3 launched = launch.getBlockSizeOperandValues();
  Value values[] = {launched.x, launched.y, launched.z};
  for (auto [axis, value] : llvm::enumerate(values)) {
    std::optional<int64_t> constant = getConstantNumber(value);
    int64_t stated = axis < size.size() ? size[axis] : 1;
    if (constant && *constant != stated)
      return launch.emitOpError("launches blocks of ")
             << *constant << " along axis " << axis
             << ", but the kernel has a workgroup size of " << stated
             << " there";
  }
  return success();
}

/// An index argument is the lower half of what the host passes.
static LogicalResult checkIndices(gpu::LaunchFuncOp launch) {
  for (auto [number, operand] : llvm::enumerate(launch.getKernelOperands())) {
    std::optional<int64_t> constant = getConstantNumber(operand);
    if (operand.getType().isIndex() && constant && !llvm::isInt<32>(*constant))
      return launch.emitOpError("passes the index ")
             << *constant << " as argument " << number
             << ", but an index has 32 bits on the device; use i64";
  }
  return success();
}

LogicalResult layout::checkWorkgroupSize(gpu::GPUFuncOp kernel,
                                         spirv::EntryPointABIAttr entryPoint) {
  spirv::TargetEnvAttr target =
      getStatedSPIRVTarget(cast<gpu::GPUModuleOp>(kernel->getParentOp()));
  if (!target)
    return success();
  spirv::ResourceLimitsAttr limits = target.getResourceLimits();
  int64_t threads = 1;
  for (auto [axis, size] :
       llvm::enumerate(entryPoint.getWorkgroupSize().asArrayRef())) {
    threads *= size;
    ArrayAttr largest = limits.getMaxComputeWorkgroupSize();
    if (axis >= largest.size())
      continue;
    int64_t limit = cast<IntegerAttr>(largest[axis]).getInt();
    if (size > limit)
      return kernel.emitOpError("has a workgroup of ")
             << size << " along axis " << axis << "; its target states "
             << limit << " at most (max_compute_workgroup_size)";
  }
  if (threads > limits.getMaxComputeWorkgroupInvocations())
    return kernel.emitOpError("has a workgroup of ")
           << threads << " threads; its target states "
           << limits.getMaxComputeWorkgroupInvocations()
           << " at most (max_compute_workgroup_invocations)";
  return success();
}

LogicalResult layout::checkLaunches(const LayoutToSPIRVPlan &plan) {
  auto around = gpu::GPUModuleOp(plan.module)->getParentOfType<ModuleOp>();
  if (!around)
    return success();
  SymbolTableCollection symbols;
  WalkResult result = around.walk([&](gpu::LaunchFuncOp launch) {
    Operation *callee =
        symbols.lookupNearestSymbolFrom(launch, launch.getKernelAttr());
    DenseI32ArrayAttr size = getKernelSize(plan, callee);
    bool fits = !size || (succeeded(checkSize(launch, size.asArrayRef())) &&
                          succeeded(checkIndices(launch)));
    return fits ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
