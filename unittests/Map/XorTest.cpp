//===- XorTest.cpp - Exclusive or, by enumeration -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Xor.h"
#include "TestSupport.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

AffineExpr xorDim(unsigned position) {
  return getAffineDimExpr(position, getContext());
}
AffineExpr xorNumber(int64_t value) {
  return getAffineConstantExpr(value, getContext());
}
AffineExpr expandXorOf(ArrayRef<AffineExpr> operands) {
  std::string why;
  AffineExpr expr = expandXor(operands, why);
  EXPECT_TRUE(expr) << why;
  return expr;
}

std::string xorRefusalOf(ArrayRef<AffineExpr> operands) {
  std::string why;
  EXPECT_FALSE(expandXor(operands, why));
  return why;
}

std::string writeXor(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printMap(os, AffineMap::get(2, 0, expr));
  return text;
}

/// Expressions of two indices: bounded ones first.
std::vector<AffineExpr> makeBounded() {
  AffineExpr i = xorDim(0), j = xorDim(1);
  return {i % 8,
          i % 2,
          i % 5,
          j % 4,
          (i % 16).floorDiv(2),
          i.floorDiv(4) % 4,
          i % 4 + j % 4,
          xorNumber(0),
          xorNumber(1),
          xorNumber(6),
          -(i % 4) + 3,
          i % 3 * 2};
}
std::vector<AffineExpr> makeOperands() {
  AffineExpr i = xorDim(0), j = xorDim(1);
  std::vector<AffineExpr> operands = makeBounded();
  for (AffineExpr expr :
       {j, i, j + 3, i * 8 + j, j.floorDiv(8), j * 2, j - 5, j * 4 - i, -j})
    operands.push_back(expr);
  return operands;
}

/// CuTe's definition.
int64_t swizzleAsCuTe(int64_t x, int64_t bits, int64_t base, int64_t shift) {
  int64_t mask = (int64_t(1) << bits) - 1;
  if (shift >= 0)
    return x ^ ((x & (mask << (base + shift))) >> shift);
  return x ^ ((x & (mask << base)) << -shift);
}

TEST(XorTest, IsTheXorOfTheValues) {
  for (AffineExpr a : makeOperands())
    for (AffineExpr b : makeBounded()) {
      AffineExpr expr = expandXorOf({a, b});
      for (const Index &index : allIndices({18, 19}))
        ASSERT_EQ(valueOf(expr, index), valueOf(a, index) ^ valueOf(b, index))
            << writeXor(expr) << " at " << index[0] << ", " << index[1];
    }
}

TEST(XorTest, WidestOperandComesFirst) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  EXPECT_EQ(expandXorOf({i % 8, j}), expandXorOf({j, i % 8}));
  EXPECT_EQ(expandXorOf({i % 2, j, xorNumber(5), i % 8, xorNumber(3)}),
            expandXorOf({j, expandXorOf({i % 8, i % 2}), xorNumber(6)}));
}

TEST(XorTest, IsTheXorOfSeveralValues) {
  for (AffineExpr a : makeOperands())
    for (AffineExpr b : makeBounded()) {
      AffineExpr c = xorDim(1).floorDiv(2) % 4;
      AffineExpr expr = expandXorOf({expandXorOf({a, b}), c});
      for (const Index &index : allIndices({17, 18}))
        ASSERT_EQ(valueOf(expr, index),
                  valueOf(a, index) ^ valueOf(b, index) ^ valueOf(c, index));
    }
}

TEST(XorTest, WhatIsRecognizedExpandsToTheSame) {
  unsigned numRecognized = 0, numExprs = 0;
  for (AffineExpr a : makeOperands())
    for (AffineExpr b : makeBounded()) {
      AffineExpr expr = expandXorOf({a, b});
      SmallVector<AffineExpr> operands = recognizeXor(expr);
      ++numExprs;
      if (operands.empty())
        continue;
      ++numRecognized;
      EXPECT_EQ(expandXorOf(operands), expr) << writeXor(expr);
    }
  // An xor with 0, and of an expression with itself, is none.
  EXPECT_GE(numRecognized * 10, numExprs * 7);
}

