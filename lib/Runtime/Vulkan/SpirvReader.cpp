//===- SpirvReader.cpp - What a kernel expects to be bound ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpirvReader.h"

#include <algorithm>
#include <map>
#include <set>

using namespace layout::vulkan;

namespace {

// Numbers of the SPIR-V specification.
enum Opcode : uint32_t {
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpTypeVector = 23,
  OpTypeImage = 25,
  OpTypeArray = 28,
  OpTypeRuntimeArray = 29,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpConstant = 43,
  OpFunction = 54,
  OpFunctionEnd = 56,
  OpFunctionCall = 57,
  OpVariable = 59,
  OpImageTexelPointer = 60,
  OpLoad = 61,
  OpStore = 62,
  OpCopyMemory = 63,
  OpCopyMemorySized = 64,
  OpAccessChain = 65,
  OpInBoundsAccessChain = 66,
  OpPtrAccessChain = 67,
  OpArrayLength = 68,
  OpInBoundsPtrAccessChain = 70,
  OpDecorate = 71,
  OpMemberDecorate = 72,
  OpCopyObject = 83,
  OpSelect = 169,
  OpAtomicLoad = 227,
  OpAtomicStore = 228,
  OpAtomicExchange = 229,
  OpAtomicXor = 242,
  OpPhi = 245,
};
enum Decoration : uint32_t {
  ArrayStride = 6,
  BindingNumber = 33,
  DescriptorSet = 34,
  Offset = 35
};
enum StorageClass : uint32_t {
  UniformConstant = 0,
  Uniform = 2,
  PushConstant = 9,
  StorageBuffer = 12
};
constexpr uint32_t kMagic = 0x07230203, kHeaderWords = 5;
constexpr uint32_t kComputeModel = 5, kLocalSize = 17, kDim2D = 1;

/// An instruction: its opcode, then its words; word 0 is the first operand.
struct Instruction {
  uint32_t opcode;
  const uint32_t *words;
  uint32_t count;

  uint32_t operator[](uint32_t i) const { return i < count ? words[i] : 0; }
};

/// A literal string; `next` becomes the word behind it.
std::string readString(const Instruction &in, uint32_t first, uint32_t &next) {
  std::string text;
  for (next = first; next < in.count; ++next)
    for (int byte = 0; byte < 4; ++byte) {
      char c = static_cast<char>(in.words[next] >> (8 * byte));
      if (c == '\0') {
        ++next;
        return text;
      }
      text += c;
    }
  return text;
}

/// The ids in `in` that may be the pointer of a variable, or a callee.
std::vector<uint32_t> getReferences(const Instruction &in) {
  switch (in.opcode) {
  case OpLoad:
  case OpImageTexelPointer:
  case OpAccessChain:
  case OpInBoundsAccessChain:
  case OpPtrAccessChain:
  case OpInBoundsPtrAccessChain:
  case OpArrayLength:
  case OpCopyObject:
    return {in[2]};
  case OpStore:
  case OpCopyMemory:
  case OpCopyMemorySized:
    return {in[0], in[1]};
  case OpAtomicStore:
    return {in[0]};
  case OpSelect:
    return {in[3], in[4]};
  case OpFunctionCall:
    return {in.words + std::min(in.count, 2u), in.words + in.count};
  case OpPhi: {
    std::vector<uint32_t> values;
    for (uint32_t i = 2; i < in.count; i += 2)
      values.push_back(in[i]);
    return values;
  }
  default:
    if (in.opcode == OpAtomicLoad ||
        (in.opcode >= OpAtomicExchange && in.opcode <= OpAtomicXor))
      return {in[2]};
    return {};
  }
}

class Reader {
public:
  Reader(const std::vector<uint32_t> &binary, std::string &why)
      : binary(binary), why(why) {}

