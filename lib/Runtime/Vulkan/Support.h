//===- Support.h - Errors of the Vulkan runtime -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_SUPPORT_H
#define LAYOUT_RUNTIME_VULKAN_SUPPORT_H

#include <string>
#include <vulkan/vulkan.h>

namespace layout::vulkan {

/// Says on stderr what went wrong and ends the process with status 1: compiled
/// code has no way to handle an error of the runtime.
[[noreturn]] void fail(const std::string &message);

/// Is this variable of the environment neither unset, empty nor "0"?
bool isSet(const char *variable);

/// The name of a result, such as VK_ERROR_DEVICE_LOST.
std::string describe(VkResult result);

/// Fails with the name of the call unless it succeeded.
void check(VkResult result, const char *call);

/// Calls `function` and fails with its name where it does not succeed.
#define LAYOUT_VK(function, ...)                                               \
  ::layout::vulkan::check(function(__VA_ARGS__), #function)

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_SUPPORT_H
