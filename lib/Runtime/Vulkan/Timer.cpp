//===- Timer.cpp - Timing of the device -----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timer.h"

using namespace layout::vulkan;

bool Timer::isWanted() { return isSet("LAYOUT_VULKAN_TIME"); }

Timer::Timer(Device &device) : device(device) {
  if (!device.getNumTimestampBits())
    fail("LAYOUT_VULKAN_TIME is set, but this device's queue has no "
         "timestamps");
  VkQueryPoolCreateInfo info = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  LAYOUT_VK(vkCreateQueryPool, device.get(), &info, nullptr, &pool);
}

Timer::~Timer() { vkDestroyQueryPool(device.get(), pool, nullptr); }

void Timer::start(VkCommandBuffer commands) {
  vkCmdResetQueryPool(commands, pool, 0, 2);
  vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
}

void Timer::stop(VkCommandBuffer commands) {
  vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, pool, 1);
}

double Timer::getSeconds() const {
  uint64_t ticks[2];
  LAYOUT_VK(vkGetQueryPoolResults, device.get(), pool, 0, 2, sizeof(ticks),
            ticks, sizeof(uint64_t),
            VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
  // The counter may have fewer than 64 bits, and wrap.
  uint64_t passed = ticks[1] - ticks[0];
  if (device.getNumTimestampBits() < 64)
    passed &= (uint64_t(1) << device.getNumTimestampBits()) - 1;
  return double(passed) * device.getLimits().timestampPeriod * 1e-9;
}
