//===- SmallFloat.cpp - Encoding small floats -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;
using llvm::APInt;

bool layout::isSmallFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() <= 8;
}

/// More than the largest value of each such type, and still exact in `f32`.
static constexpr int64_t kHuge = int64_t(1) << 20;

static uint64_t getBits(FloatType type, int64_t number) {
  APFloat value(type.getFloatSemantics());
  value.convertFromAPInt(APInt(64, number, /*isSigned=*/true),
                         /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  return value.bitcastToAPInt().getZExtValue();
}

/// The bits of a magnitude of at least 1. Such a number is normal in every
/// type, so that its bits are those of the `f32` with a shorter fraction and
/// another bias; a carry out of the fraction goes where it should.
static Value buildMagnitude(ImplicitLocOpBuilder &builder, Value magnitude,
                            FloatType type) {
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, i32, value);
  };
  Value single =
      arith::SIToFPOp::create(builder, builder.getF32Type(), magnitude);
  Value bits = arith::BitcastOp::create(builder, i32, single);
  unsigned fraction = APFloat::semanticsPrecision(type.getFloatSemantics()) - 1;
  unsigned numDropped = 23 - fraction;
  Value dropped = constant(numDropped);
  // To the nearest: half a unit more, a bit less where the last digit is even.
  Value last = arith::AndIOp::create(
      builder, arith::ShRUIOp::create(builder, bits, dropped), constant(1));
  Value half = constant((int64_t(1) << (numDropped - 1)) - 1);
  Value above = arith::AddIOp::create(
      builder, arith::AddIOp::create(builder, bits, half), last);
  int64_t bias = (int64_t(127) << fraction) - int64_t(getBits(type, 1));
  return arith::SubIOp::create(
      builder, arith::ShRUIOp::create(builder, above, dropped), constant(bias));
}

Value layout::buildSmallFloat(ImplicitLocOpBuilder &builder, Value number,
                              FloatType type) {
  Type i32 = builder.getI32Type();
  auto constant = [&](Type integer, int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, integer, value);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, int64_t b) {
    return arith::CmpIOp::create(builder, predicate, a,
                                 constant(a.getType(), b));
  };
  auto choose = [&](Value condition, Value a, Value b) -> Value {
    return arith::SelectOp::create(builder, condition, a, b);
  };
  Type i64 = builder.getI64Type();
  number = arith::MaxSIOp::create(builder, number, constant(i64, -kHuge));
  number = arith::MinSIOp::create(builder, number, constant(i64, kHuge));
  number = arith::TruncIOp::create(builder, i32, number);
  Value isNegative = compare(arith::CmpIPredicate::slt, number, 0);
  Value negated = arith::SubIOp::create(builder, constant(i32, 0), number);
  Value bits =
      buildMagnitude(builder, choose(isNegative, negated, number), type);
  int64_t largest = APFloat::getLargest(type.getFloatSemantics())
                        .bitcastToAPInt()
                        .getZExtValue();
  Value isTooLarge = compare(arith::CmpIPredicate::ugt, bits, largest);
  int64_t sign = int64_t(1) << (type.getWidth() - 1);
  Value withSign = arith::OrIOp::create(builder, bits, constant(i32, sign));
  auto limit = [&](Value inside, int64_t huge) {
    return choose(isTooLarge, constant(i32, getBits(type, huge)), inside);
  };
  bits = choose(isNegative, limit(withSign, -kHuge), limit(bits, kHuge));
  Value isZero = compare(arith::CmpIPredicate::eq, number, 0);
  bits = choose(isZero, constant(i32, getBits(type, 0)), bits);
  Type narrow = builder.getIntegerType(type.getWidth());
  bits = arith::TruncIOp::create(builder, narrow, bits);
  return arith::BitcastOp::create(builder, type, bits);
}
