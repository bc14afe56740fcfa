//===- MachineRates.cpp - Measured rates of machines ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineRates.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Types that are as fast as one another.
enum ElementClass { F32, F64, ShortFloat, Narrow, I32, I64, NumClasses };

} // namespace

static ElementClass classify(Type data, Type weights, Type sum) {
  unsigned bits = sum.isIntOrFloat() ? sum.getIntOrFloatBitWidth() : 64;
  if (isa<FloatType>(sum)) {
    if (bits > 32)
      return F64;
    return data == sum && weights == sum && bits == 32 ? F32 : ShortFloat;
  }
  if (bits > 32)
    return I64;
  return data == sum && weights == sum ? I32 : Narrow;
}

// Measured: 96 x 256 x 256 with constant weights, in ns for 6.3 million
// products, laid out, plain, and plain with transposed weights; matvec of 256
// for what is gathered, and a convolution of 14 x 14 places with channels
// first.
//
//                 laid out      rows       sums   gathered
static constexpr ProductRates kRates512[NumClasses] = {
    /* F32 */ {75, 75, 46, 2},          // 79 us, 79, 135
    /* F64 */ {38, 34, 24, 1},          // 157 us, 192, 256
    /* ShortFloat */ {46, 46, 20, 0.8}, // bf16: 133 us, 126, 303; matvec 86
    /* Narrow */ {72, 23, 14, 2},       // i8: 88 us, 264, 431
    /* I32 */ {28, 28, 14, 2},          // 223 us, 221, 435
    /* I64 */ {14, 14, 7, 1},           // half of those of i32
};
static constexpr ProductRates kRates256[NumClasses] = {
    /* F32 */ {50, 50, 28, 2},          // 115 to 171 us, 167, 222
    /* F64 */ {29, 27, 18, 1},          // 208 us, 240, 346
    /* ShortFloat */ {33, 33, 14, 0.8}, // bf16: 189 us, 192, 435; matvec 81
    /* Narrow */ {40, 19, 14, 2},       // i8: 152 us, 328, 427
    /* I32 */ {27, 18, 14, 2},          // 231 to 352 us, 371, 456
    /* I64 */ {13, 9, 7, 1},            // half of those of i32
};
static constexpr ProductRates kRates128[NumClasses] = {
    /* F32 */ {31, 31, 20, 2},           // 200 us, 209, 321
    /* F64 */ {14, 14, 11, 1},           // 445 us, 438, 547
    /* ShortFloat */ {20, 19, 4.5, 0.8}, // bf16: 318 us, 327, 1412; matvec 80
    /* Narrow */ {21, 14, 15, 2},        // i8: 305 us, 459, 408
    /* I32 */ {19, 19, 16, 2},           // 322 us, 323, 394
    /* I64 */ {10, 10, 8, 1},            // half of those of i32
};

static const ProductRates *getRates(const Target &target) {
  if (target.vectorBits >= 512)
    return kRates512;
  return target.vectorBits >= 256 ? kRates256 : kRates128;
}

ProductRates layout::getProductRates(const Target &target, Type data,
                                     Type weights, Type sum) {
  ElementClass which = classify(data, weights, sum);
  ProductRates rates = getRates(target)[which];
  // Lanes along a sum load both factors, and the table was measured with two
  // loads in a cycle. With one, 64 x 10 sums of 300 f32 took 11.9 us, and 7.1
  // us in layouts, conversions included; 14 x 17 sums of 320 f64 9.5 and 5.7 us
  // (Zen 4, registers of 512 bits).
  constexpr double measuredLoads = 2;
  if (which == F32 || which == F64)
    rates.shareOfLoads = std::min(1.0, target.loadsPerCycle / measuredLoads);
  // Measured: 128 x 768 x 768 bytes with constant weights, 1060 us by pairs,
  // 450 us by dot products.
  constexpr double speedUpOfDots = 2;
  if (target.hasDotProducts() && which == Narrow && data.isInteger(8) &&
      weights.isInteger(8))
    rates.laidOut *= speedUpOfDots;
  return rates;
}

// Measured: 3 x 3 over 32 channels, f32, 30 x 30 places. With 512 bits, 20, 31,
// 33, 40 and 65 results took 112, 136, 165, 165 and 303 us, and 32, 48 and 64
// 129, 192 and 253; with 256 bits, 12, 20 and 28 took 80, 136 and 153, and 8,
// 16, 24 and 32 took 38, 69, 111 and 139. Without sums over channels, 20, 28,
// 33, 40 and 61 of them took 17, 17, 18, 16 and 41 us with 512 bits, and 16,
// 32, 48 and 64 took 4, 9, 9 and 12; with 256 bits, 12, 20 and 28 took 27, 13
// and 18, and 8, 16, 24 and 32 took 4, 7, 9 and 11. Half of 512 bits needs no
// mask: 24 of them took 9 us.
double layout::getPartialVector(const Target &target, bool isWindowOnly,
                                double share) {
  bool isLong = target.vectorBits >= 512;
  if (isWindowOnly)
    return isLong && share == 0.5 ? 1 : 3;
  return isLong ? 1 : 1.4;
}

// Measured: f32 vectors times constant matrices of 256 KiB (4.0 us), 2.3, 4.2
// and 16.8 MB (60, 165 and 770 us); with matrices that are converted, 290, 510
// and 2370 us; one of 256 KiB, 13 us. Images of 9.8 MB with channels first:
// 2.6 ms, of which 0.6 are products. 64 rows by 120 transposed rows of 768, 370
// kB that are converted, took 130 us, of which some 110 are products.
ByteRates layout::getByteRates() {
  return {/*near=*/60, /*far=*/20, /*converted=*/18, /*transposed=*/12,
          /*nearTransposed=*/30};
}
