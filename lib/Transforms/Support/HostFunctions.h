//===- HostFunctions.h - Functions that run on the host ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_HOSTFUNCTIONS_H
#define LIB_TRANSFORMS_SUPPORT_HOSTFUNCTIONS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {

/// Returns true if the op runs on a device, in a module of kernels or a launch.
inline bool isOnDevice(Operation *op) {
  return isa<gpu::GPUModuleOp>(op) || op->getParentOfType<gpu::GPUModuleOp>() ||
         op->getParentOfType<gpu::LaunchOp>();
}

/// The functions of a module that run on the host.
inline SmallVector<Operation *> collectHostFunctions(Operation *module) {
  SmallVector<Operation *> functions;
  module->walk([&](FunctionOpInterface function) {
    if (!isOnDevice(function))
      functions.push_back(function);
  });
  return functions;
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_HOSTFUNCTIONS_H
