//===- SmallFloatConversions.cpp - Conversions of small floats ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float of a few bits, as f8E5M2 with 5 bits of exponent and 2 of fraction,
// and an f32 with 8 and 23 have the same form, so the bits of a normal number
// are shifted by 21, and the difference of the biases is added to the exponent:
//
//   f8E5M2     0 10000 10            3.0
//   f32        0 10000000 10000000000000000000000
//
// Subnormal numbers are multiples of one number. They are found by an addition,
// which is exact, or rounds as it should.
//
//===----------------------------------------------------------------------===//

#include "SmallFloatConversions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;
using llvm::APInt;

bool layout::isExtendable(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() <= 8;
}

bool layout::isTruncatable(Type type) {
  return type.isBF16() || isExtendable(type);
}

bool layout::isScale(Type type) {
  return isExtendable(type) && !APFloat::semanticsHasSignedRepr(
                                   cast<FloatType>(type).getFloatSemantics());
}

namespace {

/// The form of a type of floats.
struct Form {
  explicit Form(FloatType type)
      : width(type.getWidth()), semantics(type.getFloatSemantics()),
        fraction(APFloat::semanticsPrecision(semantics) - 1),
        bias(1 - APFloat::semanticsMinExponent(semantics)) {}

  bool hasSign() const { return APFloat::semanticsHasSignedRepr(semantics); }
  bool hasInf() const { return APFloat::semanticsHasInf(semantics); }
  bool hasNaN() const { return APFloat::semanticsHasNaN(semantics); }
  /// Returns true if the bits of -0.0 are those of a NaN.
  bool hasNaNForNegativeZero() const {
    return hasNaN() && getNaN() == (uint64_t(1) << (width - 1));
  }

  uint64_t getInf() const { return getBits(APFloat::getInf(semantics)); }
  uint64_t getNaN() const { return getBits(APFloat::getQNaN(semantics)); }
  uint64_t getLargest() const {
    return getBits(APFloat::getLargest(semantics));
  }
  uint64_t getBeyondLargest() const {
    return hasInf() ? getInf() : hasNaN() ? getNaN() : getLargest();
  }

  static uint64_t getBits(const APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  }

  unsigned width;
  const llvm::fltSemantics &semantics;
  unsigned fraction; ///< bits
  int64_t bias;
};

/// Builds operations on integers, or vectors of them.
class BitBuilder {
public:
  BitBuilder(ImplicitLocOpBuilder &builder, Type shape, unsigned width)
      : builder(builder), shape(shape),
        type(like(builder.getIntegerType(width))) {}

  Type like(Type element) const {
    auto vector = dyn_cast<VectorType>(shape);
    return vector ? vector.clone(element) : element;
  }
  Value constant(uint64_t bits) {
    auto element = builder.getIntegerAttr(
        getElementTypeOrSelf(type),
        APInt(getElementTypeOrSelf(type).getIntOrFloatBitWidth(), bits));
    TypedAttr attribute = element;
    if (auto vector = dyn_cast<VectorType>(type))
      attribute = DenseElementsAttr::get(vector, element);
    return arith::ConstantOp::create(builder, attribute);
  }
  template <typename OpTy>
  Value build(Value a, Value b) {
    return OpTy::create(builder, a, b);
  }
  template <typename OpTy>
  Value build(Value a, uint64_t b) {
    return OpTy::create(builder, a, constant(b));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, uint64_t b) {
    return arith::CmpIOp::create(builder, predicate, a, constant(b));
  }
  Value choose(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, condition, a, b);
  }
  Value bitcast(Type element, Value value) {
    return arith::BitcastOp::create(builder, like(element), value);
  }

  ImplicitLocOpBuilder &builder;

private:
  Type shape;

public:
  Type type;
};

/// Floats wider by 16 bits or more, in which small ones are normal numbers.
struct Wide {
  Wide(Type element, Builder &builder)
      : type(element.isF64() ? builder.getF64Type() : builder.getF32Type()),
        form(type) {}