TEST(XorTest, OtherExpressionsAreNotRecognized) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  for (AffineExpr expr :
       {i, i + j, i % 2, (i + j) % 2, i % 2 + (j % 2) * 2,
        j.floorDiv(2) * 2 + (i + j) % 2, (i % 2 + j % 2) % 4, xorNumber(3),
        j.floorDiv(4) * 4 + (i % 4 + j) % 2 +
            ((j.floorDiv(2) + i.floorDiv(2)) % 2) * 2})
    EXPECT_TRUE(recognizeXor(expr).empty()) << writeXor(expr);
}

TEST(XorTest, SaysWhatItCannotExpand) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  EXPECT_THAT(xorRefusalOf({i, j}), testing::HasSubstr("bounded"));
  EXPECT_THAT(xorRefusalOf({i, j * 2, i % 8}), testing::HasSubstr("bounded"));
  EXPECT_THAT(xorRefusalOf({i, xorNumber(-1)}),
              testing::HasSubstr("one is -1"));
  EXPECT_EQ(xorRefusalOf({j, -(i % 8) + 6}),
            "an operand of xor must not be negative, but '-(d0 mod 8) + 6' may "
            "be -1");
  EXPECT_TRUE(expandXorOf({j, -(i % 8) + 7}));
  EXPECT_THAT(xorRefusalOf({j, i % INT64_MAX}), testing::HasSubstr("62 bits"));
  AffineExpr wide = expandXorOf({j, i % (int64_t(1) << 61)});
  EXPECT_EQ(valueOf(wide, {(int64_t(1) << 60) + 5, 3}),
            ((int64_t(1) << 60) + 5) ^ 3);
  AffineExpr nest = j;
  std::string why;
  for (unsigned n = 0; nest && n < 100; ++n)
    nest = expandXor({nest + 1, i % 2048}, why);
  EXPECT_FALSE(nest);
  EXPECT_THAT(why, testing::HasSubstr("20000"));
}

TEST(XorTest, SwizzlesAreThoseOfCuTe) {
  for (int64_t bits = 0; bits <= 3; ++bits)
    for (int64_t base = 0; base <= 3; ++base)
      for (int64_t shift = -4; shift <= 4; ++shift) {
        std::string why;
        AffineExpr expr = expandSwizzle(xorDim(0), bits, base, shift, why);
        ASSERT_EQ(static_cast<bool>(expr), std::abs(shift) >= bits) << why;
        for (int64_t x = 0; expr && x < 4096; x += 1 + x % 3)
          ASSERT_EQ(valueOf(expr, {x, 0}), swizzleAsCuTe(x, bits, base, shift))
              << bits << ", " << base << ", " << shift << " of " << x;
      }
}

TEST(XorTest, SwizzledShapesHaveExactExtentsAndInverses) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  for (int64_t bits = 1; bits <= 3; ++bits) {
    int64_t unit = int64_t(1) << bits;
    AffineMap map =
        AffineMap::get(2, 0, {i, expandXorOf({j, i % unit})}, getContext());
    for (const Index &shape : allIndices({9, 18})) {
      PhysicalLayout layout = derive(map, {shape[0], shape[1]});
      ASSERT_EQ(layout.getFault(), "");
      ASSERT_EQ(layout.getUnknown(), "");
      if (shape[0] == 0 || shape[1] == 0)
        continue;
      EXPECT_EQ(layout.getPhysicalShape()[1],
                (shape[1] + unit - 1) / unit * unit);
      ASSERT_TRUE(layout.getInverse());
      for (const Index &index : allIndices({shape[0], shape[1]})) {
        Index place = test::placeOf(map, index);
        EXPECT_EQ(place, Index({index[0], index[1] ^ (index[0] % unit)}));
        EXPECT_EQ(test::placeOf(layout.getInverse(), place), index);
      }
    }
  }
}

