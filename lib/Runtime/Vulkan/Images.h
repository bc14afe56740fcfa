//===- Images.h - Two-dimensional Vulkan images -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_IMAGES_H
#define LAYOUT_RUNTIME_VULKAN_IMAGES_H

#include "Device.h"
#include "SpirvReader.h"

#include <set>

namespace layout::vulkan {

/// What a format of SPIR-V's numbering is to Vulkan.
struct Format {
  uint32_t spirv;
  VkFormat vulkan;
  unsigned texelBytes;
  Numeric numeric;
  const char *name;
};

/// Null if this runtime does not know the format.
const Format *findFormat(uint32_t spirv);

struct Image {
  const Format *format = nullptr;
  uint32_t width = 0, height = 0, layers = 1;
  uint32_t numVisible = 1; ///< layers that kernels see, `layers` or more
  bool isArrayed = false;
  VkImageUsageFlags usage = 0;
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;

  [[nodiscard]] uint64_t getNumBytes() const {
    return uint64_t(width) * height * layers * format->texelBytes;
  }
};

/// Images in the layout "general", from creation on: kernels read and write
/// them without transitions.
class Images {
public:
  explicit Images(Device &device) : device(device) {}
  ~Images();
  Images(const Images &) = delete;

  /// An image whose texels hold nothing defined. Without layers, a plain one;
  /// with them, an array. Fails where the device says that it is too big or of
  /// a format that it cannot have. With `isZeroOutside` an array has two layers
  /// at least for the device, of which those beyond `layers` hold zeros.
  Image *create(uint32_t spirvFormat, int64_t width, int64_t height,
                int64_t layers, bool isZeroOutside = false);
  void destroy(Image *image);
  void upload(Image *image, const void *texels, uint64_t size);
  void download(Image *image, void *texels, uint64_t size);

  /// Null if `handle` is not a live image.
  [[nodiscard]] Image *find(void *handle) const;
  [[nodiscard]] size_t getNumLive() const { return images.size(); }

private:
  void createView(Image &image);
  void release(Image *image);

  Device &device;
  std::set<Image *> images;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_IMAGES_H
