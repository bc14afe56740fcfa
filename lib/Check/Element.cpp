//===- Element.cpp - Elements of buffers as bits --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Element.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;
using llvm::APInt;

StringRef layout::stringifyDataSet(DataSet set) {
  switch (set) {
  case DataSet::Integers:
    return "small integers";
  case DataSet::Specials:
    return "special values";
  case DataSet::Fractions:
    return "fractions";
  }
  llvm_unreachable("a data set without a name");
}

//===----------------------------------------------------------------------===//
// In memory
//===----------------------------------------------------------------------===//

/// Bits of an integer, index or float; 0 for other types.
static unsigned getScalarBits(Type type) {
  if (type.isIndex())
    return 64;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

/// Bytes of a scalar in an array: rounded up to its alignment, which is that of
/// the next power of two, at most 16.
static unsigned getScalarBytes(unsigned bits) {
  unsigned bytes = llvm::divideCeil(bits, 8);
  return bytes > 16 ? llvm::alignTo(bytes, 16) : llvm::PowerOf2Ceil(bytes);
}

std::optional<ElementFormat> ElementFormat::get(Type type) {
  ElementFormat format;
  format.type = format.componentType = type;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    format.componentType = complex.getElementType();
    format.numComponents = 2;
  }
  auto vector = dyn_cast<VectorType>(type);
  if (vector) {
    if (vector.getRank() != 1 || vector.isScalable())
      return std::nullopt;
    format.componentType = vector.getElementType();
    format.numComponents = vector.getNumElements();
  }
  format.componentBits = getScalarBits(format.componentType);
  if (format.componentBits == 0)
    return std::nullopt;
  format.componentBytes = getScalarBytes(format.componentBits);
  if (vector && format.componentBits != 8 * format.componentBytes)
    return std::nullopt; // LLVM packs their bits
  format.numBytes = format.numComponents * format.componentBytes;
  format.alignment = std::min(format.componentBytes, 16u);
  if (vector)
    format.numBytes = format.alignment = llvm::PowerOf2Ceil(format.numBytes);
  return format;
}

APInt ElementFormat::loadComponent(const char *from) const {
  APInt bytes(8 * componentBytes, 0);
  llvm::LoadIntFromMemory(bytes, reinterpret_cast<const uint8_t *>(from),
                          componentBytes);
  return bytes.trunc(componentBits);
}

void ElementFormat::storeComponent(const APInt &component, char *to) const {
  llvm::StoreIntToMemory(component.zext(8 * componentBytes),
                         reinterpret_cast<uint8_t *>(to), componentBytes);
}

APInt ElementFormat::load(const char *from) const {
  if (numComponents == 1)
    return loadComponent(from);
  return repeat([&] {
    const char *component = from;
    from += componentBytes;
    return loadComponent(component);
  });
}

void ElementFormat::store(const APInt &value, char *to) const {
  if (numComponents == 1)
    return storeComponent(value, to);
  for (unsigned i = 0; i < numComponents; ++i)
    storeComponent(getComponent(value, i), to + i * componentBytes);
}

APInt ElementFormat::getComponent(const APInt &value, unsigned i) const {
  return value.extractBits(componentBits, i * componentBits);
}

APInt ElementFormat::repeat(llvm::function_ref<APInt()> makeComponent) const {
  APInt value(getNumBits(), 0);
  for (unsigned i = 0; i < numComponents; ++i)
    value.insertBits(makeComponent(), i * componentBits);
  return value;
}

APFloat ElementFormat::asFloat(const APInt &component) const {
  return APFloat(cast<FloatType>(componentType).getFloatSemantics(), component);
}

//===----------------------------------------------------------------------===//
// Comparing and writing down
//===----------------------------------------------------------------------===//

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static bool areClose(const APFloat &a, const APFloat &b, double rtol) {
  if (!a.isFinite() || !b.isFinite())
    return false;
  double x = toDouble(a), y = toDouble(b);
  return std::abs(x - y) <= rtol * std::max(std::abs(x), std::abs(y));
}

bool ElementFormat::areSame(const APInt &a, const APInt &b, double rtol) const {
  if (a == b)
    return true;
  if (!isFloat())
    return false;
  for (unsigned i = 0; i < numComponents; ++i) {
    APInt aBits = getComponent(a, i), bBits = getComponent(b, i);
    APFloat aFloat = asFloat(aBits), bFloat = asFloat(bBits);
    if (aBits != bBits && !(aFloat.isNaN() && bFloat.isNaN()) &&
        !(rtol > 0 && areClose(aFloat, bFloat, rtol)))
      return false;
  }
  return true;
}

std::string ElementFormat::print(const APInt &value) const {
  SmallString<64> text;
  for (unsigned i = 0; i < numComponents; ++i) {
    if (i != 0)
      text += ", ";
    APInt component = getComponent(value, i);
    if (isFloat())
      asFloat(component).toString(text);
    else
      component.toString(text, 10, /*Signed=*/componentBits > 1);
  }
  return numComponents == 1 ? text.str().str() : "(" + text.str().str() + ")";
}

