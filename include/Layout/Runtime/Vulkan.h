//===- Vulkan.h - Running kernels with images on Vulkan ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of liblayout_vulkan_runtime.so, which compiled host code calls.
// Knows nothing of MLIR; give it to mlir-runner by --shared-libs.
//
// Everything is synchronous: each call returns when it is done. Calls may come
// from several threads, one is served at a time. An error of any kind, a limit
// of the device included, is said on stderr with the call that failed, and ends
// the process with status 1. What is alive at exit is destroyed.
//
// Environment:
//   LAYOUT_VULKAN_DEVICE    which device: its number, or a part of its name.
//                           Without it, the best: GPUs before CPUs.
//   LAYOUT_VULKAN_VERBOSE   1: says on stderr which device was taken.
//   LAYOUT_VULKAN_TIME      1: says on stderr, for each launch, how long the
//                           device worked on the kernel, by its timestamps.
//   LAYOUT_VULKAN_VALIDATE  1: the Khronos validation layer is on, and buffers
//                           and images that the program forgets are errors.
//   LAYOUT_VULKAN_ROBUST    0: does without the guarantee that reads outside of
//                           an image yield 0, which costs some devices time.
// Any message of a validation layer, by whatever way it was switched on, makes
// the process fail, at the latest at exit.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_H
#define LAYOUT_RUNTIME_VULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

//===----------------------------------------------------------------------===//
// Called by what MLIR makes of the gpu dialect
//===----------------------------------------------------------------------===//

/// A SPIR-V binary; may hold several kernels.
void *mgpuModuleLoad(void *binary, size_t size);
void mgpuModuleUnload(void *module);
/// The compute entry point of this name. Lives as long as its module.
void *mgpuModuleGetFunction(void *module, const char *name);

/// Runs a kernel. Argument i goes to binding i of descriptor set 0; `params[i]`
/// points at it. What it is, the binary says:
///   storage or uniform buffer    an address from mgpuMemAlloc, or inside it
///   the same, of a single number the number
///   sampled or storage image     a handle from layoutImageCreate
/// The threads of a workgroup must be as many as the kernel was compiled for.
void mgpuLaunchKernel(void *kernel, intptr_t groupsX, intptr_t groupsY,
                      intptr_t groupsZ, intptr_t threadsX, intptr_t threadsY,
                      intptr_t threadsZ, int32_t sharedBytes, void *stream,
                      void **params, void **extra, size_t numParams);

void *mgpuStreamCreate(void);
void mgpuStreamDestroy(void *stream);
void mgpuStreamSynchronize(void *stream);
void mgpuStreamWaitEvent(void *stream, void *event);
void *mgpuEventCreate(void);
void mgpuEventDestroy(void *event);
void mgpuEventSynchronize(void *event);
void mgpuEventRecord(void *event, void *stream);

/// A buffer. The host can touch what lies at its address only if it is shared.
void *mgpuMemAlloc(uint64_t size, void *stream, bool hostShared);
void mgpuMemFree(void *address, void *stream);
/// Between host memory and buffers, in any direction.
void mgpuMemcpy(void *dst, void *src, size_t size, void *stream);
void mgpuMemset32(void *dst, unsigned value, size_t count, void *stream);
void mgpuMemset16(void *dst, unsigned short value, size_t count, void *stream);

//===----------------------------------------------------------------------===//
// Called by what layout.image_* are lowered to
//===----------------------------------------------------------------------===//

/// An image; its contents are undefined. `format` is SPIR-V's number of the
/// image format. `layers` 0: a plain image; else an array of so many.
void *layoutImageCreate(uint32_t format, int64_t width, int64_t height,
                        int64_t layers);
/// The same, of which kernels may read texels outside: these are 0. Fails where
/// the device does not guarantee that (robustImageAccess2: with
/// robustImageAccess alone the fourth channel may be 1). An array of one layer
/// takes the memory of two: some drivers ignore the index of a single one.
void *layoutImageCreateZeroOutside(uint32_t format, int64_t width,
                                   int64_t height, int64_t layers);
/// All texels of an image, without gaps: layer by layer, row by row. `size`, in
/// bytes, must be the size of all.
void layoutImageUpload(void *image, const void *texels, uint64_t size);
void layoutImageDownload(void *image, void *texels, uint64_t size);
void layoutImageDestroy(void *image);

//===----------------------------------------------------------------------===//
// Called by the code that layout-stage-launches inserts before launches
//===----------------------------------------------------------------------===//

/// Ends the process, with `what` in the error, if two ranges of host memory
/// share a byte. A launch would make two copies of it, of which it changes one.
void layoutRequireDistinct(const void *one, uint64_t oneSize, const void *other,
                           uint64_t otherSize, const char *what);
/// Ends the process, with `what` in the error, if `number` needs more than the
/// 32 bits, one of them a sign, that an index has in a kernel.
void layoutRequireIndex(int64_t number, const char *what);

#pragma GCC visibility pop
#ifdef __cplusplus
} // extern "C"
#endif

#endif // LAYOUT_RUNTIME_VULKAN_H
