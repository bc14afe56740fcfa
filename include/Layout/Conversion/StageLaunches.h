//===- StageLaunches.h - Staging buffers on the device ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_STAGELAUNCHES_H
#define LAYOUT_CONVERSION_STAGELAUNCHES_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// A host buffer that is copied to the device for a launch. One that is passed
/// several times is copied once.
struct StagedBuffer {
  /// Operand of the launch: `host`, or `layout.as_texture` of it.
  Value operand;
  unsigned argument; ///< number of the first kernel argument that it becomes
  Value host;        ///< the memref in host memory
  ImageType image;   ///< of the copy; null: the copy is a storage buffer
  bool isWritten;    ///< the kernel may write it, so it is copied back
};

/// What `applyStageLaunches` will do to a module.
struct StageLaunchesPlan {
  struct Launch {
    gpu::LaunchFuncOp op;
    SmallVector<StagedBuffer> buffers; ///< without duplicates
    /// Pairs of `buffers`, one of them written, that may overlap: a check at
    /// run time ends the program if they do, as their copies would not.
    SmallVector<std::pair<unsigned, unsigned>> toCheck;
    /// Arguments that need a check at run time that they fit the 32 bits of an
    /// index on the device: those of type `index`, and the sizes of buffers of
    /// bytes with dynamic extents.
    SmallVector<unsigned> toMeasure;
  };
  SmallVector<Launch> launches;
  /// Kernels that are SPIR-V already; their gpu.func is only a signature now.
  SmallVector<gpu::GPUFuncOp> kernels;
  /// GPU modules without kernels, which `applyStageLaunches` erases: they
  /// cannot be compiled.
  SmallVector<gpu::GPUModuleOp> unused;
};

/// Reads the launches of SPIR-V kernels. Refuses, by an error at the launch,
/// a buffer that is not contiguous or has elements that lie otherwise on the
/// device; a texture that is no image; one buffer through two operands of which
/// either may be written; an asynchronous launch on host memory; and a constant
/// that is no index of the device.
/// Cost: per launch, the pairs of its buffers.
FailureOr<StageLaunchesPlan> planStageLaunches(ModuleOp module);

/// Inserts the checks and the copies, and takes memory spaces that only a
/// device has from everything else.
void applyStageLaunches(ModuleOp module, const StageLaunchesPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_STAGELAUNCHES_H
