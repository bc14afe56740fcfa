//===- Buffers.cpp - Device buffers by host address -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <sys/mman.h>
#include <vector>

using namespace layout::vulkan;

static constexpr uint64_t kStagingBytes = uint64_t(64) << 20;

Buffers::~Buffers() {
  for (auto &[address, buffer] : buffers)
    release(address, buffer);
}

void Buffers::release(uintptr_t address, Buffer &buffer) {
  if (buffer.reserved)
    munmap(reinterpret_cast<void *>(address), buffer.reserved);
  device.release(buffer.allocation);
}

void *Buffers::create(uint64_t size, bool hostShared) {
  device.checkSize(size);
  Buffer buffer;
  buffer.size = size;
  void *address = nullptr;
  if (!hostShared) {
    buffer.reserved = std::max<uint64_t>(size, 1);
    address = mmap(nullptr, buffer.reserved, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED)
      fail("no addresses left for a buffer of " + std::to_string(size) +
           " bytes");
  }
  buffer.allocation = device.allocate(size, hostShared);
  if (hostShared)
    address = buffer.allocation.mapped;
  buffers[reinterpret_cast<uintptr_t>(address)] = buffer;
  return address;
}

void Buffers::destroy(void *address) {
  if (!address)
    return;
  auto found = buffers.find(reinterpret_cast<uintptr_t>(address));
  if (found == buffers.end())
    fail("mgpuMemFree: this address is not that of a live buffer");
  release(found->first, found->second);
  buffers.erase(found);
}

Buffers::Place Buffers::find(const void *address) const {
  auto value = reinterpret_cast<uintptr_t>(address);
  auto next = buffers.upper_bound(value);
  if (next == buffers.begin())
    return {};
  auto &[base, buffer] = *std::prev(next);
  uint64_t offset = value - base;
  // An empty buffer has its own address all the same.
  if (offset >= std::max<uint64_t>(buffer.size, 1))
    return {};
  return {&buffer, offset};
}

static void checkRange(Buffers::Place place, uint64_t size) {
  if (place.buffer && size > place.buffer->size - place.offset)
    fail("a copy of " + std::to_string(size) + " bytes at offset " +
         std::to_string(place.offset) + " leaves its buffer of " +
         std::to_string(place.buffer->size));
}

void Buffers::copyFromHost(Place dst, const char *src, uint64_t size) {
  Allocation staging = device.allocate(std::min(size, kStagingBytes), true);
  for (uint64_t done = 0; done < size; done += kStagingBytes) {
    uint64_t part = std::min(size - done, kStagingBytes);
    std::memcpy(staging.mapped, src + done, part);
    device.submit([&](VkCommandBuffer commands) {
      VkBufferCopy region = {0, dst.offset + done, part};
      vkCmdCopyBuffer(commands, staging.buffer, dst.buffer->allocation.buffer,
                      1, &region);
    });
  }
  device.release(staging);
}

void Buffers::copyToHost(char *dst, Place src, uint64_t size) {
  Allocation staging = device.allocate(std::min(size, kStagingBytes), true);
  for (uint64_t done = 0; done < size; done += kStagingBytes) {
    uint64_t part = std::min(size - done, kStagingBytes);
    device.submit([&](VkCommandBuffer commands) {
      VkBufferCopy region = {src.offset + done, 0, part};
      vkCmdCopyBuffer(commands, src.buffer->allocation.buffer, staging.buffer,
                      1, &region);
    });
    std::memcpy(dst + done, staging.mapped, part);
  }
  device.release(staging);
}

void Buffers::copy(void *dst, const void *src, uint64_t size) {
  if (size == 0)
    return;
  Place to = find(dst), from = find(src);
  checkRange(to, size);
  checkRange(from, size);
  bool toDevice = to.buffer && !to.buffer->allocation.mapped;
  bool fromDevice = from.buffer && !from.buffer->allocation.mapped;
  if (!toDevice && !fromDevice) {
    std::memmove(dst, src, size);
  } else if (!fromDevice) {
    copyFromHost(to, static_cast<const char *>(src), size);
  } else if (!toDevice) {
    copyToHost(static_cast<char *>(dst), from, size);
  } else {
    // Within one buffer the ranges might overlap, which Vulkan forbids.
    std::vector<char> through(to.buffer == from.buffer ? size : 0);
    if (!through.empty()) {
      copyToHost(through.data(), from, size);
      return copyFromHost(to, through.data(), size);
    }
    device.submit([&](VkCommandBuffer commands) {
      VkBufferCopy region = {from.offset, to.offset, size};
      vkCmdCopyBuffer(commands, from.buffer->allocation.buffer,
                      to.buffer->allocation.buffer, 1, &region);
    });
  }
}

void Buffers::fill(void *dst, uint32_t value, unsigned width, uint64_t count) {
  if (count > std::numeric_limits<uint64_t>::max() / width)
    fail("a fill of " + std::to_string(count) + " numbers is too long");
  checkRange(find(dst), count * width);
  std::vector<char> bytes(count * width);
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(bytes.data() + i * width, &value, width); // little-endian
  copy(dst, bytes.data(), bytes.size());
}
