//===- RangeArithmetic.h - Intervals with open sides ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over `Interval`. An overflowing side becomes an open one,
// which is sound: it says less.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_RANGEARITHMETIC_H
#define LAYOUT_LIB_MAP_RANGEARITHMETIC_H

#include "Layout/Map/Simplify.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {

using Side = std::optional<int64_t>;

/// No end where it would not fit 64 bits: a range only gets wider.
inline Side addSides(Side a, Side b) {
  int64_t sum;
  if (!a || !b || llvm::AddOverflow(*a, *b, sum))
    return std::nullopt;
  return sum;
}

inline Side mulSide(Side a, int64_t factor) {
  int64_t product;
  if (!a || llvm::MulOverflow(*a, factor, product))
    return std::nullopt;
  return product;
}

inline Side floorDivSide(Side a, int64_t divisor) {
  return a ? Side(llvm::divideFloorSigned(*a, divisor)) : std::nullopt;
}

inline Interval pointRange(int64_t value) { return {value, value}; }

inline Interval addRanges(Interval a, Interval b) {
  return {addSides(a.low, b.low), addSides(a.high, b.high)};
}

inline Interval mulRange(Interval a, int64_t factor) {
  if (factor == 0)
    return pointRange(0);
  if (factor < 0)
    std::swap(a.low, a.high);
  return {mulSide(a.low, factor), mulSide(a.high, factor)};
}

inline Interval floorDivRange(Interval a, int64_t divisor) {
  return {floorDivSide(a.low, divisor), floorDivSide(a.high, divisor)};
}

/// The one q with `q * period <= x < (q + 1) * period` for all x, if any.
inline Side commonPeriod(Interval a, int64_t period) {
  Side low = floorDivSide(a.low, period), high = floorDivSide(a.high, period);
  return low && high && *low == *high ? low : std::nullopt;
}

inline Interval modRange(Interval a, int64_t divisor) {
  if (!commonPeriod(a, divisor))
    return {0, divisor - 1};
  // Within one period remainders are in the order of the numbers.
  return {llvm::mod(*a.low, divisor), llvm::mod(*a.high, divisor)};
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_RANGEARITHMETIC_H
