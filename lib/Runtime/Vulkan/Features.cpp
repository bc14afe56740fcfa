//===- Features.cpp - Features of a Vulkan device -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "Support.h"

#include <cstdlib>
#include <set>
#include <string>

using namespace layout::vulkan;

static std::set<std::string> getSupported(VkPhysicalDevice physical) {
  uint32_t count = 0;
  LAYOUT_VK(vkEnumerateDeviceExtensionProperties, physical, nullptr, &count,
            nullptr);
  std::vector<VkExtensionProperties> found(count);
  LAYOUT_VK(vkEnumerateDeviceExtensionProperties, physical, nullptr, &count,
            found.data());
  std::set<std::string> names;
  for (const VkExtensionProperties &extension : found)
    names.insert(extension.extensionName);
  return names;
}

/// Leaves only the features that kernels use.
static void restrict(VkPhysicalDeviceFeatures &features) {
  VkPhysicalDeviceFeatures has = features;
  features = {};
  features.shaderInt16 = has.shaderInt16;
  features.shaderInt64 = has.shaderInt64;
  features.shaderFloat64 = has.shaderFloat64;
  features.shaderStorageImageExtendedFormats =
      has.shaderStorageImageExtendedFormats;
  features.shaderStorageImageWriteWithoutFormat =
      has.shaderStorageImageWriteWithoutFormat;
  features.shaderStorageImageReadWithoutFormat =
      has.shaderStorageImageReadWithoutFormat;
  features.robustBufferAccess = has.robustBufferAccess;
}

Features::Features(VkPhysicalDevice physical, uint32_t apiVersion) {
  std::set<std::string> supported = getSupported(physical);
  void **end = &features.pNext;
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  auto append = [&](auto &link, VkStructureType type, uint32_t coreSince,
                    const char *extension) {
    if (apiVersion < coreSince) {
      if (!supported.count(extension))
        return;
      extensions.push_back(extension);
    }
    link.sType = type;
    *end = &link;
    end = &link.pNext;
  };
  append(storage16, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
         VK_API_VERSION_1_1, VK_KHR_16BIT_STORAGE_EXTENSION_NAME);
  append(storage8, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
         VK_API_VERSION_1_2, VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
  append(narrow, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
         VK_API_VERSION_1_2, VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  append(imageRobustness,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_ROBUSTNESS_FEATURES,
         VK_API_VERSION_1_3, VK_EXT_IMAGE_ROBUSTNESS_EXTENSION_NAME);
  append(robustness2,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT,
         UINT32_MAX, VK_EXT_ROBUSTNESS_2_EXTENSION_NAME);
  vkGetPhysicalDeviceFeatures2(physical, &features);
  restrict(features.features);
  // robustBufferAccess2 without robustBufferAccess is invalid.
  robustness2.robustBufferAccess2 &= features.features.robustBufferAccess;
  robustness2.nullDescriptor = VK_FALSE;
  const char *robust = std::getenv("LAYOUT_VULKAN_ROBUST");
  if (robust && std::string(robust) == "0") {
    imageRobustness.robustImageAccess = VK_FALSE;
    robustness2.robustImageAccess2 = VK_FALSE;
  }
}
