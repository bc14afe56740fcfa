//===- CacheDigits.cpp - Sums in parts that fit a cache -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheDigits.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What loads read that go to the same elements in each iteration of one loop,
/// and to others in those of a sum.
struct ReadAgain {
  double bytes = 0;
  int64_t elementBytes = 1; ///< of the widest elements
};

} // namespace

static ReadAgain findReadAgain(const AffineNest &nest, unsigned outer,
                               unsigned sum) {
  ReadAgain its;
  for (const AffineNest::Access &access : nest.accesses) {
    if (access.isStore || access.map.isFunctionOfDim(outer) ||
        !access.map.isFunctionOfDim(sum))
      continue;
    auto type = cast<MemRefType>(access.buffer.getType());
    double own = type.getElementTypeBitWidth() / 8.0;
    its.elementBytes = std::max<int64_t>(its.elementBytes, own);
    for (auto [loop, range] :
         llvm::enumerate(ArrayRef(nest.ranges).take_front(nest.loops.size())))
      if (access.map.isFunctionOfDim(loop))
        own *= getSpan(range).value_or(1);
    its.bytes += own;
  }
  return its;
}

std::optional<Digit> layout::splitForCache(const AffineNest &nest,
                                           ArrayRef<Digit> outer,
                                           MutableArrayRef<Digit> sums,
                                           const Target &target) {
  if (outer.empty() || sums.empty() || sums.front().extent)
    return std::nullopt;
  Digit &sum = sums.front();
  Interval range = nest.ranges[sum.loop];
  std::optional<int64_t> span = getSpan(range);
  auto [bytes, elementBytes] =
      findReadAgain(nest, outer.front().loop, sum.loop);
  if (!span || range.low != 0 || bytes <= target.l2Bytes / 2)
    return std::nullopt;
  // Less of a row does not pay for its sums' way to memory and back, 8 bytes
  // for each of some 32 lanes. A product of 1021 x 1021 bytes took 1.2 times as
  // long in parts of 256.
  constexpr int64_t minBytes = 512;
  int64_t numTiles = llvm::divideCeil(*span, sum.weight);
  // The largest part first. What one reads again fits a cache, so that few
  // sizes are tried however long the sum is.
  double fitting = target.l2Bytes / 4 / (bytes / numTiles);
  int64_t size = std::min<double>(numTiles / 2, fitting);
  for (; size * sum.weight * elementBytes >= minBytes; --size) {
    // Parts that are not alike would have bounds of their own.
    if (numTiles % size != 0)
      continue;
    sum.extent = size;
    return Digit{sum.loop, sum.weight * size, std::nullopt};
  }
  return std::nullopt;
}
