//===- RandomMaps.h - Maps as people write them, or not ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_MAP_RANDOMMAPS_H
#define LAYOUT_UNITTESTS_MAP_RANDOMMAPS_H

#include "TestSupport.h"

namespace mlir::layout::test {

/// Builds maps by a few random rewrites of the identity: tiles, nested tiles,
/// permutations, offsets, reversals, skews, linearisation, mod, constants. Most
/// keep a map injective and non-negative, some do not.
class RandomMaps {
public:
  explicit RandomMaps(uint64_t seed) : random(seed) {}

  /// A number in [low, high].
  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }

  /// `maxElements` bounds the number of indices.
  Index shape(unsigned rank, int64_t maxElements);
  AffineMap map(llvm::ArrayRef<int64_t> shape);

private:
  /// A result, and a bound such that its values lie in [0, size) if nothing
  /// went wrong on purpose.
  struct Result {
    AffineExpr expr;
    int64_t size;
  };
  void rewrite(std::vector<Result> &results);
  void tile(std::vector<Result> &results);
  void fuse(std::vector<Result> &results);
  void skew(std::vector<Result> &results);
  void spoil(std::vector<Result> &results);
  Result &any(std::vector<Result> &results) {
    return results[pick(0, results.size() - 1)];
  }

  std::mt19937_64 random;
};

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_MAP_RANDOMMAPS_H