  std::optional<EntryPoint> read(const std::string &name) {
    if (!index(name))
      return std::nullopt;
    if (!entryFunction) {
      why = "the module has no compute entry point named " + name;
      return std::nullopt;
    }
    if (!entry.localSize[0]) {
      why = "entry point " + name + " states no LocalSize";
      return std::nullopt;
    }
    std::set<uint32_t> visited;
    std::map<uint32_t, Binding> bindings;
    if (!visit(entryFunction, visited, bindings))
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

  /// Remembers where everything is defined. False if this is no SPIR-V.
  bool index(const std::string &name) {
    if (binary.size() < kHeaderWords || binary[0] != kMagic)
      return refuse("the module is not a SPIR-V binary");
    uint32_t function = 0;
    for (size_t at = kHeaderWords; at < binary.size();) {
      uint32_t length = binary[at] >> 16;
      if (length == 0 || length > binary.size() - at)
        return refuse("the SPIR-V binary ends within an instruction");
      indexInstruction({binary[at] & 0xffff, &binary[at] + 1, length - 1}, name,
                       function);
      at += length;
    }
    return true;
  }

  void indexInstruction(const Instruction &in, const std::string &name,
                        uint32_t &function) {
    switch (in.opcode) {
    case OpEntryPoint: {
      uint32_t next;
      if (in[0] == kComputeModel && readString(in, 2, next) == name)
        entryFunction = in[1];
      break;
    }
    case OpExecutionMode:
      if (in[0] == entryFunction && in[1] == kLocalSize)
        entry.localSize = {in[2], in[3], in[4]};
      break;
    case OpTypeInt:
    case OpTypeFloat:
    case OpTypeVector:
    case OpTypeImage:
    case OpTypeArray:
    case OpTypeRuntimeArray:
    case OpTypeStruct:
    case OpTypePointer:
      types.insert({in[0], in});
      break;
    case OpConstant:
      constants[in[1]] = in[2];
      break;
    case OpVariable:
      if (!function)
        variables.insert({in[1], in});
      break;
    case OpDecorate:
      decorations[{in[0], in[1]}] = in[2];
      break;
    case OpMemberDecorate:
      memberDecorations[{in[0], in[1], in[2]}] = in[3];
      break;
    case OpFunction:
      function = in[1];
      break;
    case OpFunctionEnd:
      function = 0;
      break;
    default:
      break;
    }
    if (function)
      for (uint32_t id : getReferences(in))
        references[function].insert(id);
  }

  /// Collects the bindings of everything that function `id` reaches.
  bool visit(uint32_t id, std::set<uint32_t> &visited,
             std::map<uint32_t, Binding> &bindings) {
    if (!visited.insert(id).second)
      return true;
    for (uint32_t used : references[id]) {
      if (references.count(used) && !visit(used, visited, bindings))
        return false;
      auto variable = variables.find(used);
      if (variable != variables.end() &&
          !addBinding(variable->second, bindings))
        return false;
    }
    return true;
  }

  bool addBinding(const Instruction &variable,
                  std::map<uint32_t, Binding> &bindings) {
    uint32_t storage = variable[2];
    if (storage == PushConstant)
      return refuse("push constants are not supported");
    if (storage != UniformConstant && storage != Uniform &&
        storage != StorageBuffer)
      return true;
    auto set = decorations.find({variable[1], DescriptorSet});
    auto number = decorations.find({variable[1], BindingNumber});
    if (set == decorations.end() || number == decorations.end())
      return refuse("a variable has no descriptor set or no binding");
    if (set->second != 0)
      return refuse("descriptor set " + std::to_string(set->second) +
                    " is not supported, only set 0");
    Binding binding;
    binding.number = number->second;
    const Instruction *pointer = getType(variable[0]);
    const Instruction *type = pointer ? getType((*pointer)[2]) : nullptr;
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
    const Instruction *texel = getType(type[1]);
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
    const Instruction *member = getType(type[last + 1]);
    if (!member)
      return refuse(what + " is a buffer of no known type");
    auto offset = memberDecorations.find({type[0], last, Offset});
    binding.numBytes = getNumBytes(*member) +
                       (offset == memberDecorations.end() ? 0 : offset->second);
    bool isArray =
        member->opcode == OpTypeArray || member->opcode == OpTypeRuntimeArray;
    binding.kind = isArray || last > 0 ? Binding::Buffer : Binding::Scalar;
    return true;
  }

  /// The least size of a value; a runtime array may be empty.
  uint64_t getNumBytes(const Instruction &type) {
    switch (type.opcode) {
    case OpTypeInt:
    case OpTypeFloat:
      return type[1] / 8;
    case OpTypeVector: {
      const Instruction *element = getType(type[1]);
      return element ? getNumBytes(*element) * type[2] : 0;
    }
    case OpTypeArray: {
      auto length = constants.find(type[2]);
      auto stride = decorations.find({type[0], ArrayStride});
      if (length == constants.end() || stride == decorations.end())
        return 0;
      return uint64_t(length->second) * stride->second;
    }
    default:
      return 0;
    }
  }

  const Instruction *getType(uint32_t id) {
    auto found = types.find(id);
    return found == types.end() ? nullptr : &found->second;
  }

  const std::vector<uint32_t> &binary;
  std::string &why;
  EntryPoint entry;
  uint32_t entryFunction = 0;
  std::map<uint32_t, Instruction> types, variables;
  std::map<uint32_t, uint32_t> constants;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> decorations;
  std::map<std::array<uint32_t, 3>, uint32_t> memberDecorations;
  std::map<uint32_t, std::set<uint32_t>> references; // by function
};

} // namespace

std::optional<EntryPoint>
layout::vulkan::readEntryPoint(const std::vector<uint32_t> &binary,
                               const std::string &name, std::string &why) {
  return Reader(binary, why).read(name);
}
