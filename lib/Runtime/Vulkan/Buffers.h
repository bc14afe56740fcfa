//===- Buffers.h - Device buffers by host address ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_BUFFERS_H
#define LAYOUT_RUNTIME_VULKAN_BUFFERS_H

#include "Device.h"

#include <cstdint>
#include <map>

namespace layout::vulkan {

/// Storage buffers, each under a range of addresses of its own, so that
/// compiled code may add offsets to them. The host cannot touch what lies
/// there, unless the buffer was created to be shared: a stray access faults.
class Buffers {
public:
  struct Buffer {
    Allocation allocation;
    uint64_t size = 0;     ///< as requested
    uint64_t reserved = 0; ///< of addresses; 0 where the host shares it
  };
  /// A place in a buffer.
  struct Place {
    const Buffer *buffer = nullptr; ///< none: not memory of the device
    uint64_t offset = 0;
  };

  explicit Buffers(Device &device) : device(device) {}
  ~Buffers();
  Buffers(const Buffers &) = delete;

  void *create(uint64_t size, bool hostShared);
  void destroy(void *address);

  /// Copies between any two of host memory and buffers, and waits.
  void copy(void *dst, const void *src, uint64_t size);
  /// Sets `count` numbers of `width` bytes each, and waits.
  void fill(void *dst, uint32_t value, unsigned width, uint64_t count);

  [[nodiscard]] Place find(const void *address) const;
  [[nodiscard]] size_t getNumLive() const { return buffers.size(); }

private:
  void release(uintptr_t address, Buffer &buffer);
  void copyFromHost(Place dst, const char *src, uint64_t size);
  void copyToHost(char *dst, Place src, uint64_t size);

  Device &device;
  std::map<uintptr_t, Buffer> buffers;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_BUFFERS_H
