//===- Images.cpp - Two-dimensional Vulkan images -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include <algorithm>
#include <cstring>

using namespace layout::vulkan;

const Format *layout::vulkan::findFormat(uint32_t spirv) {
  constexpr Numeric f = Numeric::Float, s = Numeric::Signed,
                    u = Numeric::Unsigned;
  static const Format formats[] = {
      {1, VK_FORMAT_R32G32B32A32_SFLOAT, 16, f, "Rgba32f"},
      {2, VK_FORMAT_R16G16B16A16_SFLOAT, 8, f, "Rgba16f"},
      {3, VK_FORMAT_R32_SFLOAT, 4, f, "R32f"},
      {6, VK_FORMAT_R32G32_SFLOAT, 8, f, "Rg32f"},
      {7, VK_FORMAT_R16G16_SFLOAT, 4, f, "Rg16f"},
      {9, VK_FORMAT_R16_SFLOAT, 2, f, "R16f"},
      {21, VK_FORMAT_R32G32B32A32_SINT, 16, s, "Rgba32i"},
      {22, VK_FORMAT_R16G16B16A16_SINT, 8, s, "Rgba16i"},
      {23, VK_FORMAT_R8G8B8A8_SINT, 4, s, "Rgba8i"},
      {24, VK_FORMAT_R32_SINT, 4, s, "R32i"},
      {25, VK_FORMAT_R32G32_SINT, 8, s, "Rg32i"},
      {26, VK_FORMAT_R16G16_SINT, 4, s, "Rg16i"},
      {27, VK_FORMAT_R8G8_SINT, 2, s, "Rg8i"},
      {28, VK_FORMAT_R16_SINT, 2, s, "R16i"},
      {29, VK_FORMAT_R8_SINT, 1, s, "R8i"},
      {30, VK_FORMAT_R32G32B32A32_UINT, 16, u, "Rgba32ui"},
      {31, VK_FORMAT_R16G16B16A16_UINT, 8, u, "Rgba16ui"},
      {32, VK_FORMAT_R8G8B8A8_UINT, 4, u, "Rgba8ui"},
      {33, VK_FORMAT_R32_UINT, 4, u, "R32ui"},
      {35, VK_FORMAT_R32G32_UINT, 8, u, "Rg32ui"},
      {36, VK_FORMAT_R16G16_UINT, 4, u, "Rg16ui"},
      {37, VK_FORMAT_R8G8_UINT, 2, u, "Rg8ui"},
      {38, VK_FORMAT_R16_UINT, 2, u, "R16ui"},
      {39, VK_FORMAT_R8_UINT, 1, u, "R8ui"},
  };
  for (const Format &format : formats)
    if (format.spirv == spirv)
      return &format;
  return nullptr;
}

static std::string describe(const Image &image) {
  std::string text = "an image of " + std::to_string(image.width) + "x" +
                     std::to_string(image.height);
  if (image.isArrayed)
    text += " with " + std::to_string(image.layers) + " layers";
  return text + " " + image.format->name + " texels";
}

/// Checks one extent against its limit.
static uint32_t checkExtent(int64_t extent, uint32_t limit, const char *what) {
  if (extent < 1 || extent > int64_t(limit))
    fail("an image of " + std::string(what) + " " + std::to_string(extent) +
         " is not within 1 and the device's limit of " + std::to_string(limit));
  return static_cast<uint32_t>(extent);
}

/// What the image may be used for: kernels read it as sampled and, where the
/// device can, read and write it as storage image. None if it cannot exist.
static VkImageUsageFlags chooseUsage(Device &device, const Image &image) {
  VkImageUsageFlags base =
      VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  for (VkImageUsageFlags kernels :
       {VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT,
        VK_IMAGE_USAGE_STORAGE_BIT | 0, VK_IMAGE_USAGE_SAMPLED_BIT | 0}) {
    VkImageFormatProperties properties;
    VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        device.getPhysical(), image.format->vulkan, VK_IMAGE_TYPE_2D,
        VK_IMAGE_TILING_OPTIMAL, base | kernels, 0, &properties);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED)
      continue;
    check(result, "vkGetPhysicalDeviceImageFormatProperties");
    if (image.width <= properties.maxExtent.width &&
        image.height <= properties.maxExtent.height &&
        image.numVisible <= properties.maxArrayLayers &&
        image.getNumBytes() / image.layers * image.numVisible <=
            properties.maxResourceSize)
      return base | kernels;
  }
  return 0;
}

static VkImageSubresourceRange getWholeRange(const Image &image) {
  return {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, image.numVisible};
}

