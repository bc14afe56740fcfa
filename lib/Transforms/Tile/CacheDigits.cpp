//===- CacheDigits.cpp - Sums in parts that fit a cache -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheDigits.h"

#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/BufferRows.h"

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

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

std::optional<int64_t> layout::getDistance(const AffineNest::Access &access,
                                           unsigned dim) {
  AffineMap map = access.map;
  if (!map.isFunctionOfDim(dim))
    return 0;
  auto type = cast<MemRefType>(access.buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset, distance = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  for (auto [result, stride] : llvm::zip_equal(map.getResults(), strides)) {
    if (!result.isFunctionOfDim(dim))
      continue;
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    if (auto terms = getLoopTerms(result, map.getNumDims()))
      distance += terms->coefficients[dim] * stride;
  }
  return std::abs(distance) * (access.getElementBits() / 8);
}

/// Returns true if no loop over `outer` reads the elements of an access again.
/// An unknown number of `rows` may fit one block of them.
static bool isReadOnce(const AffineNest &nest, ArrayRef<Digit> outer,
                       const AffineNest::Access &access,
                       std::optional<unsigned> rows) {
  return llvm::all_of(outer, [&](const Digit &digit) {
    std::optional<int64_t> span = digit.extent;
    if (!span)
      span = getSpan(nest.ranges[digit.loop]);
    return access.map.isFunctionOfDim(digit.loop) ||
           (span ? *span <= digit.weight : digit.loop == rows);
  });
}

std::optional<Digit>
layout::splitForRows(const AffineNest &nest, ArrayRef<Digit> outer,
                     MutableArrayRef<Digit> sums, int64_t numLanes,
                     std::optional<unsigned> rows, const Target &target) {
  if (outer.empty() || sums.size() != 1 || sums.front().extent)
    return std::nullopt;
  Digit &sum = sums.front();
  unsigned lanes = outer.back().loop;
  Interval range = nest.ranges[sum.loop];
  std::optional<int64_t> span = getSpan(range),
                         numLeft = getSpan(nest.ranges[lanes]);
  if (range.low != 0 || (numLeft && *numLeft <= numLanes))
    return std::nullopt;
  // What sums that share elements wait for is seldom memory: where the second
  // cache has room for a buffer, parts cost more than they save.
  int64_t cacheBytes = rows ? target.l2Bytes : target.l1Bytes;
  bool isFar = false, isFromMemory = false;
  int64_t rowBytes = 0; // of a step
  for (const AffineNest::Access &access : nest.accesses) {
    if (access.isStore || !access.map.isFunctionOfDim(sum.loop) ||
        !access.map.isFunctionOfDim(lanes))
      continue;
    std::optional<int64_t> distance = getDistance(access, sum.loop);
    if (!distance || getStride(access.map, lanes) != 1 ||
        (rows && access.map.isFunctionOfDim(*rows)))
      return std::nullopt;
    std::optional<int64_t> size =
        getBytes(cast<MemRefType>(access.buffer.getType()));
    rowBytes += *distance;
    // Bytes that are added up in wider elements take longer than memory.
    isFar |= *distance > numLanes * access.getElementBits() / 8 &&
             (!size || *size > cacheBytes) &&
             2 * access.getElementBits() >= nest.getElementBits() &&
             isReadOnce(nest, outer, access, rows);
    isFromMemory |= !size || *size > target.l3Bytes / 4;
  }
  // 32 x 2048 rows of 512 bytes took 1.7 ms by two blocks of lanes, and 1.5 ms
  // in parts of 8 to 64 rows; from the second cache as long in either way
  // (AVX-512). In parts of fewer steps, sums would go to memory too often.
  int64_t leastSteps = rows ? 32 : 8;
  if (!isFar || rowBytes <= 0)
    return std::nullopt;
  auto countRows = [&](int64_t bytes) -> int64_t {
    return llvm::bit_floor(uint64_t(bytes) / uint64_t(rowBytes));
  };
  int64_t size = countRows(target.l1Bytes / 2);
  // Of wide rows that come from memory, all of the cache, and fewer: 12 x 1024
  // rows of 4000 bytes took 4.4 ms by blocks of lanes, and 2.5 ms in parts of 8
  // rows, 2048 rows of 8 KiB 0.94 ms, and 0.40 ms in parts of 4. From the last
  // cache, 768 rows of 3 KiB took 46 us, and 52 us (Zen 4).
  if (!rows && isFromMemory && size < leastSteps) {
    size = countRows(target.l1Bytes);
    leastSteps = 4;
  }
  if (size < leastSteps || (span && *span <= size))
    return std::nullopt;
  sum.extent = size;
  return Digit{sum.loop, sum.weight * size, std::nullopt};
}
