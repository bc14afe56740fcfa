//===- Vulkan.cpp - The C functions that compiled programs call -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Runtime/Vulkan.h"
#include "Kernels.h"

#include <cstdlib>
#include <mutex>
#include <set>

using namespace layout::vulkan;

namespace {

/// Everything that lives, made at the first call and destroyed at exit.
struct Runtime {
  std::mutex mutex;
  Device device;
  Buffers buffers{device};
  Images images{device};
  std::set<Module *> modules;

  ~Runtime() {
    reportLeaks();
    for (Module *module : modules)
      delete module;
  }

  /// Under validation, what the program forgot is an error. Modules are not:
  /// they are unloaded by global destructors, which may never run.
  void reportLeaks() const {
    size_t numImages = images.getNumLive(), numBuffers = buffers.getNumLive();
    if (isSet("LAYOUT_VULKAN_VALIDATE") && numImages + numBuffers)
      fail("the program never destroyed " + std::to_string(numImages) +
           " images and " + std::to_string(numBuffers) + " buffers");
  }

  Module *getModule(void *handle, const char *function) {
    auto *module = static_cast<Module *>(handle);
    if (modules.count(module))
      return module;
    fail(std::string(function) + ": this is not a loaded module");
  }

  Kernel *getKernel(void *handle) {
    for (Module *module : modules)
      if (module->has(handle))
        return static_cast<Kernel *>(handle);
    fail("mgpuLaunchKernel: this is not a kernel of a loaded module");
  }

  Image *getImage(void *handle, const char *function) {
    if (Image *image = images.find(handle))
      return image;
    fail(std::string(function) + ": this is not a live image");
  }
};

/// The runtime, for one thread at a time.
struct Locked {
  Locked() : lock(get().mutex) {}
  Runtime *operator->() { return &get(); }

  static Runtime &get() {
    static Runtime runtime;
    return runtime;
  }
  std::lock_guard<std::mutex> lock;
};

} // namespace

/// Streams and events need no state, as every call returns when it is done;
/// but they must not be null.
static char anyHandle;

//===----------------------------------------------------------------------===//
// What MLIR's gpu dialect calls
//===----------------------------------------------------------------------===//

void *mgpuModuleLoad(void *binary, size_t size) {
  Locked runtime;
  auto *module = new Module(runtime->device, binary, size);
  runtime->modules.insert(module);
  return module;
}

void mgpuModuleUnload(void *module) {
  Locked runtime;
  // At exit, destructors of the program may run after that of the runtime.
  if (runtime->modules.erase(static_cast<Module *>(module)))
    delete static_cast<Module *>(module);
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  Locked runtime;
  return runtime->getModule(module, "mgpuModuleGetFunction")->getKernel(name);
}

void mgpuLaunchKernel(void *kernel, intptr_t groupsX, intptr_t groupsY,
                      intptr_t groupsZ, intptr_t threadsX, intptr_t threadsY,
                      intptr_t threadsZ, int32_t sharedBytes, void *,
                      void **params, void **, size_t numParams) {
  Locked runtime;
  if (sharedBytes != 0)
    fail("mgpuLaunchKernel: dynamic shared memory is not supported");
  runtime->getKernel(kernel)->launch(
      runtime->buffers, runtime->images, {groupsX, groupsY, groupsZ},
      {threadsX, threadsY, threadsZ}, params, numParams);
}

void *mgpuStreamCreate() { return &anyHandle; }
void mgpuStreamDestroy(void *) {}
void mgpuStreamSynchronize(void *) {}
void mgpuStreamWaitEvent(void *, void *) {}
void *mgpuEventCreate() { return &anyHandle; }
void mgpuEventDestroy(void *) {}
void mgpuEventSynchronize(void *) {}
void mgpuEventRecord(void *, void *) {}

void *mgpuMemAlloc(uint64_t size, void *, bool hostShared) {
  Locked runtime;
  return runtime->buffers.create(size, hostShared);
}

void mgpuMemFree(void *address, void *) {
  Locked runtime;
  runtime->buffers.destroy(address);
}

void mgpuMemcpy(void *dst, void *src, size_t size, void *) {
  Locked runtime;
  runtime->buffers.copy(dst, src, size);
}

void mgpuMemset32(void *dst, unsigned value, size_t count, void *) {
  Locked runtime;
  runtime->buffers.fill(dst, value, 4, count);
}

void mgpuMemset16(void *dst, unsigned short value, size_t count, void *) {
  Locked runtime;
  runtime->buffers.fill(dst, value, 2, count);
}

//===----------------------------------------------------------------------===//
// What layout.image_* call
//===----------------------------------------------------------------------===//

void *layoutImageCreate(uint32_t format, int64_t width, int64_t height,
                        int64_t layers) {
  Locked runtime;
  return runtime->images.create(format, width, height, layers);
}

void *layoutImageCreateZeroOutside(uint32_t format, int64_t width,
                                   int64_t height, int64_t layers) {
  Locked runtime;
  if (!runtime->device.isZeroOutsideImages())
    fail("layoutImageCreateZeroOutside: kernels rely on zeros outside of this "
         "image, which needs robustImageAccess2; the device does not have it, "
         "or LAYOUT_VULKAN_ROBUST=0 switched it off");
  return runtime->images.create(format, width, height, layers,
                                /*isZeroOutside=*/true);
}

void layoutImageUpload(void *image, const void *texels, uint64_t size) {
  Locked runtime;
  runtime->images.upload(runtime->getImage(image, "layoutImageUpload"), texels,
                         size);
}

void layoutImageDownload(void *image, void *texels, uint64_t size) {
  Locked runtime;
  runtime->images.download(runtime->getImage(image, "layoutImageDownload"),
                           texels, size);
}

void layoutImageDestroy(void *image) {
  Locked runtime;
  runtime->images.destroy(runtime->getImage(image, "layoutImageDestroy"));
}

//===----------------------------------------------------------------------===//
// What layout-stage-launches calls
//===----------------------------------------------------------------------===//

void layoutRequireDistinct(const void *one, uint64_t oneSize, const void *other,
                           uint64_t otherSize, const char *what) {
  auto from = reinterpret_cast<uintptr_t>(one);
  auto otherFrom = reinterpret_cast<uintptr_t>(other);
  if (oneSize && otherSize && from < otherFrom + otherSize &&
      otherFrom < from + oneSize)
    fail(std::string(what) +
         " are one memory of the host, of which the launch would make two "
         "copies and change one; pass different buffers");
}

void layoutRequireIndex(int64_t number, const char *what) {
  if (number != static_cast<int32_t>(number))
    fail(std::string(what) + " is " + std::to_string(number) +
         ", which an index of 32 bits, as kernels have, does not hold");
}
