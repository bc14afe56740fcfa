//===- BlockSizes.cpp - How many elements are copied at once --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSizes.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::layout;

int64_t layout::getLargestDivisor(int64_t number, int64_t most) {
  int64_t divisor = std::min(number, most);
  while (number % divisor != 0)
    --divisor;
  return divisor;
}

static int64_t getPowerOfTwoIn(int64_t number, int64_t most) {
  int64_t power = 1;
  while (number % (2 * power) == 0 && 2 * power <= most)
    power *= 2;
  return power;
}

int64_t BlockSizes::chooseLanes(std::optional<int64_t> span,
                                bool isExact) const {
  constexpr int64_t most = 64;
  int64_t room = std::max<int64_t>(2, std::min(most, 4 * width));
  return isExact ? getLargestDivisor(*span, room)
                 : std::min(span.value_or(room), room);
}

int64_t BlockSizes::chooseRows(std::optional<int64_t> span, bool isExact,
                               int64_t numLanes) const {
  int64_t room =
      std::clamp<int64_t>(32 / llvm::divideCeilSigned(numLanes, width), 1, 16);
  if (isExact)
    return getLargestDivisor(*span, room);
  if (span && *span <= room)
    return *span;
  // A divisor needs no rest, but a small one costs more than the rest does.
  int64_t divisor = span ? getLargestDivisor(*span, room) : room;
  return 2 * divisor >= room ? divisor : room;
}

int64_t BlockSizes::chooseTransposedRows(std::optional<int64_t> span,
                                         bool isExact) const {
  if (!span)
    return line;
  int64_t power = getPowerOfTwoIn(*span, line);
  if (isExact || power >= part)
    return power;
  return std::min<int64_t>(line, llvm::bit_floor(uint64_t(*span)));
}

int64_t BlockSizes::chooseTransposedLanes(std::optional<int64_t> span,
                                          bool isExact) const {
  int64_t most = std::max({width, part, least});
  if (!span)
    return most;
  if (*span % part == 0 && *span <= 2 * most)
    return *span;
  if (isExact) {
    int64_t parts = *span % part == 0 ? *span / part : 0;
    return parts ? part * getLargestDivisor(parts, most / part)
                 : getPowerOfTwoIn(*span, most);
  }
  if (*span >= part)
    return std::min(most, *span / part * part);
  return llvm::bit_floor(uint64_t(*span));
}