  FloatType type;
  Form form;
};

} // namespace

//===----------------------------------------------------------------------===//
// To wider floats
//===----------------------------------------------------------------------===//

/// The magnitude of a finite number, as the bits of an `f32`.
static Value buildFinite(BitBuilder &bits, Value magnitude, const Form &small,
                         const Wide &wide) {
  unsigned shift = wide.form.fraction - small.fraction;
  uint64_t bias = uint64_t(wide.form.bias - small.bias) << wide.form.fraction;
  Value shifted = bits.build<arith::ShLIOp>(magnitude, bits.constant(shift));
  Value normal = bits.build<arith::AddIOp>(shifted, bias);
  // With an exponent of 1, the fraction adds to the least normal number, which
  // the sum then loses.
  uint64_t one = uint64_t(1) << wide.form.fraction;
  Value above =
      bits.bitcast(wide.type, bits.build<arith::AddIOp>(shifted, bias + one));
  Value least = bits.bitcast(wide.type, bits.constant(bias + one));
  Value subnormal =
      bits.bitcast(getElementTypeOrSelf(bits.type),
                   arith::SubFOp::create(bits.builder, above, least));
  Value isSubnormal = bits.compare(arith::CmpIPredicate::ult, magnitude,
                                   uint64_t(1) << small.fraction);
  return bits.choose(isSubnormal, subnormal, normal);
}

/// Replaces `finite` where `magnitude` is that of an infinity or a NaN.
static Value buildNonFinite(BitBuilder &bits, Value magnitude, Value finite,
                            const Form &small, const Form &wide) {
  if (!small.hasInf())
    return finite;
  uint64_t quiet = uint64_t(1) << (wide.fraction - 1);
  Value all = bits.build<arith::OrIOp>(finite, wide.getInf());
  Value nan = bits.build<arith::OrIOp>(all, quiet);
  Value isNaN =
      bits.compare(arith::CmpIPredicate::ugt, magnitude, small.getInf());
  Value isFinite =
      bits.compare(arith::CmpIPredicate::ult, magnitude, small.getInf());
  return bits.choose(isFinite, finite, bits.choose(isNaN, nan, all));
}

/// A power of two, which has no sign: its bits are the exponent of an `f32`,
/// but for the least, which is subnormal there.
static Value buildScale(BitBuilder &bits, Value raw, const Form &small,
                        const Form &wide) {
  Value shifted = bits.build<arith::ShLIOp>(raw, bits.constant(wide.fraction));
  uint64_t least = uint64_t(1) << (wide.fraction - 1);
  Value isZero = bits.compare(arith::CmpIPredicate::eq, raw, 0);
  Value isNaN = bits.compare(arith::CmpIPredicate::eq, raw, small.getNaN());
  return bits.choose(isNaN, bits.constant(wide.getNaN()),
                     bits.choose(isZero, bits.constant(least), shifted));
}

Value layout::buildExtension(ImplicitLocOpBuilder &builder, Value number,
                             Type to) {
  Form small(cast<FloatType>(getElementTypeOrSelf(number.getType())));
  Wide wide(builder.getF32Type(), builder);
  BitBuilder bits(builder, number.getType(), wide.form.width);
  Value narrow = bits.bitcast(builder.getIntegerType(small.width), number);
  Value raw = arith::ExtUIOp::create(builder, bits.type, narrow);
  Value result;
  if (!small.hasSign()) {
    result = buildScale(bits, raw, small, wide.form);
  } else {
    uint64_t signBit = uint64_t(1) << (small.width - 1);
    Value magnitude = bits.build<arith::AndIOp>(raw, signBit - 1);
    Value sign =
        bits.build<arith::ShLIOp>(bits.build<arith::AndIOp>(raw, signBit),
                                  bits.constant(wide.form.width - small.width));
    Value finite = buildFinite(bits, magnitude, small, wide);
    result = bits.build<arith::OrIOp>(
        buildNonFinite(bits, magnitude, finite, small, wide.form), sign);
    if (!small.hasInf() && small.hasNaN()) {
      bool hasNoSign = small.hasNaNForNegativeZero();
      Value isNaN = bits.compare(arith::CmpIPredicate::eq,
                                 hasNoSign ? raw : magnitude, small.getNaN());
      result = bits.choose(isNaN, bits.constant(wide.form.getNaN()), result);
    }
  }
  result = bits.bitcast(wide.type, result);
  if (isTruncatable(getElementTypeOrSelf(to)))
    return buildTruncation(builder, result, to);
  unsigned width = getElementTypeOrSelf(to).getIntOrFloatBitWidth();
  if (width > wide.form.width)
    return arith::ExtFOp::create(builder, to, result);
  if (width < wide.form.width)
    return arith::TruncFOp::create(builder, to, result);
  return result;
}

