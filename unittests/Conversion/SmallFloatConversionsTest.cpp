//===- SmallFloatConversionsTest.cpp - Conversions of small floats --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize/SmallFloatConversions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;
using llvm::APInt;

namespace {

/// Runs the operations of a conversion by folding each, number by number, and
/// compares with the conversion of `APFloat`.
class SmallFloatTest : public ::testing::TestWithParam<const char *> {
protected:
  SmallFloatTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect>();
  }

  FloatType small() { return cast<FloatType>(parseType(GetParam(), &context)); }
  FloatType type(StringRef text) {
    return cast<FloatType>(parseType(text, &context));
  }

  /// Builds what `build` makes of an argument of type `from`.
  void build(FloatType from,
             function_ref<Value(ImplicitLocOpBuilder &, Value)> build) {
    block = std::make_unique<Block>();
    Value argument = block->addArgument(from, builder.getUnknownLoc());
    ImplicitLocOpBuilder ops(builder.getUnknownLoc(), &context);
    ops.setInsertionPointToStart(block.get());
    result = build(ops, argument);
  }

  Attribute fold(Operation &op, const DenseMap<Value, Attribute> &values) {
    SmallVector<Attribute> operands;
    for (Value operand : op.getOperands())
      operands.push_back(values.lookup(operand));
    if (isa<arith::SelectOp>(op))
      return cast<IntegerAttr>(operands[0]).getValue().isZero() ? operands[2]
                                                                : operands[1];
    // These fold where they are exact only.
    if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
      auto to = cast<FloatType>(op.getResult(0).getType());
      return FloatAttr::get(
          to, convert(cast<FloatAttr>(operands[0]).getValue(), to));
    }
    SmallVector<OpFoldResult> results;
    if (failed(op.fold(operands, results)) || results.size() != 1)
      return {};
    if (auto attribute = dyn_cast<Attribute>(results[0]))
      return attribute;
    return values.lookup(cast<Value>(results[0]));
  }

  APFloat run(const APFloat &number) {
    DenseMap<Value, Attribute> values;
    Value argument = block->getArgument(0);
    values[argument] = FloatAttr::get(argument.getType(), number);
    for (Operation &op : *block) {
      Attribute value = fold(op, values);
      if (!value) {
        ADD_FAILURE() << "does not fold: " << op.getName().getStringRef().str();
        return number;
      }
      values[op.getResult(0)] = value;
    }
    return cast<FloatAttr>(values.lookup(result)).getValue();
  }

  static APFloat convert(APFloat number, FloatType to) {
    bool losesInfo;
    number.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return number;
  }

  static uint64_t getBits(const APFloat &number) {
    return number.bitcastToAPInt().getZExtValue();
  }

  void expectAsAPFloat(const APFloat &number, FloatType to) {
    // APFloat makes of a negative number what has no meaning.
    bool dropsSign = isScale(to) && number.isNegative();
    APFloat expected = convert(dropsSign ? -number : number, to);
    APFloat actual = run(number);
    if (expected.isNaN() && actual.isNaN())
      return;
    EXPECT_EQ(getBits(actual), getBits(expected))
        << GetParam() << ", from the bits " << getBits(number);
  }

  /// All numbers of the small type.
  SmallVector<APFloat> getAll() {
    SmallVector<APFloat> all;
    for (uint64_t bits = 0; bits < (1u << small().getWidth()); ++bits)
      all.emplace_back(small().getFloatSemantics(),
                       APInt(small().getWidth(), bits));
    return all;
  }

  /// Numbers of `from` that are hard to round: those of the small type, what is
  /// halfway between two, and what is beside these; and random ones.
  SmallVector<APFloat> getHardOnes(FloatType from) {
    const llvm::fltSemantics &semantics = from.getFloatSemantics();
    SmallVector<APFloat> hard;
    auto add = [&](APFloat number) {
      hard.push_back(number);
      for (bool down : {false, true}) {
        APFloat beside = number;
        beside.next(down);
        hard.push_back(beside);
      }
    };
    SmallVector<APFloat> exact;
    for (const APFloat &number : getAll())
      if (APFloat wide = convert(number, from); wide.isFinite())
        exact.push_back(wide);
    llvm::sort(exact, [](const APFloat &a, const APFloat &b) {
      return a.compare(b) == APFloat::cmpLessThan;
    });
    APFloat half(semantics, "0.5");
    for (size_t i = 0; i < exact.size(); ++i) {
      add(exact[i]);
      if (i != 0)
        add(exact[i - 1] * half + exact[i] * half);
    }
    // Halfway to what would come after the largest one.
    APFloat last = exact.back();
    APFloat beyond = last + (last - exact[exact.size() - 2]) * half;
    add(beyond);
    add(-beyond);
    for (bool negative : {false, true}) {
      hard.push_back(APFloat::getInf(semantics, negative));
      hard.push_back(APFloat::getNaN(semantics, negative));
      add(APFloat::getZero(semantics, negative));
      add(APFloat::getLargest(semantics, negative));
      add(APFloat::getSmallestNormalized(semantics, negative));
    }
    std::mt19937_64 random(7);
    for (int i = 0; i < 3000; ++i)
      hard.emplace_back(semantics, APInt(from.getWidth(),
                                         random() >> (64 - from.getWidth())));
    return hard;
  }

  MLIRContext context;
  Builder builder;
  std::unique_ptr<Block> block;
  Value result;
};

TEST_P(SmallFloatTest, ExtendsAllNumbers) {
  ASSERT_TRUE(isExtendable(small()));
  for (StringRef name : {"f32", "f64", "bf16", "f16"}) {
    FloatType to = type(name);
    build(small(), [&](ImplicitLocOpBuilder &ops, Value number) {
      return buildExtension(ops, number, to);
    });
    for (const APFloat &number : getAll())
      expectAsAPFloat(number, to);
  }
}

TEST_P(SmallFloatTest, TruncatesHardNumbers) {
  ASSERT_TRUE(isTruncatable(small()));
  // Of those that have neither, APFloat makes zeros.
  bool hasNaN = APFloat::semanticsHasNaN(small().getFloatSemantics());
  for (StringRef name : {"f32", "f64", "bf16", "f16"}) {
    build(type(name), [&](ImplicitLocOpBuilder &ops, Value number) {
      return buildTruncation(ops, number, small());
    });
    for (const APFloat &number : getHardOnes(type(name)))
      if (hasNaN || number.isFinite())
        expectAsAPFloat(number, small());
  }
}

TEST_P(SmallFloatTest, TruncatesWhatItExtends) {
  ASSERT_TRUE(isTruncatable(small()));
  build(small(), [&](ImplicitLocOpBuilder &ops, Value number) {
    Value wide = buildExtension(ops, number, ops.getF32Type());
    return buildTruncation(ops, wide, small());
  });
  for (const APFloat &number : getAll()) {
    APFloat actual = run(number);
    EXPECT_TRUE(number.isNaN() ? actual.isNaN() : number.bitwiseIsEqual(actual))
        << GetParam() << ", " << getBits(number);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, SmallFloatTest,
                         ::testing::Values("f8E4M3FN", "f8E5M2", "f8E4M3FNUZ",
                                           "f8E5M2FNUZ", "f8E4M3", "f8E3M4",
                                           "f8E4M3B11FNUZ", "f8E8M0FNU",
                                           "f6E3M2FN", "f6E2M3FN", "f4E2M1FN"));

} // namespace
