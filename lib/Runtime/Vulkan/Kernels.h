//===- Kernels.h - Modules and their entry points ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_KERNELS_H
#define LAYOUT_RUNTIME_VULKAN_KERNELS_H

#include "Buffers.h"
#include "Images.h"
#include "SpirvReader.h"
#include "Timer.h"

#include <map>
#include <memory>

namespace layout::vulkan {

/// How many workgroups, or how many threads in one.
using Extents = std::array<int64_t, 3>;

/// A compute pipeline and what it wants to be bound. Argument i of a launch is
/// binding i; one that the kernel does not use has no binding.
class Kernel {
public:
  Kernel(Device &device, VkShaderModule module, std::string name,
         EntryPoint entry);
  ~Kernel();
  Kernel(const Kernel &) = delete;

  /// Runs the kernel and waits. `params[i]` points at argument i: an address
  /// inside a buffer, an image handle, or the bytes of a scalar.
  void launch(const Buffers &buffers, const Images &images,
              const Extents &groups, const Extents &threads, void **params,
              size_t numParams);

private:
  void checkLimits() const;
  void createLayouts();
  void createPipeline(VkShaderModule module);
  void createDescriptorSet();
  void checkLaunch(const Extents &groups, const Extents &threads) const;
  VkDescriptorBufferInfo bindBuffer(const Binding &binding, void *argument,
                                    const Buffers &buffers) const;
  VkDescriptorImageInfo bindImage(const Binding &binding, void *argument,
                                  const Images &images) const;
  void bind(const Buffers &buffers, const Images &images, void **params,
            size_t numParams);
  [[noreturn]] void refuse(const std::string &why) const;
  [[noreturn]] void refuse(const Binding &binding,
                           const std::string &why) const;

  Device &device;
  std::string name;
  EntryPoint entry;
  VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
  VkPipelineLayout pipelineLayout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
  std::map<uint32_t, Allocation> scalars; ///< by binding
  std::unique_ptr<Timer> timer;           ///< if it is wanted
};

/// A SPIR-V binary on the device.
class Module {
public:
  Module(Device &device, const void *binary, size_t size);
  ~Module();
  Module(const Module &) = delete;

  /// The kernel of this name, made at its first use.
  Kernel *getKernel(const std::string &name);
  [[nodiscard]] bool has(const void *kernel) const;

private:
  Device &device;
  std::vector<uint32_t> binary;
  VkShaderModule module = VK_NULL_HANDLE;
  std::map<std::string, std::unique_ptr<Kernel>> kernels;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_KERNELS_H
