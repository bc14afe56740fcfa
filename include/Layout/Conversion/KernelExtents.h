//===- KernelExtents.h - Extents as arguments of kernels --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_KERNELEXTENTS_H
#define LAYOUT_CONVERSION_KERNELEXTENTS_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// A kernel that needs to know extents of its buffers which vary.
struct KernelExtents {
  struct Buffer {
    unsigned argument;
    SmallVector<int64_t> axes; ///< whose extents are passed, ascending
    bool flattens; ///< becomes a buffer of one axis, indexed by these extents
  };
  gpu::GPUFuncOp kernel;
  SmallVector<Buffer> buffers;
  SmallVector<gpu::LaunchFuncOp> launches; ///< all of the kernel
};

/// Reads the kernels of modules that are to become SPIR-V. One that is named by
/// anything but launches, or by none, is left alone; so is each where an op
/// that is not registered may hide names, and a texture of which the host's
/// buffer does not tell the extents. A buffer that is used otherwise than by
/// loads, stores and questions for an extent keeps its axes. Cost: linear in
/// the module.
SmallVector<KernelExtents> planKernelExtents(ModuleOp module);

/// Appends the extents to the arguments of kernels and launches.
void applyKernelExtents(const KernelExtents &plan);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_KERNELEXTENTS_H
