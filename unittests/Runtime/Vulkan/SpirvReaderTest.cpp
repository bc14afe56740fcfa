//===- SpirvReaderTest.cpp - Binaries, word by word -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpirvReader.h"
#include "gtest/gtest.h"

using namespace layout::vulkan;

namespace {

/// A module under construction: opcode, then operands.
struct Binary {
  std::vector<uint32_t> words = {0x07230203, 0x00010300, 0, 100, 0};

  Binary &add(uint32_t opcode, std::vector<uint32_t> operands) {
    words.push_back(uint32_t(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands.begin(), operands.end());
    return *this;
  }
};

constexpr uint32_t kernelName = 'k'; // "k" and three zeros
constexpr uint32_t pointerTo = 32, variable = 59, decorate = 71, load = 61;

/// The head of a module with kernel "k" as function 1 of 8x4x2 threads; types
/// float 10, int 11, 16 as constant 12, array of 16 floats 13 of stride 4,
/// structs of the array 14, of a float 15; sampled image 16, storage image 17
/// of Rgba32f in layers.
Binary makeModule() {
  Binary b;
  b.add(15, {5, 1, kernelName}).add(16, {1, 17, 8, 4, 2});
  b.add(decorate, {13, 6, 4}).add(72, {14, 0, 35, 0}).add(72, {15, 0, 35, 0});
  b.add(22, {10, 32}).add(21, {11, 32, 0}).add(43, {11, 12, 16});
  b.add(28, {13, 10, 12}).add(30, {14, 13}).add(30, {15, 10});
  b.add(25, {16, 11, 1, 0, 0, 0, 1, 0}).add(25, {17, 10, 1, 0, 1, 0, 2, 1});
  return b;
}

/// A variable of a type in a storage class, bound in a descriptor set.
void addVariable(Binary &b, uint32_t id, uint32_t type, uint32_t storage,
                 uint32_t binding, uint32_t set = 0) {
  b.add(decorate, {id, 34, set}).add(decorate, {id, 33, binding});
  b.add(pointerTo, {id + 100, storage, type});
  b.add(variable, {id + 100, id, storage});
}

/// A function that loads the variables and calls functions.
void addFunction(Binary &b, uint32_t id, std::vector<uint32_t> used,
                 std::vector<uint32_t> called = {}) {
  b.add(54, {2, id, 0, 3});
  for (uint32_t variable : used)
    b.add(load, {10, 50, variable});
  for (uint32_t callee : called)
    b.add(57, {2, 51, callee});
  b.add(56, {});
}

std::string whyNot(const Binary &binary, const std::string &name = "k") {
  std::string why;
  EXPECT_FALSE(readEntryPoint(binary.words, name, why).has_value());
  return why;
}

TEST(SpirvReaderTest, KindsAreThoseOfTheTypes) {
  Binary b = makeModule();
  addVariable(b, 20, 14, 12, 3); // storage buffer of an array
  addVariable(b, 21, 15, 12, 1); // storage buffer of a float
  addVariable(b, 22, 16, 0, 2);  // sampled image
  addVariable(b, 23, 17, 0, 0);  // storage image
  addVariable(b, 24, 14, 2, 4);  // uniform buffer of an array
  addFunction(b, 1, {20, 21, 22, 23, 24});
  std::string why;
  std::optional<EntryPoint> entry = readEntryPoint(b.words, "k", why);
  ASSERT_TRUE(entry) << why;
  EXPECT_EQ(entry->localSize, (std::array<uint32_t, 3>{8, 4, 2}));
  ASSERT_EQ(entry->bindings.size(), 5u);
  const std::vector<Binding> &bindings = entry->bindings;
  for (uint32_t i = 0; i < 5; ++i)
    EXPECT_EQ(bindings[i].number, i);
  EXPECT_EQ(bindings[0].kind, Binding::StorageImage);
  EXPECT_TRUE(bindings[0].isArrayed);
  EXPECT_EQ(bindings[0].format, 1u);
  EXPECT_EQ(bindings[0].numeric, Numeric::Float);
  EXPECT_EQ(bindings[1].kind, Binding::Scalar);
  EXPECT_EQ(bindings[1].numBytes, 4u);
  EXPECT_EQ(bindings[2].kind, Binding::SampledImage);
  EXPECT_FALSE(bindings[2].isArrayed);
  EXPECT_EQ(bindings[2].numeric, Numeric::Unsigned);
  EXPECT_EQ(bindings[3].kind, Binding::Buffer);
  EXPECT_EQ(bindings[3].numBytes, 64u);
  EXPECT_FALSE(bindings[3].isUniform);
  EXPECT_TRUE(bindings[4].isUniform);
}

TEST(SpirvReaderTest, OnlyWhatTheEntryPointReaches) {
  Binary b = makeModule();
  addVariable(b, 20, 14, 12, 0);
  addVariable(b, 21, 15, 12, 0); // the same number, for another variable
  addVariable(b, 22, 14, 12, 1);
  addFunction(b, 1, {20}, {5});
  addFunction(b, 5, {22}, {5}); // recursion does not hang
  addFunction(b, 6, {21});
  std::string why;
  std::optional<EntryPoint> entry = readEntryPoint(b.words, "k", why);
  ASSERT_TRUE(entry) << why;
  ASSERT_EQ(entry->bindings.size(), 2u);
  EXPECT_EQ(entry->bindings[0].kind, Binding::Buffer);
}

TEST(SpirvReaderTest, Refusals) {
  EXPECT_EQ(whyNot(Binary{{1, 2, 3}}), "the module is not a SPIR-V binary");
  EXPECT_EQ(whyNot(Binary{{}}), "the module is not a SPIR-V binary");

  Binary b = makeModule();
  addFunction(b, 1, {});
  EXPECT_EQ(whyNot(b, "other"),
            "the module has no compute entry point named other");
  Binary cut = b;
  cut.words.back() = 9u << 16 | 56;
  EXPECT_EQ(whyNot(cut), "the SPIR-V binary ends within an instruction");
  cut.words.back() = 56; // no length at all
  EXPECT_EQ(whyNot(cut), "the SPIR-V binary ends within an instruction");
}

TEST(SpirvReaderTest, RefusalsOfBindings) {
  auto refusal = [](uint32_t type, uint32_t storage, uint32_t set) {
    Binary b = makeModule();
    addVariable(b, 20, type, storage, 7, set);
    addFunction(b, 1, {20});
    return whyNot(b);
  };
  EXPECT_EQ(refusal(14, 12, 1),
            "descriptor set 1 is not supported, only set 0");
  EXPECT_EQ(refusal(14, 9, 0), "push constants are not supported");
  EXPECT_EQ(refusal(10, 0, 0), "binding 7 is neither a buffer nor an image");
  EXPECT_EQ(refusal(10, 12, 0), "binding 7 is a buffer of no known type");

  Binary twice = makeModule();
  addVariable(twice, 20, 14, 12, 7);
  addVariable(twice, 21, 14, 12, 7);
  addFunction(twice, 1, {20, 21});
  EXPECT_EQ(whyNot(twice), "binding 7 is declared twice");

  Binary unbound = makeModule();
  unbound.add(pointerTo, {120, 12, 14}).add(variable, {120, 20, 12});
  addFunction(unbound, 1, {20});
  EXPECT_EQ(whyNot(unbound), "a variable has no descriptor set or no binding");
}

TEST(SpirvReaderTest, RefusalsOfImages) {
  auto refusal = [](uint32_t dimensions, uint32_t samples, uint32_t sampled) {
    Binary b = makeModule();
    b.add(25, {18, 10, dimensions, 0, 0, samples, sampled, 1});
    addVariable(b, 20, 18, 0, 7);
    addFunction(b, 1, {20});
    return whyNot(b);
  };
  EXPECT_EQ(refusal(2, 0, 2),
            "binding 7 is not a two-dimensional image of single samples");
  EXPECT_EQ(refusal(1, 1, 2),
            "binding 7 is not a two-dimensional image of single samples");
  EXPECT_EQ(refusal(1, 0, 0), "binding 7 does not say whether it is sampled");

  Binary unknown = makeModule(); // nothing has the number 99
  unknown.add(25, {18, 99, 1, 0, 0, 0, 2, 1});
  addVariable(unknown, 20, 18, 0, 7);
  addFunction(unknown, 1, {20});
  EXPECT_EQ(whyNot(unknown), "binding 7 has texels of no known type");
}

TEST(SpirvReaderTest, ThreadsMustBeStated) {
  Binary b;
  b.add(15, {5, 1, kernelName});
  addFunction(b, 1, {});
  EXPECT_EQ(whyNot(b), "entry point k states no LocalSize");
}

TEST(SpirvReaderTest, ScalarsAreNumbersAtTheStart) {
  // So many bytes of the host's number are read: no more than it has.
  Binary far = makeModule();
  far.add(72, {15, 0, 35, 1u << 31});
  addVariable(far, 20, 15, 12, 7);
  addFunction(far, 1, {20});
  EXPECT_EQ(whyNot(far), "binding 7 is a block of one member, which is no "
                         "number of 1 to 32 bytes at its front");

  Binary endless = makeModule(); // a vector of itself
  endless.add(23, {40, 40, 4}).add(30, {41, 40});
  addVariable(endless, 20, 41, 12, 7);
  addFunction(endless, 1, {20});
  EXPECT_EQ(whyNot(endless), "binding 7 is a block of one member, which is no "
                             "number of 1 to 32 bytes at its front");
}

TEST(SpirvReaderTest, AnyWordMayBeWrong) {
  Binary b = makeModule();
  addVariable(b, 20, 14, 12, 0);
  addVariable(b, 21, 15, 12, 1);
  addVariable(b, 22, 17, 0, 2);
  addFunction(b, 1, {20, 21, 22}, {1});
  for (size_t at = 0; at < b.words.size(); ++at)
    for (uint32_t value : {0u, 1u, 13u, 40u, 0x10036u, 0xffffffffu}) {
      Binary changed = b;
      changed.words[at] = value;
      std::string why;
      if (!readEntryPoint(changed.words, "k", why))
        EXPECT_FALSE(why.empty());
    }
}

TEST(SpirvReaderTest, EveryPrefixIsReadOrRefused) {
  Binary b = makeModule();
  addVariable(b, 20, 14, 12, 0);
  addFunction(b, 1, {20});
  for (size_t size = 0; size < b.words.size(); ++size) {
    Binary prefix{{b.words.begin(), b.words.begin() + size}};
    std::string why;
    if (!readEntryPoint(prefix.words, "k", why))
      EXPECT_FALSE(why.empty());
  }
}

} // namespace
