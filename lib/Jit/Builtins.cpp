//===- Builtins.cpp - Builtin float conversions ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstdint>

/// A bf16 is returned in the register of a float, in its lower half. Compilers
/// of the host may have no type for it.
static float returnBF16(uint32_t bits) { return llvm::bit_cast<float>(bits); }

static float roundSingle(float value) {
  auto bits = llvm::bit_cast<uint32_t>(value);
  if (std::isnan(value)) // The sum below could carry into the exponent.
    return returnBF16((bits >> 16) | 0x40);
  uint32_t isOdd = (bits >> 16) & 1;
  return returnBF16((bits + 0x7FFF + isOdd) >> 16);
}

/// Rounding to f32 first would round twice: a little more than half of a unit
/// in bf16 could become just a half, and then go to the even side. So the f32
/// is made odd if it is not exact: it is on the same side of each half.
static float roundDouble(double value) {
  auto single = float(value);
  if (std::isnan(value) || double(single) == value || std::isinf(single))
    return roundSingle(single);
  auto bits = llvm::bit_cast<uint32_t>(single);
  if (std::fabs(double(single)) > std::fabs(value))
    --bits;
  return roundSingle(llvm::bit_cast<float>(bits | 1));
}

/// The f16 next to `value`, in the lower half of a float.
static float roundToHalf(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return llvm::bit_cast<float>(
      uint32_t(value.bitcastToAPInt().getZExtValue()));
}

static float roundSingleToHalf(float value) {
  return roundToHalf(llvm::APFloat(value));
}

static float roundDoubleToHalf(double value) {
  return roundToHalf(llvm::APFloat(value));
}

/// The f16 is in the lower half of `bits`; what is above is not defined.
static float extendHalf(float bits) {
  llvm::APFloat value(
      llvm::APFloat::IEEEhalf(),
      llvm::APInt(16, llvm::bit_cast<uint32_t>(bits) & 0xFFFF));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEsingle(),
                llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToFloat();
}

std::array<std::pair<llvm::StringRef, void *>, 5>
mlir::layout::getConversionBuiltins() {
  return {{{"__truncsfbf2", reinterpret_cast<void *>(roundSingle)},
           {"__truncdfbf2", reinterpret_cast<void *>(roundDouble)},
           {"__truncsfhf2", reinterpret_cast<void *>(roundSingleToHalf)},
           {"__truncdfhf2", reinterpret_cast<void *>(roundDoubleToHalf)},
           {"__extendhfsf2", reinterpret_cast<void *>(extendHalf)}}};
}