TEST(XorTest, XorIsUndoneByXor) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  AffineMap map =
      AffineMap::get(2, 0, {i, expandXorOf({j, i % 8})}, getContext());
  PhysicalLayout layout = derive(map, {6, 17});
  // Differences modulo 2 are sums: there is no minus.
  EXPECT_EQ(print(layout.getInverse()).find('-', 14), std::string::npos)
      << print(layout.getInverse());
  std::string why;
  AffineMap cute = AffineMap::get(2, 0, expandSwizzle(i * 64 + j, 3, 3, 3, why),
                                  getContext());
  PhysicalLayout flat = derive(cute, {5, 61});
  ASSERT_TRUE(flat.getInverse());
  for (const Index &index : allIndices({5, 61}))
    EXPECT_EQ(test::placeOf(flat.getInverse(), test::placeOf(cute, index)),
              index);
}

TEST(XorTest, XorOfAnIndexWithAnOffsetIsUndone) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  for (AffineExpr operand : {j + 1, j + 6, j + 29}) {
    AffineMap rows =
        AffineMap::get(2, 0, {i, expandXorOf({operand, i % 8})}, getContext());
    // One inverse for all numbers of rows.
    FailureOr<AffineMap> inverse = IndexMap(rows).inverse(box({dynamic, 17}));
    ASSERT_TRUE(succeeded(inverse));
    for (const Index &index : allIndices({19, 17}))
      EXPECT_EQ(test::placeOf(*inverse, test::placeOf(rows, index)), index);
    EXPECT_TRUE(IndexMap(rows).isInjective(box({dynamic, dynamic})).isYes());
  }
  // Of `i` only one bit is known: then rows share physical indices.
  AffineMap clash =
      AffineMap::get(2, 0, {i % 2, expandXorOf({j + 1, i % 8})}, getContext());
  EXPECT_TRUE(IndexMap(clash).isInjective(box({8, 17})).isNo());
}

TEST(XorTest, NegativeOperandsAreFaults) {
  AffineExpr i = xorDim(0), j = xorDim(1);
  AffineMap map =
      AffineMap::get(2, 0, {i, expandXorOf({j - 3, i % 8}) + 8}, getContext());
  EXPECT_THAT(derive(map, {8, 8}).getFault(),
              testing::HasSubstr("'d1 - 3' maps (0, 0) to (-3)"));
  AffineMap shifted =
      AffineMap::get(2, 0, {i, expandXorOf({j + 3, i % 8}) - 0}, getContext());
  EXPECT_EQ(derive(shifted, {8, 8}).getFault(), "");
}

TEST(XorTest, PrintsParenthesesWhereTheyMatter) {
  AffineExpr i = xorDim(0), j = xorDim(1), x = expandXorOf({j, i % 8});
  EXPECT_EQ(writeXor(x), "(d0, d1) -> (d1 xor (d0 mod 8))");
  EXPECT_EQ(writeXor(x * 2 + 1), "(d0, d1) -> ((d1 xor (d0 mod 8)) * 2 + 1)");
  EXPECT_EQ(writeXor(i + x * -4 - 3),
            "(d0, d1) -> (d0 - (d1 xor (d0 mod 8)) * 4 - 3)");
  EXPECT_EQ(writeXor(i + -x), "(d0, d1) -> (d0 - (d1 xor (d0 mod 8)))");
  EXPECT_EQ(writeXor(-x), "(d0, d1) -> (-(d1 xor (d0 mod 8)))");
  EXPECT_EQ(writeXor(x.ceilDiv(3) * 5),
            "(d0, d1) -> (((d1 xor (d0 mod 8)) ceildiv 3) * 5)");
  EXPECT_EQ(writeXor(i + (j + x)),
            "(d0, d1) -> (d0 + (d1 + (d1 xor (d0 mod 8))))");
  EXPECT_EQ(writeXor(i.floorDiv(2)), "(d0, d1) -> (d0 floordiv 2)");
}

} // namespace
