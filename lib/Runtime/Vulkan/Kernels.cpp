//===- Kernels.cpp - Entry points as pipelines ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <cstdio>
#include <cstring>

using namespace layout::vulkan;

static VkDescriptorType getDescriptorType(const Binding &binding) {
  switch (binding.kind) {
  case Binding::SampledImage:
    return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  case Binding::StorageImage:
    return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  case Binding::Buffer:
  case Binding::Scalar:
    break;
  }
  return binding.isUniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                           : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

static std::string join(const Extents &extents) {
  return std::to_string(extents[0]) + "x" + std::to_string(extents[1]) + "x" +
         std::to_string(extents[2]);
}

void Kernel::refuse(const std::string &why) const {
  fail("kernel " + name + ": " + why);
}

void Kernel::refuse(const Binding &binding, const std::string &why) const {
  refuse("argument " + std::to_string(binding.number) + " " + why);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

Kernel::Kernel(Device &device, VkShaderModule module, std::string name,
               EntryPoint entry)
    : device(device), name(std::move(name)), entry(std::move(entry)) {
  checkLimits();
  createLayouts();
  createPipeline(module);
  createDescriptorSet();
  if (Timer::isWanted())
    timer = std::make_unique<Timer>(device);
}

Kernel::~Kernel() {
  for (auto &[number, allocation] : scalars)
    device.release(allocation);
  vkDestroyDescriptorPool(device.get(), pool, nullptr);
  vkDestroyPipeline(device.get(), pipeline, nullptr);
  vkDestroyPipelineLayout(device.get(), pipelineLayout, nullptr);
  vkDestroyDescriptorSetLayout(device.get(), setLayout, nullptr);
}

void Kernel::checkLimits() const {
  const VkPhysicalDeviceLimits &limits = device.getLimits();
  uint64_t threads = 1;
  for (int d = 0; d < 3; ++d) {
    threads *= entry.localSize[d];
    if (entry.localSize[d] > limits.maxComputeWorkGroupSize[d])
      refuse("a workgroup of " + std::to_string(entry.localSize[d]) +
             " threads in dimension " + std::to_string(d) +
             " is beyond the device's limit of " +
             std::to_string(limits.maxComputeWorkGroupSize[d]));
  }
  if (threads > limits.maxComputeWorkGroupInvocations)
    refuse("a workgroup of " + std::to_string(threads) +
           " threads is beyond the device's limit of " +
           std::to_string(limits.maxComputeWorkGroupInvocations));

  auto checkCount = [&](VkDescriptorType type, uint32_t limit,
                        const char *what) {
    size_t count = 0;
    for (const Binding &binding : entry.bindings)
      count += getDescriptorType(binding) == type;
    if (count > limit)
      refuse(std::to_string(count) + " " + what +
             " are beyond the device's limit of " + std::to_string(limit));
  };
  checkCount(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
             limits.maxPerStageDescriptorStorageBuffers, "storage buffers");
  checkCount(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
             limits.maxPerStageDescriptorUniformBuffers, "uniform buffers");
  checkCount(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
             limits.maxPerStageDescriptorStorageImages, "storage images");
  checkCount(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
             limits.maxPerStageDescriptorSampledImages, "sampled images");
  if (entry.bindings.size() > limits.maxPerStageResources)
    refuse(std::to_string(entry.bindings.size()) +
           " arguments are beyond the device's limit of " +
           std::to_string(limits.maxPerStageResources));
}

void Kernel::createLayouts() {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (const Binding &binding : entry.bindings)
    bindings.push_back({binding.number, getDescriptorType(binding), 1,
                        VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  VkDescriptorSetLayoutCreateInfo setInfo = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  setInfo.bindingCount = static_cast<uint32_t>(bindings.size());
  setInfo.pBindings = bindings.data();
  LAYOUT_VK(vkCreateDescriptorSetLayout, device.get(), &setInfo, nullptr,
            &setLayout);
  VkPipelineLayoutCreateInfo info = {
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = 1;
  info.pSetLayouts = &setLayout;
  LAYOUT_VK(vkCreatePipelineLayout, device.get(), &info, nullptr,
            &pipelineLayout);
}

void Kernel::createPipeline(VkShaderModule module) {
  VkComputePipelineCreateInfo info = {
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = name.c_str();
  info.layout = pipelineLayout;
  LAYOUT_VK(vkCreateComputePipelines, device.get(), VK_NULL_HANDLE, 1, &info,
            nullptr, &pipeline);
}

void Kernel::createDescriptorSet() {
  std::map<VkDescriptorType, uint32_t> counts;
  for (const Binding &binding : entry.bindings) {
    ++counts[getDescriptorType(binding)];
    if (binding.kind == Binding::Scalar)
      scalars[binding.number] = device.allocate(binding.numBytes, true);
  }
  if (counts.empty())
    return;
  std::vector<VkDescriptorPoolSize> sizes;
  for (auto [type, count] : counts)
    sizes.push_back({type, count});
  VkDescriptorPoolCreateInfo info = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  info.maxSets = 1;
  info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  LAYOUT_VK(vkCreateDescriptorPool, device.get(), &info, nullptr, &pool);
  VkDescriptorSetAllocateInfo setInfo = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  setInfo.descriptorPool = pool;
  setInfo.descriptorSetCount = 1;
  setInfo.pSetLayouts = &setLayout;
  LAYOUT_VK(vkAllocateDescriptorSets, device.get(), &setInfo, &set);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

void Kernel::checkLaunch(const Extents &groups, const Extents &threads) const {
  const VkPhysicalDeviceLimits &limits = device.getLimits();
  Extents compiled = {entry.localSize[0], entry.localSize[1],
                      entry.localSize[2]};
  if (threads != compiled)
    refuse("is launched with " + join(threads) +
           " threads per workgroup, but is compiled for " + join(compiled));
  for (int d = 0; d < 3; ++d) {
    if (groups[d] < 0 ||
        groups[d] > int64_t(limits.maxComputeWorkGroupCount[d]))
      refuse("is launched with " + join(groups) +
             " workgroups, beyond the device's limit of " +
             std::to_string(limits.maxComputeWorkGroupCount[d]) +
             " in dimension " + std::to_string(d));
    // Both factors have 32 bits.
    if (uint64_t(groups[d]) * uint64_t(compiled[d]) > uint64_t(INT32_MAX))
      refuse("is launched with " + join(groups) + " workgroups of " +
             join(compiled) + " threads, more than an index of 32 bits counts" +
             " in dimension " + std::to_string(d));
  }
}

VkDescriptorBufferInfo Kernel::bindBuffer(const Binding &binding,
                                          void *argument,
                                          const Buffers &buffers) const {
  const VkPhysicalDeviceLimits &limits = device.getLimits();
  Buffers::Place place = buffers.find(argument);
  if (!place.buffer)
    refuse(binding, "is not memory of the device, which gpu.alloc makes and "
                    "layout-stage-launches copies to");
  uint64_t size = place.buffer->size - place.offset;
  if (size < binding.numBytes)
    refuse(binding, "has " + std::to_string(size) +
                        " bytes, but the kernel is compiled for " +
                        std::to_string(binding.numBytes));
  uint64_t alignment = binding.isUniform
                           ? limits.minUniformBufferOffsetAlignment
                           : limits.minStorageBufferOffsetAlignment;
  if (place.offset % alignment != 0)
    refuse(binding, "starts at byte " + std::to_string(place.offset) +
                        " of its buffer; the device needs a multiple of " +
                        std::to_string(alignment));
  uint64_t limit = binding.isUniform ? limits.maxUniformBufferRange
                                     : limits.maxStorageBufferRange;
  if (size > limit)
    refuse(binding, "has " + std::to_string(size) +
                        " bytes, beyond the device's limit of " +
                        std::to_string(limit));
  // Whole words: robust access must not cut the last number.
  return {place.buffer->allocation.buffer, place.offset, VK_WHOLE_SIZE};
}

VkDescriptorImageInfo Kernel::bindImage(const Binding &binding, void *argument,
                                        const Images &images) const {
  const Image *image = images.find(argument);
  if (!image)
    refuse(binding, "is not a live image");
  if (image->isArrayed != binding.isArrayed)
    refuse(binding, binding.isArrayed ? "must be an image with layers"
                                      : "must be an image without layers");
  bool isSampled = binding.kind == Binding::SampledImage;
  if (!(image->usage &
        (isSampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT)))
    refuse(binding, std::string("has the format ") + image->format->name +
                        ", of which this device has no " +
                        (isSampled ? "sampled" : "storage") + " images");
  bool fits = binding.format == 0 ? image->format->numeric == binding.numeric
                                  : image->format->spirv == binding.format;
  if (!fits) {
    const Format *wanted = findFormat(binding.format);
    refuse(binding, std::string("has the format ") + image->format->name +
                        ", but the kernel is compiled for " +
                        (wanted ? wanted->name : "texels of another kind"));
  }
  return {VK_NULL_HANDLE, image->view, VK_IMAGE_LAYOUT_GENERAL};
}

void Kernel::bind(const Buffers &buffers, const Images &images, void **params,
                  size_t numParams) {
  size_t count = entry.bindings.size();
  std::vector<VkDescriptorBufferInfo> bufferInfos(count);
  std::vector<VkDescriptorImageInfo> imageInfos(count);
  std::vector<VkWriteDescriptorSet> writes(
      count, {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET});
  for (size_t i = 0; i < count; ++i) {
    const Binding &binding = entry.bindings[i];
    if (binding.number >= numParams)
      refuse(binding, "is missing: the launch has " +
                          std::to_string(numParams) + " arguments");
    void *param = params[binding.number], *argument = nullptr;
    if (binding.kind == Binding::Scalar) {
      const Allocation &scalar = scalars.at(binding.number);
      std::memcpy(scalar.mapped, param, binding.numBytes);
      bufferInfos[i] = {scalar.buffer, 0, VK_WHOLE_SIZE};
    } else {
      std::memcpy(&argument, param, sizeof(void *));
      if (binding.kind == Binding::Buffer)
        bufferInfos[i] = bindBuffer(binding, argument, buffers);
      else
        imageInfos[i] = bindImage(binding, argument, images);
    }
    writes[i].dstSet = set;
    writes[i].dstBinding = binding.number;
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = getDescriptorType(binding);
    writes[i].pBufferInfo = &bufferInfos[i];
    writes[i].pImageInfo = &imageInfos[i];
  }
  vkUpdateDescriptorSets(device.get(), static_cast<uint32_t>(count),
                         writes.data(), 0, nullptr);
}

void Kernel::launch(const Buffers &buffers, const Images &images,
                    const Extents &groups, const Extents &threads,
                    void **params, size_t numParams) {
  checkLaunch(groups, threads);
  bind(buffers, images, params, numParams);
  device.submit([&](VkCommandBuffer commands) {
    if (timer)
      timer->start(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    if (set)
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                              pipelineLayout, 0, 1, &set, 0, nullptr);
    vkCmdDispatch(commands, static_cast<uint32_t>(groups[0]),
                  static_cast<uint32_t>(groups[1]),
                  static_cast<uint32_t>(groups[2]));
    if (timer)
      timer->stop(commands);
  });
  if (timer)
    std::fprintf(stderr, "layout-vulkan: kernel %s took %.3f us\n",
                 name.c_str(), timer->getSeconds() * 1e6);
}
