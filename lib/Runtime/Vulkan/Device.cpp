//===- Device.cpp - One Vulkan device and its queue -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Features.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace layout::vulkan;

static constexpr const char *kValidationLayer = "VK_LAYER_KHRONOS_validation";
static constexpr uint64_t kTimeout = 300'000'000'000; // five minutes, in ns

/// How many messages the validation layers have sent. They may come from any
/// thread of the driver.
static std::atomic<int> numMessages{0};

static VKAPI_ATTR VkBool32 VKAPI_CALL receiveMessage(
    VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *) {
  ++numMessages;
  std::fprintf(stderr, "layout-vulkan: validation: %s\n", data->pMessage);
  return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT describeMessenger() {
  VkDebugUtilsMessengerCreateInfoEXT info = {
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = receiveMessage;
  return info;
}

Device::Device() {
  createInstance();
  choosePhysical();
  createDevice();
  createQueueObjects();
}

Device::~Device() {
  vkDestroyFence(device, fence, nullptr);
  vkDestroyCommandPool(device, commandPool, nullptr);
  vkDestroyDevice(device, nullptr);
  if (messenger) {
    auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(instance, messenger, nullptr);
  }
  vkDestroyInstance(instance, nullptr);
  checkMessages();
}

void Device::checkMessages() const {
  if (int count = numMessages.load())
    fail(std::to_string(count) + " messages of the validation layers");
}

//===----------------------------------------------------------------------===//
// Instance
//===----------------------------------------------------------------------===//

static bool hasValidationLayer() {
  uint32_t count = 0;
  LAYOUT_VK(vkEnumerateInstanceLayerProperties, &count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  LAYOUT_VK(vkEnumerateInstanceLayerProperties, &count, layers.data());
  for (const VkLayerProperties &layer : layers)
    if (std::strcmp(layer.layerName, kValidationLayer) == 0)
      return true;
  return false;
}

static bool hasDebugUtils() {
  uint32_t count = 0;
  LAYOUT_VK(vkEnumerateInstanceExtensionProperties, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  LAYOUT_VK(vkEnumerateInstanceExtensionProperties, nullptr, &count,
            extensions.data());
  for (const VkExtensionProperties &extension : extensions)
    if (std::strcmp(extension.extensionName,
                    VK_EXT_DEBUG_UTILS_EXTENSION_NAME) == 0)
      return true;
  return false;
}

void Device::createInstance() {
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = "mlir-layout";
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  if (isSet("LAYOUT_VULKAN_VALIDATE")) {
    if (!hasValidationLayer())
      fail(std::string("LAYOUT_VULKAN_VALIDATE is set, but the layer ") +
           kValidationLayer + " is not installed");
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
  }
  // Layers may also come by VK_INSTANCE_LAYERS: listen in any case.
  const char *debugUtils = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkDebugUtilsMessengerCreateInfoEXT messages = describeMessenger();
  bool listens = hasDebugUtils();
  if (listens) {
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &debugUtils;
    info.pNext = &messages; // of creating and destroying the instance itself
  }
  VkResult created = vkCreateInstance(&info, nullptr, &instance);
  if (created == VK_ERROR_INCOMPATIBLE_DRIVER)
    fail("there is no driver for Vulkan (vkCreateInstance: " +
         describe(created) +
         "); install one, or name its file in "
         "VK_ICD_FILENAMES");
  check(created, "vkCreateInstance");
  if (!listens)
    return;
  auto vkCreateDebugUtilsMessenger =
      reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
          vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"));
  LAYOUT_VK(vkCreateDebugUtilsMessenger, instance, &messages, nullptr,
            &messenger);
}

//===----------------------------------------------------------------------===//
// Physical device
//===----------------------------------------------------------------------===//

static std::string toLower(std::string text) {
  for (char &c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Less is better.
static int getRank(VkPhysicalDeviceType type) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 0;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 1;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
    return 3;
  default:
    return 4;
  }
}

/// The position of the device that `wanted` names; all of them, if it is empty,
/// are candidates, and the best wins.
static size_t choose(const std::vector<VkPhysicalDeviceProperties> &devices,
                     const std::string &wanted) {
  bool isNumber = !wanted.empty() && wanted.size() < 6 &&
                  wanted.find_first_not_of("0123456789") == std::string::npos;
  std::string list;
  size_t best = devices.size();
  for (size_t i = 0; i < devices.size(); ++i) {
    std::string name = devices[i].deviceName;
    list += "\n  " + std::to_string(i) + ": " + name;
    bool fits = isNumber
                    ? std::stoul(wanted) == i
                    : toLower(name).find(toLower(wanted)) != std::string::npos;
    if (!fits || devices[i].apiVersion < VK_API_VERSION_1_1)
      continue;
    if (best == devices.size() ||
        getRank(devices[i].deviceType) < getRank(devices[best].deviceType))
      best = i;
  }
  if (best == devices.size())
    fail("no device with Vulkan 1.1 or later" +
         (wanted.empty() ? "" : " fits LAYOUT_VULKAN_DEVICE=" + wanted) +
         (list.empty() ? "; there is none at all" : "; there are:" + list));
  return best;
}

void Device::choosePhysical() {
  uint32_t count = 0;
  VkResult counted = vkEnumeratePhysicalDevices(instance, &count, nullptr);
  // What the loader says where drivers find no device.
  if (counted == VK_ERROR_INITIALIZATION_FAILED)
    count = 0;
  else
    check(counted, "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> devices(count);
  if (count)
    LAYOUT_VK(vkEnumeratePhysicalDevices, instance, &count, devices.data());
  std::vector<VkPhysicalDeviceProperties> all(count);
  for (uint32_t i = 0; i < count; ++i)
    vkGetPhysicalDeviceProperties(devices[i], &all[i]);
  const char *wanted = std::getenv("LAYOUT_VULKAN_DEVICE");
  size_t chosen = choose(all, wanted ? wanted : "");
  physical = devices[chosen];
  properties = all[chosen];
  if (isSet("LAYOUT_VULKAN_VERBOSE"))
    std::fprintf(stderr, "layout-vulkan: runs on %s\n", properties.deviceName);
  vkGetPhysicalDeviceMemoryProperties(physical, &memoryProperties);
  VkPhysicalDeviceMaintenance3Properties maintenance3 = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceProperties2 properties2 = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &maintenance3, {}};
  vkGetPhysicalDeviceProperties2(physical, &properties2);
  maxAllocation = maintenance3.maxMemoryAllocationSize;
}

//===----------------------------------------------------------------------===//
// Logical device
//===----------------------------------------------------------------------===//

void Device::createDevice() {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  for (queueFamily = 0; queueFamily < count; ++queueFamily)
    if (families[queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT)
      break;
  if (queueFamily == count)
    fail(std::string(properties.deviceName) + " has no queue for kernels");
  numTimestampBits = families[queueFamily].timestampValidBits;

  float priority = 1.0f;
  VkDeviceQueueCreateInfo queueInfo = {
      VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queueInfo.queueFamilyIndex = queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  Features features(physical, properties.apiVersion);
  zeroOutsideImages = features.isZeroOutsideImages();
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = features.getChain();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.enabledExtensionCount =
      static_cast<uint32_t>(features.getExtensions().size());
  info.ppEnabledExtensionNames = features.getExtensions().data();
  LAYOUT_VK(vkCreateDevice, physical, &info, nullptr, &device);
  vkGetDeviceQueue(device, queueFamily, 0, &queue);
}

void Device::createQueueObjects() {
  VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = queueFamily;
  LAYOUT_VK(vkCreateCommandPool, device, &pool, nullptr, &commandPool);
  VkCommandBufferAllocateInfo info = {
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = commandPool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  LAYOUT_VK(vkAllocateCommandBuffers, device, &info, &commands);
  VkFenceCreateInfo fenceInfo = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  LAYOUT_VK(vkCreateFence, device, &fenceInfo, nullptr, &fence);
}

void Device::submit(const std::function<void(VkCommandBuffer)> &record) {
  VkCommandBufferBeginInfo begin = {
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  LAYOUT_VK(vkBeginCommandBuffer, commands, &begin);
  record(commands);
  VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT | VK_ACCESS_MEMORY_READ_BIT |
                          VK_ACCESS_MEMORY_WRITE_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT |
                           VK_PIPELINE_STAGE_HOST_BIT,
                       0, 1, &barrier, 0, nullptr, 0, nullptr);
  LAYOUT_VK(vkEndCommandBuffer, commands);
  VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  LAYOUT_VK(vkQueueSubmit, queue, 1, &info, fence);
  LAYOUT_VK(vkWaitForFences, device, 1, &fence, VK_TRUE, kTimeout);
  LAYOUT_VK(vkResetFences, device, 1, &fence);
  checkMessages();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Device::checkSize(VkDeviceSize size) const {
  if (size > maxAllocation)
    fail("an allocation of " + std::to_string(size) +
         " bytes is beyond the device's maxMemoryAllocationSize of " +
         std::to_string(maxAllocation));
}

VkDeviceMemory Device::allocateMemory(const VkMemoryRequirements &requirements,
                                      VkMemoryPropertyFlags flags) {
  checkSize(requirements.size);
  VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.allocationSize = requirements.size;
  for (uint32_t i = 0; i < memoryProperties.memoryTypeCount; ++i) {
    info.memoryTypeIndex = i;
    VkMemoryPropertyFlags has = memoryProperties.memoryTypes[i].propertyFlags;
    if (!(requirements.memoryTypeBits & (1u << i)) || (has & flags) != flags)
      continue;
    VkDeviceMemory memory;
    LAYOUT_VK(vkAllocateMemory, device, &info, nullptr, &memory);
    return memory;
  }
  fail("the device has no memory of the kind that this allocation needs");
}

Allocation Device::allocate(VkDeviceSize size, bool hostVisible) {
  checkSize(size);
  Allocation result;
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = (std::max<VkDeviceSize>(size, 4) + 3) / 4 * 4;
  info.usage =
      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
      VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  LAYOUT_VK(vkCreateBuffer, device, &info, nullptr, &result.buffer);
  VkMemoryRequirements requirements;
  vkGetBufferMemoryRequirements(device, result.buffer, &requirements);
  result.memory = allocateMemory(
      requirements, hostVisible ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
                                : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  LAYOUT_VK(vkBindBufferMemory, device, result.buffer, result.memory, 0);
  if (hostVisible)
    LAYOUT_VK(vkMapMemory, device, result.memory, 0, VK_WHOLE_SIZE, 0,
              &result.mapped);
  return result;
}

void Device::release(Allocation &allocation) {
  vkDestroyBuffer(device, allocation.buffer, nullptr);
  vkFreeMemory(device, allocation.memory, nullptr);
  allocation = {};
}
