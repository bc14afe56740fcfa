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

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_CACHEDIGITS_H
