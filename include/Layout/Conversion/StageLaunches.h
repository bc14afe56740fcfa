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

/// A host buffer of which a launch gets a copy on the device.
struct StagedBuffer {
  Value operand; ///< of the launch: the buffer, or `layout.as_texture` of it
  unsigned argument; ///< the first of the kernel's that it is
  Value host;
  ImageType image; ///< null: a copy in a storage buffer
  bool isWritten;  ///< perhaps by the kernel: then it is copied back
};

struct StageLaunchesPlan {
  struct Launch {
    gpu::LaunchFuncOp op;
    SmallVector<StagedBuffer> buffers; ///< each once
    /// Pairs of `buffers` of which one may be written, and which only the
    /// running program knows to be different memory.
    SmallVector<std::pair<unsigned, unsigned>> toCheck;
    /// Arguments that an index of the device, of 32 bits, may not hold: those
    /// of type `index`, and buffers of bytes whose size varies.
    SmallVector<unsigned> toMeasure;
  };
  SmallVector<Launch> launches;
  /// Kernels whose code is SPIR-V already: what stays of them is a signature.
  SmallVector<gpu::GPUFuncOp> kernels;
  /// Modules without kernels, which cannot be launched or compiled.
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
