//===- LaunchSizes.cpp - Launches and the size of a workgroup -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSizes.h"

#include "mlir/IR/Matchers.h"
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
    APInt constant;
    int64_t stated = axis < size.size() ? size[axis] : 1;
    if (matchPattern(value, m_ConstantInt(&constant)) &&
        constant.getSExtValue() != stated)
      return launch.emitOpError("launches blocks of ")
             << constant.getSExtValue() << " along axis " << axis
             << ", but the kernel has a workgroup size of " << stated
             << " there";
  }
  return success();
}

LogicalResult layout::checkLaunchSizes(const LayoutToSPIRVPlan &plan) {
  auto around = gpu::GPUModuleOp(plan.module)->getParentOfType<ModuleOp>();
  if (!around)
    return success();
  SymbolTableCollection symbols;
  WalkResult result = around.walk([&](gpu::LaunchFuncOp launch) {
    Operation *callee =
        symbols.lookupNearestSymbolFrom(launch, launch.getKernelAttr());
    DenseI32ArrayAttr size = getKernelSize(plan, callee);
    return size && failed(checkSize(launch, size.asArrayRef()))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
