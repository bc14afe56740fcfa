//===- LayoutToSPIRVTarget.cpp - SPIR-V targets of devices ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/LayoutToSPIRV.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"

using namespace mlir;
using namespace mlir::layout;

/// A module requires of a device only the part of this that it uses.
static spirv::TargetEnvAttr getVulkan11(MLIRContext *context) {
  using spirv::Capability;
  using spirv::Extension;
  Capability capabilities[] = {Capability::Shader,
                               Capability::Float16,
                               Capability::Float64,
                               Capability::Int8,
                               Capability::Int16,
                               Capability::Int64,
                               Capability::StorageBuffer8BitAccess,
                               Capability::StorageBuffer16BitAccess,
                               Capability::ImageQuery,
                               Capability::GroupNonUniform,
                               Capability::GroupNonUniformArithmetic,
                               Capability::GroupNonUniformBallot,
                               Capability::GroupNonUniformShuffle};
  Extension extensions[] = {Extension::SPV_KHR_storage_buffer_storage_class,
                            Extension::SPV_KHR_16bit_storage,
                            Extension::SPV_KHR_8bit_storage};
  auto triple = spirv::VerCapExtAttr::get(spirv::Version::V_1_3, capabilities,
                                          extensions, context);
  return spirv::TargetEnvAttr::get(triple,
                                   spirv::getDefaultResourceLimits(context),
                                   spirv::ClientAPI::Vulkan);
}

spirv::TargetEnvAttr layout::getStatedSPIRVTarget(gpu::GPUModuleOp module) {
  if (ArrayAttr targets = module.getTargetsAttr())
    for (Attribute target : targets)
      if (auto env = dyn_cast<spirv::TargetEnvAttr>(target))
        return env;
  for (Operation *op = module; op; op = op->getParentOp())
    if (auto env = op->getAttrOfType<spirv::TargetEnvAttr>(
            spirv::getTargetEnvAttrName()))
      return env;
  return {};
}

spirv::TargetEnvAttr layout::getSPIRVTarget(gpu::GPUModuleOp module) {
  spirv::TargetEnvAttr env = getStatedSPIRVTarget(module);
  if (!env)
    return getVulkan11(module.getContext());
  if (env.getVersion() <= spirv::Version::V_1_3)
    return env;
  // From 1.4 on, an entry point lists all variables, and upstream then states
  // the least version that the code needs, in which that is an error. A device
  // of a later version runs code of an earlier one.
  auto triple = spirv::VerCapExtAttr::get(
      spirv::Version::V_1_3, llvm::to_vector(env.getCapabilities()),
      llvm::to_vector(env.getExtensions()), module.getContext());
  return spirv::TargetEnvAttr::get(triple, env.getResourceLimits(),
                                   env.getClientAPI(), env.getVendorID(),
                                   env.getDeviceType(), env.getDeviceID());
}
