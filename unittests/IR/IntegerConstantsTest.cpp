//===- IntegerConstantsTest.cpp - Constants of every width ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::APInt;

namespace {

class IntegerConstantsTest : public ::testing::Test {
protected:
  IntegerConstantsTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect>();
    module = ModuleOp::create(builder, builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }

  /// Of a constant with the digits of `number`, as an attribute and as a value.
  std::optional<int64_t> read(unsigned width, StringRef number) {
    bool isNegative = number.consume_front("-");
    APInt bits(256, number, 10);
    bits = (isNegative ? -bits : bits).trunc(width);
    IntegerAttr attr =
        builder.getIntegerAttr(builder.getIntegerType(width), bits);
    Value value = arith::ConstantOp::create(builder, module->getLoc(), attr);
    auto splat = DenseElementsAttr::get(VectorType::get({4}, attr.getType()),
                                        attr.getValue());
    Value vector = arith::ConstantOp::create(builder, module->getLoc(), splat);
    std::optional<int64_t> known = getConstantNumber(Attribute(attr));
    EXPECT_EQ(known, getConstantNumber(value));
    EXPECT_EQ(known, getConstantNumber(vector));
    return known;
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};

TEST_F(IntegerConstantsTest, FitsAreRead) {
  for (unsigned width : {4, 8, 33, 64, 65, 128, 129}) {
    EXPECT_EQ(read(width, "0"), 0);
    EXPECT_EQ(read(width, "7"), 7);
    EXPECT_EQ(read(width, "-8"), -8);
  }
  for (unsigned width : {64, 65, 128, 129}) {
    EXPECT_EQ(read(width, "9223372036854775807"), INT64_MAX);
    EXPECT_EQ(read(width, "-9223372036854775808"), INT64_MIN);
  }
}

TEST_F(IntegerConstantsTest, WiderOnesAreNot) {
  for (unsigned width : {66, 128, 129})
    for (const char *number :
         {"9223372036854775808", "-9223372036854775809", "18446744073709551616",
          "18446744073709551617", "-18446744073709551615"})
      EXPECT_EQ(read(width, number), std::nullopt) << width << " " << number;
  EXPECT_EQ(read(65, "18446744073709551615"), std::nullopt);
  EXPECT_EQ(read(65, "-18446744073709551616"), std::nullopt);
}

TEST_F(IntegerConstantsTest, BitsHaveASign) {
  EXPECT_EQ(read(1, "1"), -1);
  EXPECT_EQ(read(1, "0"), 0);
  EXPECT_EQ(read(8, "255"), -1);
  EXPECT_EQ(read(64, "18446744073709551615"), -1);
  EXPECT_EQ(read(65, "36893488147419103231"), -1);
}

TEST_F(IntegerConstantsTest, OthersAreNoConstants) {
  Value number = arith::ConstantIndexOp::create(builder, module->getLoc(), -5);
  EXPECT_EQ(getConstantNumber(number), -5);
  Value sum = arith::AddIOp::create(builder, module->getLoc(), number, number);
  EXPECT_EQ(getConstantNumber(sum), std::nullopt);
  EXPECT_EQ(getConstantNumber(Attribute(builder.getF32FloatAttr(1))),
            std::nullopt);
  auto values = builder.getI32VectorAttr({1, 2});
  Value vector = arith::ConstantOp::create(builder, module->getLoc(), values);
  EXPECT_EQ(getConstantNumber(vector), std::nullopt);
}

TEST_F(IntegerConstantsTest, WrittenNumbersAreReadAgain) {
  for (unsigned width : {8, 64, 65, 128, 129}) {
    Type type = builder.getIntegerType(width);
    for (int64_t number : {-128, -1, 0, 1, 127})
      EXPECT_EQ(getConstantNumber(Attribute(getNumberAttr(type, number))),
                number);
    EXPECT_TRUE(getNumberAttr(type, -1).getValue().isAllOnes());
  }
  EXPECT_EQ(getNumberAttr(builder.getI1Type(), 1), builder.getBoolAttr(true));
  EXPECT_EQ(getNumberAttr(builder.getI1Type(), -1), builder.getBoolAttr(true));
  EXPECT_EQ(getNumberAttr(builder.getIndexType(), -3),
            builder.getIndexAttr(-3));
}

} // namespace
