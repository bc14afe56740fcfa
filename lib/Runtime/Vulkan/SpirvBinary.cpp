//===- SpirvBinary.cpp - A SPIR-V binary, by its ids ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpirvBinary.h"

#include <algorithm>

using namespace layout::vulkan;
using namespace layout::vulkan::spirv;

static constexpr uint32_t kMagic = 0x07230203, kHeaderWords = 5;
static constexpr uint32_t kComputeModel = 5, kLocalSize = 17;

/// A literal string.
static std::string readString(const Instruction &in, uint32_t first) {
  std::string text;
  for (uint32_t next = first; next < in.count; ++next)
    for (int byte = 0; byte < 4; ++byte) {
      char c = static_cast<char>(in.words[next] >> (8 * byte));
      if (c == '\0')
        return text;
      text += c;
    }
  return text;
}

/// The ids in `in` that may be the pointer of a variable, or a callee.
static std::vector<uint32_t> getReferences(const Instruction &in) {
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

std::optional<SpirvBinary>
SpirvBinary::parse(const std::vector<uint32_t> &words, std::string &why) {
  if (words.size() < kHeaderWords || words[0] != kMagic) {
    why = "the module is not a SPIR-V binary";
    return std::nullopt;
  }
  SpirvBinary binary;
  uint32_t function = 0;
  for (size_t at = kHeaderWords; at < words.size();) {
    uint32_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) {
      why = "the SPIR-V binary ends within an instruction";
      return std::nullopt;
    }
    binary.add({words[at] & 0xffff, words.data() + at + 1, length - 1},
               function);
    at += length;
  }
  return binary;
}

/// `function` is the one that this instruction is in; 0 if it is in none.
void SpirvBinary::add(const Instruction &in, uint32_t &function) {
  switch (in.opcode) {
  case OpEntryPoint:
    if (in[0] == kComputeModel)
      entryPoints.insert({readString(in, 2), in[1]});
    break;
  case OpExecutionMode:
    if (in[1] == kLocalSize)
      functions[in[0]].localSize = {in[2], in[3], in[4]};
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
  if (!function)
    return;
  std::set<uint32_t> &references = functions[function].references;
  for (uint32_t id : getReferences(in))
    references.insert(id);
}

template <typename Map>
static auto *find(Map &map, const typename Map::key_type &key) {
  auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}
template <typename Map>
static std::optional<uint32_t> findNumber(const Map &map,
                                          const typename Map::key_type &key) {
  const uint32_t *found = find(map, key);
  return found ? std::optional(*found) : std::nullopt;
}

uint32_t SpirvBinary::getEntryPoint(const std::string &name) const {
  return findNumber(entryPoints, name).value_or(0);
}
const SpirvBinary::Function *SpirvBinary::getFunction(uint32_t id) const {
  return find(functions, id);
}
const Instruction *SpirvBinary::getType(uint32_t id) const {
  return find(types, id);
}
const Instruction *SpirvBinary::getVariable(uint32_t id) const {
  return find(variables, id);
}
std::optional<uint32_t> SpirvBinary::getConstant(uint32_t id) const {
  return findNumber(constants, id);
}
std::optional<uint32_t> SpirvBinary::getDecoration(uint32_t id,
                                                   uint32_t decoration) const {
  return findNumber(decorations, {id, decoration});
}
std::optional<uint32_t>
SpirvBinary::getMemberDecoration(uint32_t id, uint32_t member,
                                 uint32_t decoration) const {
  return findNumber(memberDecorations, {id, member, decoration});
}
