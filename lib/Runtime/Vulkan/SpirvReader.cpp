//===- SpirvReader.cpp - Bindings of SPIR-V kernels -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpirvReader.h"

#include "SpirvBinary.h"

using namespace layout::vulkan;
using namespace layout::vulkan::spirv;

namespace {

class Reader {
public:
  Reader(const SpirvBinary &binary, std::string &why)
      : binary(binary), why(why) {}

  std::optional<EntryPoint> read(const std::string &name) {
    uint32_t id = binary.getEntryPoint(name);
    const SpirvBinary::Function *function = binary.getFunction(id);
    if (!id || !function) {
      why = "the module has no compute entry point named " + name;
      return std::nullopt;
    }
    EntryPoint entry;
    entry.localSize = function->localSize;
    for (uint32_t size : entry.localSize)
      if (size == 0) {
        why = "entry point " + name + " states no LocalSize";
        return std::nullopt;
      }
    std::set<uint32_t> visited;
    if (!visit(id, visited))
      return std::nullopt;
    for (auto &[number, binding] : bindings)
      entry.bindings.push_back(binding);
    return entry;
  }

private:
  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }

  /// Collects the bindings of everything that function `id` reaches.
  bool visit(uint32_t id, std::set<uint32_t> &visited) {
    const SpirvBinary::Function *function = binary.getFunction(id);
    if (!function || !visited.insert(id).second)
      return true;
    for (uint32_t used : function->references) {
      const Instruction *variable = binary.getVariable(used);
      if (!visit(used, visited) || (variable && !addBinding(*variable)))
        return false;
    }
    return true;
  }

  bool addBinding(const Instruction &variable) {
    uint32_t storage = variable[2];
    if (storage == PushConstant)
      return refuse("push constants are not supported");
    if (storage != UniformConstant && storage != Uniform &&
        storage != StorageBuffer)
      return true;
    auto set = binary.getDecoration(variable[1], DescriptorSet);
    auto number = binary.getDecoration(variable[1], BindingNumber);
    if (!set || !number)
      return refuse("a variable has no descriptor set or no binding");
    if (*set != 0)
      return refuse("descriptor set " + std::to_string(*set) +
                    " is not supported, only set 0");
    Binding binding;
    binding.number = *number;
    const Instruction *pointer = binary.getType(variable[0]);
    const Instruction *type = pointer ? binary.getType((*pointer)[2]) : nullptr;
    std::string what = "binding " + std::to_string(binding.number);
    if (!type)
      return refuse(what + " is neither a buffer nor an image");
    bool known = storage == UniformConstant ? readImage(*type, what, binding)
                                            : readBlock(*type, what, binding);
    if (!known)
      return false;
    binding.isUniform = storage == Uniform;
    if (!bindings.insert({binding.number, binding}).second)
      return refuse(what + " is declared twice");
    return true;
  }

  bool readImage(const Instruction &type, const std::string &what,
                 Binding &binding) {
    if (type.opcode != OpTypeImage)
      return refuse(what + " is neither a buffer nor an image");
    // Result, sampled type, dim, depth, arrayed, multisampled, sampled, format.
    if (type[2] != kDim2D || type[5] != 0)
      return refuse(what + " is not a two-dimensional image of single samples");
    if (type[6] != 1 && type[6] != 2)
      return refuse(what + " does not say whether it is sampled");
    binding.kind = type[6] == 1 ? Binding::SampledImage : Binding::StorageImage;
    binding.isArrayed = type[4] == 1;
    binding.format = type[7];
    const Instruction *texel = binary.getType(type[1]);
    if (!texel)
      return refuse(what + " has texels of no known type");
    if (texel->opcode == OpTypeInt)
      binding.numeric = (*texel)[2] ? Numeric::Signed : Numeric::Unsigned;
    return true;
  }

  bool readBlock(const Instruction &type, const std::string &what,
                 Binding &binding) {
    if (type.opcode != OpTypeStruct || type.count < 2)
      return refuse(what + " is a buffer of no known type");
    uint32_t last = type.count - 2;
    const Instruction *member = binary.getType(type[last + 1]);
    if (!member)
      return refuse(what + " is a buffer of no known type");
    uint32_t offset =
        binary.getMemberDecoration(type[0], last, Offset).value_or(0);
    bool isArray =
        member->opcode == OpTypeArray || member->opcode == OpTypeRuntimeArray;
    binding.kind = isArray || last > 0 ? Binding::Buffer : Binding::Scalar;
    binding.numBytes = getNumBytes(*member) + offset;
    // So many bytes are read of what the host passes.
    if (binding.kind == Binding::Scalar &&
        (offset != 0 || binding.numBytes == 0 || binding.numBytes > 32))
      return refuse(what + " is a block of one member, which is no number "
                           "of 1 to 32 bytes at its front");
    return true;
  }

  static uint64_t getNumberBytes(const Instruction *type) {
    bool isNumber =
        type && (type->opcode == OpTypeInt || type->opcode == OpTypeFloat);
    return isNumber ? (*type)[1] / 8 : 0;
  }

  /// The least size of a value, 0 if it is not known; a runtime array may be
  /// empty.
  uint64_t getNumBytes(const Instruction &type) {
    if (type.opcode == OpTypeVector)
      return getNumberBytes(binary.getType(type[1])) * type[2];
    if (type.opcode != OpTypeArray)
      return getNumberBytes(&type);
    auto length = binary.getConstant(type[2]);
    auto stride = binary.getDecoration(type[0], ArrayStride);
    return uint64_t(length.value_or(0)) * stride.value_or(0);
  }

  const SpirvBinary &binary;
  std::string &why;
  std::map<uint32_t, Binding> bindings;
};

} // namespace

std::optional<EntryPoint>
layout::vulkan::readEntryPoint(const std::vector<uint32_t> &words,
                               const std::string &name, std::string &why) {
  std::optional<SpirvBinary> binary = SpirvBinary::parse(words, why);
  return binary ? Reader(*binary, why).read(name) : std::nullopt;
}
