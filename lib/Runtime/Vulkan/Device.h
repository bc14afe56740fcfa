//===- Device.h - One Vulkan device and its queue ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_DEVICE_H
#define LAYOUT_RUNTIME_VULKAN_DEVICE_H

#include "Support.h"

#include <functional>

namespace layout::vulkan {

/// A buffer with memory of its own.
struct Allocation {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void *mapped = nullptr; ///< address on the host; null if not mapped
};

/// The device that LAYOUT_VULKAN_DEVICE names, by number or by a part of its
/// name; else the best: a discrete GPU, an integrated one, a virtual one, a
/// CPU.
///
/// Everything is synchronous: `submit` returns when the device is done.
class Device {
public:
  Device();
  ~Device();
  Device(const Device &) = delete;

  VkDevice get() const { return device; }
  VkPhysicalDevice getPhysical() const { return physical; }
  const VkPhysicalDeviceLimits &getLimits() const { return properties.limits; }
  /// Returns the number of valid bits of the queue's timestamps; 0 if it has
  /// none.
  uint32_t getNumTimestampBits() const { return numTimestampBits; }

  /// Returns true if a read outside of an image yields zeros.
  bool isZeroOutsideImages() const { return zeroOutsideImages; }

  /// Records commands, runs them and waits until they are done and what they
  /// wrote is visible to the host.
  void submit(const std::function<void(VkCommandBuffer)> &record);

  /// A buffer of `size` bytes, at least 4: on the device, or where the host
  /// sees it. Fails beyond the device's limits.
  Allocation allocate(VkDeviceSize size, bool hostVisible);
  void release(Allocation &allocation);

  /// Fails if no allocation may have so many bytes.
  void checkSize(VkDeviceSize size) const;

  /// Memory for `requirements` with these properties. Fails if there is none.
  VkDeviceMemory allocateMemory(const VkMemoryRequirements &requirements,
                                VkMemoryPropertyFlags flags);

private:
  void createInstance();
  void choosePhysical();
  void createDevice();
  void createQueueObjects();
  /// Fails if the validation layers have reported a message.
  void checkMessages() const;

  VkInstance instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties = {};
  VkPhysicalDeviceMemoryProperties memoryProperties = {};
  VkDeviceSize maxAllocation = 0;
  bool zeroOutsideImages = false;
  VkDevice device = VK_NULL_HANDLE;
  uint32_t queueFamily = 0, numTimestampBits = 0;
  VkQueue queue = VK_NULL_HANDLE;
  VkCommandPool commandPool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_DEVICE_H