//===----------------------------------------------------------------------===//
// From wider floats
//===----------------------------------------------------------------------===//

/// `raw` without its last `shift` bits, to the nearest: half a unit more, a bit
/// less where the last digit is even. A carry out of the fraction goes where it
/// should.
static Value buildRounded(BitBuilder &bits, Value raw, unsigned shift) {
  Value last =
      bits.build<arith::AndIOp>(bits.build<arith::ShRUIOp>(raw, shift), 1);
  uint64_t half = (uint64_t(1) << (shift - 1)) - 1;
  Value above =
      bits.build<arith::AddIOp>(bits.build<arith::AddIOp>(raw, half), last);
  return bits.build<arith::ShRUIOp>(above, shift);
}

/// The bits of a magnitude that is no less than the least normal number.
static Value buildNormal(BitBuilder &bits, Value magnitude, const Form &small,
                         const Form &wide) {
  uint64_t bias = uint64_t(wide.bias - small.bias) << wide.fraction;
  return buildRounded(bits, bits.build<arith::SubIOp>(magnitude, bias),
                      wide.fraction - small.fraction);
}

/// The bits of a magnitude below the least normal number: the sum with a number
/// whose last digit is the least subnormal one counts these, rounded.
static Value buildSubnormal(BitBuilder &bits, Value magnitude,
                            const Form &small, const Wide &wide) {
  int64_t exponent =
      1 - small.bias - small.fraction + wide.form.fraction + wide.form.bias;
  uint64_t counter = uint64_t(exponent) << wide.form.fraction;
  Value sum =
      arith::AddFOp::create(bits.builder, bits.bitcast(wide.type, magnitude),
                            bits.bitcast(wide.type, bits.constant(counter)));
  return bits.build<arith::SubIOp>(
      bits.bitcast(getElementTypeOrSelf(bits.type), sum), counter);
}

/// `result` with the sign of `raw`, of which the one of a zero may be a NaN's.
static Value buildSigned(BitBuilder &bits, Value raw, Value result,
                         const Form &small, const Form &wide) {
  Value sign = bits.build<arith::AndIOp>(
      bits.build<arith::ShRUIOp>(raw, wide.width - small.width),
      uint64_t(1) << (small.width - 1));
  Value withSign = bits.build<arith::OrIOp>(result, sign);
  if (!small.hasNaNForNegativeZero())
    return withSign;
  Value isZero = bits.compare(arith::CmpIPredicate::eq, result, 0);
  return bits.choose(isZero, result, withSign);
}

/// The bits of a number of a type that is `wide` but for the last digits, as
/// bf16 is `f32`: subnormal numbers and infinities need no care, NaNs do.
static Value buildShortened(BitBuilder &bits, Value number, Value raw,
                            const Form &small, const Form &wide) {
  unsigned shift = wide.width - small.width;
  uint64_t quiet = uint64_t(1) << (small.fraction - 1);
  Value nan =
      bits.build<arith::OrIOp>(bits.build<arith::ShRUIOp>(raw, shift), quiet);
  Value isNaN = arith::CmpFOp::create(bits.builder, arith::CmpFPredicate::UNO,
                                      number, number);
  return bits.choose(isNaN, nan, buildRounded(bits, raw, shift));
}

