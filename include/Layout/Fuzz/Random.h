//===- Random.h - Reproducible random numbers -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_RANDOM_H
#define LAYOUT_FUZZ_RANDOM_H

#include "mlir/Support/LLVM.h"
#include <iterator>
#include <random>

namespace mlir::layout::fuzz {

/// Numbers that follow from the seed alone. The distributions and the shuffle
/// of the standard library are not used: each implementation has its own.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  /// A number in [low, high].
  int64_t pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine() % uint64_t(high - low + 1));
  }

  /// True `percent` times of a hundred.
  bool percent(int64_t percent) { return pick(0, 99) < percent; }

  template <typename Range>
  auto &any(Range &&range) {
    return *std::next(std::begin(range),
                      pick(0, int64_t(std::size(range)) - 1));
  }

  template <typename Range>
  void shuffle(Range &range) {
    for (size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[pick(0, i - 1)]);
  }

private:
  std::mt19937_64 engine;
};

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_RANDOM_H
