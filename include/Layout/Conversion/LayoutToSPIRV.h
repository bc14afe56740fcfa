//===- LayoutToSPIRV.h - Kernels on textures as SPIR-V ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_LAYOUTTOSPIRV_H
#define LAYOUT_CONVERSION_LAYOUTTOSPIRV_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout {

struct LayoutToSPIRVOptions {
  /// The most rows and the most columns of an image.
  int64_t maxExtent = 16384;
  /// The most layers of an array of images.
  int64_t maxLayers = 2048;
  /// True if an image that a kernel only reads is a sampled image, else it is a
  /// storage image.
  bool sampledImages = true;
};

/// What a module of kernels will become.
struct LayoutToSPIRVPlan {
  struct Kernel {
    gpu::GPUFuncOp function;
    /// Textures among them state how the kernel uses them.
    SmallVector<Type> argumentTypes;
    spirv::EntryPointABIAttr entryPoint; ///< with the workgroup size
  };
  gpu::GPUModuleOp module;
  spirv::TargetEnvAttr target; ///< of version 1.3 at most
  SmallVector<Kernel> kernels;
};

/// The target that `module` states, among its targets or around it. May be
/// null.
spirv::TargetEnvAttr getStatedSPIRVTarget(gpu::GPUModuleOp module);

/// That target lowered to version 1.3; if there is none, Vulkan 1.1 with all
/// that kernels may need.
spirv::TargetEnvAttr getSPIRVTarget(gpu::GPUModuleOp module);

/// Reads the module. Refuses, by an error at the buffer, textures that cannot
/// be images; by an error at the op, accesses that are not of whole texels or
/// that the memory space excludes, what upstream would convert wrong, and
/// kernels without a workgroup size or with one beyond the stated limits.
FailureOr<LayoutToSPIRVPlan>
planLayoutToSPIRV(gpu::GPUModuleOp module, const LayoutToSPIRVOptions &options);

/// Builds the SPIR-V module. The module of kernels stays what it is. Fails,
/// with an error at its op that says what to do, where upstream's patterns know
/// no way or what they make is invalid.
OwningOpRef<spirv::ModuleOp> buildSPIRVModule(const LayoutToSPIRVPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_LAYOUTTOSPIRV_H
