//===- Timer.h - Timing of the device ---------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_TIMER_H
#define LAYOUT_RUNTIME_VULKAN_TIMER_H

#include "Device.h"

namespace layout::vulkan {

/// Two timestamps of the device around what is recorded between them. Copies
/// and the host's waiting are not in it.
class Timer {
public:
  /// Fails where the device's queue has no timestamps.
  explicit Timer(Device &device);
  ~Timer();
  Timer(const Timer &) = delete;

  void start(VkCommandBuffer commands);
  void stop(VkCommandBuffer commands);
  /// Once the commands are done.
  [[nodiscard]] double getSeconds() const;

  /// Returns true if LAYOUT_VULKAN_TIME is set.
  static bool isWanted();

private:
  Device &device;
  VkQueryPool pool = VK_NULL_HANDLE;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_TIMER_H
