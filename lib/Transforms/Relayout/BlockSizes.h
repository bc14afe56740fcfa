//===- BlockSizes.h - How many elements are copied at once ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_BLOCKSIZES_H
#define LIB_TRANSFORMS_RELAYOUT_BLOCKSIZES_H

#include <cstdint>
#include <optional>

namespace mlir::layout {

/// The largest divisor of `number` that is `most` or less.
int64_t getLargestDivisor(int64_t number, int64_t most);

/// How many values of a digit the rows and the lanes of a block take. A digit
/// has `span` values at most, nullopt if that is not known. Where it has
/// exactly so many (`isExact`), as all but the outermost digits of a loop, a
/// size is taken that divides it: a block that ends beyond it would need a
/// condition.
struct BlockSizes {
  int64_t width; ///< lanes of a register
  int64_t part;  ///< lanes of 128 bits
  int64_t line;  ///< elements of a line of the caches
  /// Lanes that a transposed block is to have at least, where the loop has as
  /// many: those of a whole line if it is stored past the caches.
  int64_t least = 1;

  /// Lanes and rows of a block whose lanes lie side by side in both buffers.
  int64_t chooseLanes(std::optional<int64_t> span, bool isExact) const;
  int64_t chooseRows(std::optional<int64_t> span, bool isExact,
                     int64_t numLanes) const;
  /// The same of one in which rows become lanes.
  int64_t chooseTransposedRows(std::optional<int64_t> span, bool isExact) const;
  int64_t chooseTransposedLanes(std::optional<int64_t> span,
                                bool isExact) const;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_BLOCKSIZES_H
