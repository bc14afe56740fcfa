//===- LesserDevice.cpp - A Vulkan layer that removes features ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime refuses what a device does not have, and the device that tests
// run on has nearly everything. Between the runtime and the driver, this layer
// says of a device that it has less: what LAYOUT_TEST_LESSER names, separated
// by commas. A word is a limit and its number, "maxPerStageResources=1", or one
// of those that `has` takes below.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <cstring>
#include <string>
#include <vulkan/vk_layer.h>

namespace {

/// The next layer, or the driver. One instance at a time.
PFN_vkGetInstanceProcAddr nextGetProcAddr = nullptr;
VkInstance theInstance = VK_NULL_HANDLE;

template <typename Function>
Function getNext(const char *name) {
  return reinterpret_cast<Function>(nextGetProcAddr(theInstance, name));
}

std::string getWords() {
  const char *words = std::getenv("LAYOUT_TEST_LESSER");
  return "," + std::string(words ? words : "") + ",";
}

bool has(const char *word) {
  return getWords().find("," + std::string(word) + ",") != std::string::npos;
}

/// Sets `limit` if there is a number for it.
template <typename Number>
void apply(const char *name, Number &limit) {
  std::string words = getWords(), start = "," + std::string(name) + "=";
  if (size_t at = words.find(start); at != std::string::npos)
    limit = std::strtoull(words.c_str() + at + start.size(), nullptr, 10);
}

VKAPI_ATTR VkResult VKAPI_CALL
createInstance(const VkInstanceCreateInfo *info,
               const VkAllocationCallbacks *allocator, VkInstance *instance) {
  auto *link =
      static_cast<VkLayerInstanceCreateInfo *>(const_cast<void *>(info->pNext));
  while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
         link->function != VK_LAYER_LINK_INFO)
    link = static_cast<VkLayerInstanceCreateInfo *>(
        const_cast<void *>(link->pNext));
  nextGetProcAddr = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  theInstance = VK_NULL_HANDLE;
  VkResult result = getNext<PFN_vkCreateInstance>("vkCreateInstance")(
      info, allocator, instance);
  theInstance = *instance;
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL enumeratePhysicalDevices(
    VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
  if (has("no-device"))
    return VK_ERROR_INITIALIZATION_FAILED; // as the loader says it
  return getNext<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
      instance, count, devices);
}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice device,
                                         VkPhysicalDeviceProperties *result) {
  getNext<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(
      device, result);
  if (has("vulkan-1.0"))
    result->apiVersion = VK_API_VERSION_1_0;
  VkPhysicalDeviceLimits &limits = result->limits;
#define LAYOUT_LIMIT(name) apply(#name, limits.name);
  LAYOUT_LIMIT(maxPerStageDescriptorStorageBuffers)
  LAYOUT_LIMIT(maxPerStageDescriptorUniformBuffers)
  LAYOUT_LIMIT(maxPerStageDescriptorStorageImages)
  LAYOUT_LIMIT(maxPerStageDescriptorSampledImages)
  LAYOUT_LIMIT(maxPerStageResources)
  LAYOUT_LIMIT(maxStorageBufferRange)
  LAYOUT_LIMIT(maxUniformBufferRange)
#undef LAYOUT_LIMIT
  // Not a limit that is less, but one that no CPU has.
  for (uint32_t &limit : limits.maxComputeWorkGroupCount)
    apply("maxComputeWorkGroupCount", limit);
}

VKAPI_ATTR void VKAPI_CALL getQueueFamilies(VkPhysicalDevice device,
                                            uint32_t *count,
                                            VkQueueFamilyProperties *families) {
  getNext<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties")(device, count, families);
  for (uint32_t i = 0; families && i < *count; ++i) {
    if (has("no-kernels"))
      families[i].queueFlags &= ~VK_QUEUE_COMPUTE_BIT;
    if (has("no-timestamps"))
      families[i].timestampValidBits = 0;
  }
}

VKAPI_ATTR void VKAPI_CALL getMemory(VkPhysicalDevice device,
                                     VkPhysicalDeviceMemoryProperties *result) {
  getNext<PFN_vkGetPhysicalDeviceMemoryProperties>(
      "vkGetPhysicalDeviceMemoryProperties")(device, result);
  if (has("no-host-memory"))
    for (VkMemoryType &type : result->memoryTypes)
      type.propertyFlags &= ~VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
}

VKAPI_ATTR VkResult VKAPI_CALL getImageFormat(VkPhysicalDevice device,
                                              VkFormat format, VkImageType type,
                                              VkImageTiling tiling,
                                              VkImageUsageFlags usage,
                                              VkImageCreateFlags flags,
                                              VkImageFormatProperties *result) {
  if (has("no-such-result"))
    return static_cast<VkResult>(-1234567);
  bool isSampled = usage & VK_IMAGE_USAGE_SAMPLED_BIT;
  bool isStorage = usage & VK_IMAGE_USAGE_STORAGE_BIT;
  if ((isSampled && has("no-sampled-images")) ||
      (isStorage && has("no-storage-images")))
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
  return getNext<PFN_vkGetPhysicalDeviceImageFormatProperties>(
      "vkGetPhysicalDeviceImageFormatProperties")(device, format, type, tiling,
                                                  usage, flags, result);
}

/// Hides an extension by another name for it.
VKAPI_ATTR VkResult VKAPI_CALL
enumerateExtensions(VkPhysicalDevice device, const char *layer, uint32_t *count,
                    VkExtensionProperties *extensions) {
  VkResult result = getNext<PFN_vkEnumerateDeviceExtensionProperties>(
      "vkEnumerateDeviceExtensionProperties")(device, layer, count, extensions);
  for (uint32_t i = 0; extensions && i < *count; ++i)
    if (has(extensions[i].extensionName))
      std::strcpy(extensions[i].extensionName, "none");
  return result;
}

PFN_vkVoidFunction VKAPI_CALL getProcAddr(VkInstance instance,
                                          const char *name) {
  const std::pair<const char *, PFN_vkVoidFunction> functions[] = {
#define LAYOUT_FUNCTION(name, function)                                        \
  {name, reinterpret_cast<PFN_vkVoidFunction>(function)},
      LAYOUT_FUNCTION("vkGetInstanceProcAddr", getProcAddr)
          LAYOUT_FUNCTION("vkCreateInstance", createInstance) LAYOUT_FUNCTION(
              "vkEnumeratePhysicalDevices", enumeratePhysicalDevices)
              LAYOUT_FUNCTION("vkGetPhysicalDeviceProperties", getProperties)
                  LAYOUT_FUNCTION("vkGetPhysicalDeviceQueueFamilyProperties",
                                  getQueueFamilies)
                      LAYOUT_FUNCTION("vkGetPhysicalDeviceMemoryProperties",
                                      getMemory)
                          LAYOUT_FUNCTION(
                              "vkGetPhysicalDeviceImageFormatProperties",
                              getImageFormat)
                              LAYOUT_FUNCTION(
                                  "vkEnumerateDeviceExtensionProperties",
                                  enumerateExtensions)
#undef LAYOUT_FUNCTION
  };
  for (auto [ours, function] : functions)
    if (std::strcmp(ours, name) == 0)
      return function;
  return nextGetProcAddr ? nextGetProcAddr(instance, name) : nullptr;
}

} // namespace

extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *layer) {
  layer->loaderLayerInterfaceVersion = 2;
  layer->pfnGetInstanceProcAddr = getProcAddr;
  layer->pfnGetDeviceProcAddr = nullptr; // of a device, everything passes
  layer->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