std::optional<APInt> ElementFormat::parse(StringRef text) const {
  if (type != componentType || text.empty())
    return std::nullopt;
  if (isFloat()) {
    APFloat value(cast<FloatType>(type).getFloatSemantics());
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return std::nullopt;
    }
    return value.bitcastToAPInt();
  }
  if (text == "true" || text == "false")
    return componentBits == 1 ? std::optional(APInt(1, text == "true"))
                              : std::nullopt;
  StringRef digits = text;
  bool isNegative = digits.consume_front("-");
  APInt magnitude;
  if (digits.empty() || digits.getAsInteger(10, magnitude))
    return std::nullopt;
  // What fits as a signed or as an unsigned number; one bit for the sign.
  if (magnitude.getActiveBits() > componentBits)
    return std::nullopt;
  APInt value = magnitude.zextOrTrunc(componentBits);
  if (isNegative && value.ugt(APInt::getSignedMinValue(componentBits)))
    return std::nullopt;
  return isNegative ? -value : value;
}

//===----------------------------------------------------------------------===//
// Making values
//===----------------------------------------------------------------------===//

std::optional<APInt> ElementFormat::getConstant(Attribute value) const {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue();
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().bitcastToAPInt();
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || dense.getNumElements() != numComponents)
    return std::nullopt;
  unsigned i = 0;
  if (isFloat())
    return repeat([&] {
      return (*(dense.value_begin<APFloat>() + i++)).bitcastToAPInt();
    });
  return repeat([&] { return *(dense.value_begin<APInt>() + i++); });
}

APInt ElementFormat::getNumber(int64_t number) const {
  APInt integer(64, number, /*isSigned=*/true);
  return repeat([&]() -> APInt {
    if (!isFloat())
      return integer.sextOrTrunc(componentBits);
    APFloat value(cast<FloatType>(componentType).getFloatSemantics());
    value.convertFromAPInt(integer, /*IsSigned=*/true,
                           APFloat::rmNearestTiesToEven);
    return value.bitcastToAPInt();
  });
}

APInt ElementFormat::getPoison(uint8_t byte) const {
  return repeat([&] {
    return APInt::getSplat(8 * componentBytes, APInt(8, byte))
        .trunc(componentBits);
  });
}

APInt ElementFormat::getRandom(DataSet set, std::mt19937_64 &random) const {
  return repeat([&] {
    if (set == DataSet::Integers || componentType.isIndex())
      return getSmallNumber(random);
    if (set == DataSet::Fractions)
      return isFloat() ? getFraction(random() % 2, random)
                       : getSmallNumber(random);
    return isFloat() ? getSpecialFloat(random) : getSpecialInteger(random);
  });
}

/// Small enough that sums of some hundred products of floats stay exact where
/// the type allows it; those of integers always are. Indices are not negative:
/// they may well index something.
APInt ElementFormat::getSmallNumber(std::mt19937_64 &random) const {
  if (componentType.isIndex())
    return APInt(componentBits, random() % 8);
  if (componentBits == 1)
    return APInt(1, random() % 2);
  int64_t bound = 8;
  if (isFloat()) {
    unsigned digits = APFloat::semanticsPrecision(
        cast<FloatType>(componentType).getFloatSemantics());
    bound = digits >= 16 ? 8 : digits >= 11 ? 4 : digits >= 8 ? 2 : 1;
  } else if (componentBits < 5) {
    bound = (int64_t(1) << (componentBits - 1)) - 1;
  }
  int64_t number = int64_t(random() % (2 * bound + 1)) - bound;
  if (!isFloat())
    return APInt(componentBits, number, /*isSigned=*/true);
  APFloat value(cast<FloatType>(componentType).getFloatSemantics());
  value.convertFromAPInt(APInt(64, number, true), true,
                         APFloat::rmNearestTiesToEven);
  return value.bitcastToAPInt();
}

APInt ElementFormat::getSpecialInteger(std::mt19937_64 &random) const {
  switch (random() % 8) {
  case 0:
    return APInt::getSignedMinValue(componentBits);
  case 1:
    return APInt::getSignedMaxValue(componentBits);
  case 2:
    return APInt::getAllOnes(componentBits);
  case 3:
  case 4:
    // One whose lowest 64 bits are another number.
    if (componentBits > 64)
      return getSmallNumber(random) + APInt::getOneBitSet(componentBits, 64);
    return getSmallNumber(random);
  default:
    return getSmallNumber(random);
  }
}

APInt ElementFormat::getFraction(bool isNegative,
                                 std::mt19937_64 &random) const {
  APFloat value(double(int64_t(random() >> 11)) / (1ull << 50) *
                (isNegative ? -1 : 1));
  bool losesInfo;
  value.convert(cast<FloatType>(componentType).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt();
}

APInt ElementFormat::getSpecialFloat(std::mt19937_64 &random) const {
  const auto &semantics = cast<FloatType>(componentType).getFloatSemantics();
  bool isNegative = random() % 2;
  switch (random() % 8) {
  case 0:
    // A type without a negative zero gets its zero.
    return APFloat::getZero(semantics, /*Negative=*/true).bitcastToAPInt();
  case 1:
    return APFloat::getSmallest(semantics, isNegative).bitcastToAPInt();
  case 2:
  case 3:
    return getSmallNumber(random);
  default:
    return getFraction(isNegative, random);
  }
}

std::optional<APInt> ElementFormat::getNonFinite(uint64_t number) const {
  if (!isFloat())
    return std::nullopt;
  const auto &semantics = cast<FloatType>(componentType).getFloatSemantics();
  if (!APFloat::semanticsHasNaN(semantics) ||
      !APFloat::semanticsHasInf(semantics))
    return std::nullopt;
  return repeat([&] {
    APFloat value = number % 3 == 0
                        ? APFloat::getNaN(semantics)
                        : APFloat::getInf(semantics, number % 3 == 1);
    return value.bitcastToAPInt();
  });
}
