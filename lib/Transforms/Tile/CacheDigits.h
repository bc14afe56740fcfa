//===- CacheDigits.h - Sums in parts that fit a cache -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outermost loop of a product goes over panels of one factor, and reads all
// of the other one for each:
//
//     for j, for i, for k                   c[i, j] += a[i, k] * b[k, j]
//
// Where the second cache has no room for `a`, it comes from farther away each
// time. In parts of the sum it is read from there once:
//
//     for part of k, for j, for i, for k in the part
//
// Each sum is added up in the order in which it was, and waits in memory from
// one part to the next.
//
// A nest that reads rows once, as the product of a vector and a matrix, goes
// over them for each block of lanes, and each time reads a piece of every row,
// which hardware prefetches badly:
//
//     for j in blocks, for k, for lanes     c[j] += a[k] * b[k, j]
//
// In parts of so many rows as the first cache holds, each row is read from far
// away as a whole:
//
//     for part of k, for j in blocks, for k in the part, for lanes
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_CACHEDIGITS_H
#define LIB_TRANSFORMS_TILE_CACHEDIGITS_H

#include "Digits.h"
#include "Layout/Analysis/Target/Target.h"

namespace mlir::layout {

/// The digit of the parts, if there are to be any: it goes around `outer`, and
/// the first of `sums` gets an extent.
std::optional<Digit> splitForCache(const AffineNest &nest,
                                   ArrayRef<Digit> outer,
                                   MutableArrayRef<Digit> sums,
                                   const Target &target);

/// The same of rows that the nest reads once, in blocks of `numLanes`
/// iterations of the loop of the last of `outer`. The digit of the parts goes
/// around that one. The iterations of the loop `rows`, if a block has any, use
/// an element several times.
std::optional<Digit> splitForRows(const AffineNest &nest, ArrayRef<Digit> outer,
                                  MutableArrayRef<Digit> sums, int64_t numLanes,
                                  std::optional<unsigned> rows,
                                  const Target &target);

/// Returns the bytes between the elements of adjacent iterations of a loop
/// whose variable is a dimension of the access; nullopt if that is not known.
std::optional<int64_t> getDistance(const AffineNest::Access &access,
                                   unsigned dim);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_CACHEDIGITS_H
