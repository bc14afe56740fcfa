//===- Support.cpp - Error reports and flags of the Vulkan runtime --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <cstdio>
#include <cstdlib>

using namespace layout::vulkan;

void layout::vulkan::fail(const std::string &message) {
  // The output of the program so far first: the two streams may be one file.
  std::fflush(stdout);
  std::fprintf(stderr, "layout-vulkan: error: %s\n", message.c_str());
  std::fflush(stderr);
  // Not `exit`: it runs destructors of static objects, which would destroy a
  // device or an instance that is only partly created.
  std::_Exit(1);
}

bool layout::vulkan::isSet(const char *variable) {
  const char *value = std::getenv(variable);
  return value && *value && std::string(value) != "0";
}

std::string layout::vulkan::describe(VkResult result) {
  switch (result) {
#define LAYOUT_RESULT(name)                                                    \
  case name:                                                                   \
    return #name;
    LAYOUT_RESULT(VK_SUCCESS)
    LAYOUT_RESULT(VK_NOT_READY)
    LAYOUT_RESULT(VK_TIMEOUT)
    LAYOUT_RESULT(VK_INCOMPLETE)
    LAYOUT_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY)
    LAYOUT_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    LAYOUT_RESULT(VK_ERROR_INITIALIZATION_FAILED)
    LAYOUT_RESULT(VK_ERROR_DEVICE_LOST)
    LAYOUT_RESULT(VK_ERROR_MEMORY_MAP_FAILED)
    LAYOUT_RESULT(VK_ERROR_LAYER_NOT_PRESENT)
    LAYOUT_RESULT(VK_ERROR_EXTENSION_NOT_PRESENT)
    LAYOUT_RESULT(VK_ERROR_FEATURE_NOT_PRESENT)
    LAYOUT_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER)
    LAYOUT_RESULT(VK_ERROR_TOO_MANY_OBJECTS)
    LAYOUT_RESULT(VK_ERROR_FORMAT_NOT_SUPPORTED)
    LAYOUT_RESULT(VK_ERROR_FRAGMENTED_POOL)
    LAYOUT_RESULT(VK_ERROR_OUT_OF_POOL_MEMORY)
    LAYOUT_RESULT(VK_ERROR_UNKNOWN)
#undef LAYOUT_RESULT
  default:
    return "VkResult " + std::to_string(static_cast<int>(result));
  }
}

void layout::vulkan::check(VkResult result, const char *call) {
  if (result != VK_SUCCESS)
    fail(std::string(call) + ": " + describe(result));
}
