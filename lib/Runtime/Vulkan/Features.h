//===- Features.h - Features of a Vulkan device -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_FEATURES_H
#define LAYOUT_RUNTIME_VULKAN_FEATURES_H

#include <vector>
#include <vulkan/vulkan.h>

namespace layout::vulkan {

/// The features that kernels use as far as the device has them: narrow and wide
/// numbers, extended image formats, and reads out of range that yield zero.
class Features {
public:
  Features(VkPhysicalDevice physical, uint32_t apiVersion);
  Features(const Features &) = delete;

  /// Returns true if texels outside of an image are read as zeros in all
  /// channels that its format has. With robustImageAccess alone the fourth may
  /// be 1.
  bool isZeroOutsideImages() const { return robustness2.robustImageAccess2; }

  /// For VkDeviceCreateInfo::pNext.
  const void *getChain() const { return &features; }
  const std::vector<const char *> &getExtensions() const { return extensions; }

private:
  VkPhysicalDeviceFeatures2 features = {};
  VkPhysicalDevice16BitStorageFeatures storage16 = {};
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  VkPhysicalDeviceShaderFloat16Int8Features narrow = {};
  VkPhysicalDeviceRobustness2FeaturesEXT robustness2 = {};
  VkPhysicalDeviceImageRobustnessFeatures imageRobustness = {};
  std::vector<const char *> extensions;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_FEATURES_H