/// The bits of a number of a type with fewer bits of exponent.
static Value buildConverted(BitBuilder &bits, Value raw, const Form &small,
                            const Wide &wide) {
  uint64_t signBit = uint64_t(1) << (wide.form.width - 1);
  Value magnitude = bits.build<arith::AndIOp>(raw, signBit - 1);
  uint64_t leastNormal = uint64_t(wide.form.bias - small.bias + 1)
                         << wide.form.fraction;
  Value isSubnormal =
      bits.compare(arith::CmpIPredicate::ult, magnitude, leastNormal);
  Value result =
      bits.choose(isSubnormal, buildSubnormal(bits, magnitude, small, wide),
                  buildNormal(bits, magnitude, small, wide.form));
  Value isTooLarge =
      bits.compare(arith::CmpIPredicate::ugt, result, small.getLargest());
  result =
      bits.choose(isTooLarge, bits.constant(small.getBeyondLargest()), result);
  if (small.hasNaN()) {
    Value isNaN =
        bits.compare(arith::CmpIPredicate::ugt, magnitude, wide.form.getInf());
    result = bits.choose(isNaN, bits.constant(small.getNaN()), result);
  }
  return buildSigned(bits, raw, result, small, wide.form);
}

/// The bits of the power of two that is nearest to a magnitude. Halfway between
/// two it is the greater one, whose digit is even in the smaller one's unit.
static Value buildNearestScale(BitBuilder &bits, Value magnitude,
                               const Form &small, const Form &wide) {
  uint64_t half = uint64_t(1) << (wide.fraction - 1);
  Value exponent = bits.build<arith::ShRUIOp>(
      bits.build<arith::AddIOp>(magnitude, half), bits.constant(wide.fraction));
  // Without subnormal numbers, the least exponent has the bits 0, not 1.
  uint64_t bias = wide.bias - (small.bias - 1);
  // The least power may be a subnormal number of the wide type, whose exponent
  // says nothing. It is the nearest to all below 1.5 of it, zero included.
  uint64_t least = bias ? bias << wide.fraction : half;
  uint64_t toNext = bias ? least + half : least + half / 2;
  Value isLeast = bits.compare(arith::CmpIPredicate::ult, magnitude, toNext);
  Value scale = bits.build<arith::MinUIOp>(
      bits.build<arith::SubIOp>(exponent, bias), small.getNaN());
  return bits.choose(isLeast, bits.constant(0), scale);
}

Value layout::buildTruncation(ImplicitLocOpBuilder &builder, Value number,
                              Type to) {
  Form small(cast<FloatType>(getElementTypeOrSelf(to)));
  Wide wide(getElementTypeOrSelf(number.getType()), builder);
  BitBuilder bits(builder, number.getType(), wide.form.width);
  if (getElementTypeOrSelf(number.getType()) != wide.type)
    number = arith::ExtFOp::create(builder, bits.like(wide.type), number);
  Value raw = bits.bitcast(getElementTypeOrSelf(bits.type), number);
  bool isShortened = small.hasInf() && small.bias == wide.form.bias;
  Value result;
  if (!small.hasSign()) {
    uint64_t signBit = uint64_t(1) << (wide.form.width - 1);
    result = buildNearestScale(
        bits, bits.build<arith::AndIOp>(raw, signBit - 1), small, wide.form);
  } else {
    result = isShortened ? buildShortened(bits, number, raw, small, wide.form)
                         : buildConverted(bits, raw, small, wide);
  }
  Value narrow = arith::TruncIOp::create(
      builder, bits.like(builder.getIntegerType(small.width)), result);
  return bits.bitcast(getElementTypeOrSelf(to), narrow);
}
