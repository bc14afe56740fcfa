//===- ElementTest.cpp ----------------------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Element.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::APInt;

namespace {

class ElementTest : public ::testing::Test {
protected:
  ElementFormat get(const std::string &type) {
    std::optional<ElementFormat> format =
        ElementFormat::get(parseType(type, &context));
    EXPECT_TRUE(format) << type;
    return *format;
  }
  APInt parse(const std::string &type, const std::string &text) {
    std::optional<APInt> value = get(type).parse(text);
    EXPECT_TRUE(value) << text << " : " << type;
    return value.value_or(APInt(get(type).getNumBits(), 0));
  }

  MLIRContext context;
};

TEST_F(ElementTest, BytesInMemory) {
  EXPECT_EQ(get("i1").getNumBytes(), 1u);
  EXPECT_EQ(get("i7").getNumBytes(), 1u);
  EXPECT_EQ(get("i24").getNumBytes(), 4u);
  EXPECT_EQ(get("i64").getNumBytes(), 8u);
  EXPECT_EQ(get("i65").getNumBytes(), 16u);
  EXPECT_EQ(get("i128").getNumBytes(), 16u);
  EXPECT_EQ(get("i129").getNumBytes(), 32u);
  EXPECT_EQ(get("index").getNumBytes(), 8u);
  EXPECT_EQ(get("bf16").getNumBytes(), 2u);
  EXPECT_EQ(get("f80").getNumBytes(), 16u);
  EXPECT_EQ(get("complex<f32>").getNumBytes(), 8u);
  EXPECT_EQ(get("vector<4xf32>").getNumBytes(), 16u);
  EXPECT_EQ(get("vector<3xf32>").getNumBytes(), 16u);
  EXPECT_FALSE(ElementFormat::get(parseType("vector<8xi1>", &context)));
  EXPECT_FALSE(ElementFormat::get(parseType("vector<2x2xf32>", &context)));
  EXPECT_FALSE(ElementFormat::get(parseType("none", &context)));
}

TEST_F(ElementTest, StoresWhatItLoads) {
  std::mt19937_64 random(1);
  for (const char *type :
       {"i1", "i7", "i8", "i24", "i64", "i65", "i128", "i129", "index", "f16",
        "bf16", "f32", "f64", "f80", "complex<f64>", "vector<4xi16>",
        "vector<3xf32>", "f8E4M3FN"}) {
    ElementFormat format = get(type);
    for (DataSet set :
         {DataSet::Integers, DataSet::Specials, DataSet::Fractions})
      for (int n = 0; n < 50; ++n) {
        APInt value = format.getRandom(set, random);
        char memory[32] = {};
        format.store(value, memory);
        EXPECT_EQ(format.load(memory), value) << type;
      }
  }
}

// Who takes them for their lowest 64 bits, or for those with a sign, gets
// others.
TEST_F(ElementTest, SpecialIntegersUseAllBits) {
  std::mt19937_64 random(1);
  for (const char *type : {"i65", "i128", "i129"}) {
    ElementFormat format = get(type);
    unsigned width = format.getNumBits(), numWide = 0;
    for (int n = 0; n < 200; ++n) {
      APInt value = format.getRandom(DataSet::Specials, random);
      bool isEnd = value.isMinSignedValue() || value.isMaxSignedValue();
      numWide += !isEnd && value.trunc(64).sext(width) != value;
    }
    EXPECT_GE(numWide, 20u) << type;
  }
}

TEST_F(ElementTest, UnusedBitsAreZero) {
  char memory = 0x55;
  get("i7").store(APInt::getAllOnes(7), &memory);
  EXPECT_EQ(memory, 0x7F);
}

TEST_F(ElementTest, NaNEqualsNaNAndZeroIsNotMinusZero) {
  ElementFormat f32 = get("f32");
  EXPECT_TRUE(f32.areSame(APInt(32, 0x7FC00000), APInt(32, 0xFFC00001)));
  EXPECT_FALSE(f32.areSame(APInt(32, 0x7FC00000), APInt(32, 0x7F800000)));
  EXPECT_FALSE(f32.areSame(parse("f32", "0.0"), parse("f32", "-0.0")));
  // Component by component: a NaN in one does not excuse the other.
  ElementFormat complex = get("complex<f32>");
  EXPECT_TRUE(complex.areSame(APInt(64, 0x3F8000007FC00000),
                              APInt(64, 0x3F800000FFC00000)));
  EXPECT_FALSE(complex.areSame(APInt(64, 0x3F8000007FC00000),
                               APInt(64, 0x4F8000007FC00000)));
  // Integers have no NaN.
  EXPECT_FALSE(
      get("i32").areSame(APInt(32, 0x7FC00000), APInt(32, 0xFFC00001)));
}

TEST_F(ElementTest, ToleranceIsRelativeAndOfFiniteFloatsOnly) {
  ElementFormat f32 = get("f32");
  APInt a = parse("f32", "1000"), b = parse("f32", "1000.5");
  EXPECT_FALSE(f32.areSame(a, b));
  EXPECT_TRUE(f32.areSame(a, b, 1e-3));
  EXPECT_FALSE(f32.areSame(a, b, 1e-4));
  EXPECT_FALSE(f32.areSame(parse("f32", "inf"), parse("f32", "3e38"), 1));
  EXPECT_FALSE(get("i32").areSame(APInt(32, 1000), APInt(32, 1001), 1));
}

TEST_F(ElementTest, ParsesAndPrints) {
  EXPECT_EQ(get("i8").print(parse("i8", "-128")), "-128");
  EXPECT_EQ(get("i8").print(parse("i8", "255")), "-1");
  EXPECT_EQ(get("i1").print(parse("i1", "true")), "1");
  EXPECT_EQ(get("index").print(parse("index", "-7")), "-7");
  EXPECT_EQ(get("f32").print(parse("f32", "1.5")), "1.5");
  EXPECT_EQ(get("f64").print(parse("f64", "-inf")), "-Inf");
  EXPECT_EQ(get("bf16").print(parse("bf16", "nan")), "NaN");
  for (auto [type, text] : {std::pair("i8", "256"),
                            {"i8", "-129"},
                            {"i8", ""},
                            {"i8", "-"},
                            {"i8", "1.0"},
                            {"i8", "true"},
                            {"f32", "one"},
                            {"index", "0x10"},
                            {"i64", "99999999999999999999"},
                            {"complex<f32>", "1"}})
    EXPECT_FALSE(get(type).parse(text)) << text << " : " << type;
}

TEST_F(ElementTest, NumbersAndConstants) {
  EXPECT_EQ(get("i8").getNumber(300), APInt(8, 44));
  EXPECT_EQ(get("f32").getNumber(-3), parse("f32", "-3"));
  EXPECT_EQ(get("bf16").getNumber(257), parse("bf16", "256"));
  EXPECT_EQ(get("f64").getConstant(parseAttribute("-0.0 : f64", &context)),
            parse("f64", "-0.0"));
  EXPECT_EQ(get("vector<2xi16>")
                .getConstant(
                    parseAttribute("dense<[1, 2]> : vector<2xi16>", &context)),
            APInt(32, 0x00020001));
  EXPECT_EQ(
      get("vector<2xi16>")
          .getConstant(parseAttribute("dense<3> : vector<2xi16>", &context)),
      APInt(32, 0x00030003));
}

TEST_F(ElementTest, PoisonDiffersInEveryType) {
  EXPECT_EQ(get("i32").getPoison(0x7B), APInt(32, 0x7B7B7B7B));
  EXPECT_NE(get("i1").getPoison(0x7B), get("i1").getPoison(0xFA));
  EXPECT_NE(get("i1").getPoison(0xFF), get("i1").getPoison(0x7A));
  EXPECT_TRUE(
      llvm::APFloat(llvm::APFloat::IEEEsingle(), get("f32").getPoison(0xFF))
          .isNaN());
}

TEST_F(ElementTest, SmallIntegersAreExact) {
  std::mt19937_64 random(3);
  for (const char *type : {"f16", "bf16", "f32", "f64"}) {
    ElementFormat format = get(type);
    const auto &semantics =
        cast<FloatType>(format.getType()).getFloatSemantics();
    for (int n = 0; n < 100; ++n) {
      llvm::APFloat value(semantics,
                          format.getRandom(DataSet::Integers, random));
      EXPECT_TRUE(value.isInteger() && !value.isNegZero());
    }
  }
}

} // namespace
