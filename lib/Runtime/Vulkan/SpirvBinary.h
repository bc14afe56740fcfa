//===- SpirvBinary.h - A SPIR-V binary, by its ids --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_SPIRVBINARY_H
#define LAYOUT_RUNTIME_VULKAN_SPIRVBINARY_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace layout::vulkan {

namespace spirv {
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
constexpr uint32_t kDim2D = 1;
} // namespace spirv

/// An instruction: its opcode, then its words; word 0 is the first operand.
struct Instruction {
  uint32_t opcode;
  const uint32_t *words;
  uint32_t count;

  /// 0 after the last word.
  uint32_t operator[](uint32_t i) const { return i < count ? words[i] : 0; }
};

/// Where everything is defined in a SPIR-V binary, as far as descriptors need
/// to know. Points into the words that it is made of.
///
/// Any words are read or refused; that they mean something is not checked.
class SpirvBinary {
public:
  /// None, with the reason in `why`, if this is no SPIR-V.
  static std::optional<SpirvBinary> parse(const std::vector<uint32_t> &words,
                                          std::string &why);

  struct Function {
    std::array<uint32_t, 3> localSize = {0, 0, 0};
    /// Variables of the module and functions that its code names.
    std::set<uint32_t> references;
  };
  /// The function of the compute entry point of this name; 0 if there is none.
  uint32_t getEntryPoint(const std::string &name) const;
  /// Null if `id` is none.
  const Function *getFunction(uint32_t id) const;
  const Instruction *getType(uint32_t id) const;
  const Instruction *getVariable(uint32_t id) const;
  std::optional<uint32_t> getConstant(uint32_t id) const;
  std::optional<uint32_t> getDecoration(uint32_t id, uint32_t decoration) const;
  std::optional<uint32_t> getMemberDecoration(uint32_t id, uint32_t member,
                                              uint32_t decoration) const;

private:
  void add(const Instruction &in, uint32_t &function);

  std::map<std::string, uint32_t> entryPoints;
  std::map<uint32_t, Function> functions;
  std::map<uint32_t, Instruction> types, variables;
  std::map<uint32_t, uint32_t> constants;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> decorations;
  std::map<std::array<uint32_t, 3>, uint32_t> memberDecorations;
};

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_SPIRVBINARY_H
