//===- KernelsModule.cpp - A SPIR-V binary on the device ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "SpirvBinary.h"

#include <cstring>

using namespace layout::vulkan;

Module::Module(Device &device, const void *data, size_t size)
    : device(device), binary(size / sizeof(uint32_t)) {
  if (size == 0 || size % sizeof(uint32_t) != 0)
    fail("mgpuModuleLoad: a SPIR-V binary is whole words, not " +
         std::to_string(size) + " bytes");
  std::memcpy(binary.data(), data, size);
  // A driver may trust what it gets.
  if (std::string why; !SpirvBinary::parse(binary, why))
    fail("mgpuModuleLoad: " + why);
  VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = size;
  info.pCode = binary.data();
  LAYOUT_VK(vkCreateShaderModule, device.get(), &info, nullptr, &module);
}

Module::~Module() {
  kernels.clear();
  vkDestroyShaderModule(device.get(), module, nullptr);
}

bool Module::has(const void *kernel) const {
  for (const auto &[name, entry] : kernels)
    if (entry.get() == kernel)
      return true;
  return false;
}

Kernel *Module::getKernel(const std::string &name) {
  std::unique_ptr<Kernel> &kernel = kernels[name];
  if (!kernel) {
    std::string why;
    std::optional<EntryPoint> entry = readEntryPoint(binary, name, why);
    if (!entry)
      fail("mgpuModuleGetFunction: " + why);
    kernel = std::make_unique<Kernel>(device, module, name, std::move(*entry));
  }
  return kernel.get();
}
