//===- QuotientFit.h - Sequences of integers as quotients -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RAISE_QUOTIENTFIT_H
#define LIB_TRANSFORMS_RAISE_QUOTIENTFIT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace mlir::layout {

/// The quotient (factor * i + offset) floordiv divisor, raised to `low` where
/// it is less, and lowered to `high` where it is more.
///
///     i                                     0  1  2  3  4  5
///     (i - 1) floordiv 2, at least 0        0  0  0  1  1  2
struct QuotientFit {
  int64_t factor = 0, offset = 0;
  int64_t divisor = 1; ///< positive
  std::optional<int64_t> low, high;

  int64_t evaluate(int64_t i) const;
};

/// Returns a quotient that is `values[k]` at `first + k * step` for every k.
/// Exact: each value is compared. Nullopt says that none was found with a
/// divisor of up to 4096, or that numbers exceed 2^24. Prefers quotients
/// without ends, small divisors, and offsets near 0.
///
/// `step` is positive. Cost: linear in `values` for each divisor, but for most
/// a few values are enough to see that it will not do.
std::optional<QuotientFit> fitQuotient(llvm::ArrayRef<int64_t> values,
                                       int64_t first, int64_t step);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RAISE_QUOTIENTFIT_H