static VkBufferImageCopy getWholeCopy(const Image &image) {
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, image.layers};
  copy.imageExtent = {image.width, image.height, 1};
  return copy;
}

/// From undefined contents to the layout that the image keeps. Layers after the
/// image's own are zero.
static void makeGeneral(Device &device, const Image &image) {
  VkImageMemoryBarrier barrier = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
  barrier.dstAccessMask =
      VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image.image;
  barrier.subresourceRange = getWholeRange(image);
  device.submit([&](VkCommandBuffer commands) {
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0,
                         nullptr, 1, &barrier);
    if (image.numVisible == image.layers)
      return;
    const VkClearColorValue zero = {};
    VkImageSubresourceRange rest = getWholeRange(image);
    rest.baseArrayLayer = image.layers;
    rest.layerCount = image.numVisible - image.layers;
    vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &zero,
                         1, &rest);
  });
}

Images::~Images() {
  for (Image *image : images)
    release(image);
}

Image *Images::create(uint32_t spirvFormat, int64_t width, int64_t height,
                      int64_t layers, bool isZeroOutside) {
  const VkPhysicalDeviceLimits &limits = device.getLimits();
  Image image;
  image.format = findFormat(spirvFormat);
  if (!image.format)
    fail("SPIR-V image format " + std::to_string(spirvFormat) +
         " is not one that images can be created with");
  image.width = checkExtent(width, limits.maxImageDimension2D, "width");
  image.height = checkExtent(height, limits.maxImageDimension2D, "height");
  image.isArrayed = layers != 0;
  if (image.isArrayed)
    image.layers = checkExtent(layers, limits.maxImageArrayLayers, "layers");
  // Some drivers take an array of one layer for a plain image, and read its
  // layer for whatever index. Of two they look at the index.
  image.numVisible = image.isArrayed && isZeroOutside
                         ? std::max(image.layers, 2u)
                         : image.layers;
  image.usage = chooseUsage(device, image);
  if (!image.usage)
    fail("the device cannot have " + ::describe(image) +
         " (vkGetPhysicalDeviceImageFormatProperties)");

  VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = image.format->vulkan;
  info.extent = {image.width, image.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = image.numVisible;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = image.usage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  LAYOUT_VK(vkCreateImage, device.get(), &info, nullptr, &image.image);
  VkMemoryRequirements requirements;
  vkGetImageMemoryRequirements(device.get(), image.image, &requirements);
  image.memory =
      device.allocateMemory(requirements, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  LAYOUT_VK(vkBindImageMemory, device.get(), image.image, image.memory, 0);
  createView(image);
  makeGeneral(device, image);
  return *images.insert(new Image(image)).first;
}

void Images::createView(Image &image) {
  VkImageViewCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  info.image = image.image;
  info.viewType =
      image.isArrayed ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
  info.format = image.format->vulkan;
  info.subresourceRange = getWholeRange(image);
  LAYOUT_VK(vkCreateImageView, device.get(), &info, nullptr, &image.view);
}

void Images::release(Image *image) {
  vkDestroyImageView(device.get(), image->view, nullptr);
  vkDestroyImage(device.get(), image->image, nullptr);
  vkFreeMemory(device.get(), image->memory, nullptr);
  delete image;
}

void Images::destroy(Image *image) {
  images.erase(image);
  release(image);
}

Image *Images::find(void *handle) const {
  auto *image = static_cast<Image *>(handle);
  return images.count(image) ? image : nullptr;
}

static void checkSize(const Image &image, uint64_t size, const char *what) {
  if (size != image.getNumBytes())
    fail(std::string(what) + " of " + std::to_string(size) + " bytes, but " +
         ::describe(image) + " has " + std::to_string(image.getNumBytes()));
}

void Images::upload(Image *image, const void *texels, uint64_t size) {
  checkSize(*image, size, "an upload");
  Allocation staging = device.allocate(size, true);
  std::memcpy(staging.mapped, texels, size);
  VkBufferImageCopy copy = getWholeCopy(*image);
  device.submit([&](VkCommandBuffer commands) {
    vkCmdCopyBufferToImage(commands, staging.buffer, image->image,
                           VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
  });
  device.release(staging);
}

void Images::download(Image *image, void *texels, uint64_t size) {
  checkSize(*image, size, "a download");
  Allocation staging = device.allocate(size, true);
  VkBufferImageCopy copy = getWholeCopy(*image);
  device.submit([&](VkCommandBuffer commands) {
    vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL,
                           staging.buffer, 1, &copy);
  });
  std::memcpy(texels, staging.mapped, size);
  device.release(staging);
}
