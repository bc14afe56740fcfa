//===- BlockDigits.h - Digits along which blocks extend ---------*- C++ -*-===//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_BLOCKDIGITS_H
#define LIB_TRANSFORMS_RELAYOUT_BLOCKDIGITS_H

#include "CopyNest.h"
#include "Layout/Analysis/Target/Target.h"
#include "Transforms/Tile/Digits.h"

namespace mlir::layout {

/// The digit of a loop that has this weight.
struct DigitName {
  unsigned loop;
  int64_t weight;
  bool operator==(const DigitName &other) const {
    return loop == other.loop && weight == other.weight;
  }
};

/// Which digits of a copy's loops are rows and lanes of its blocks, and in
/// which order loops run over all digits. A block has as many rows and lanes as
/// the registers of the target and the lines of its caches suggest.
struct BlockDigits {
  SmallVector<Digit> order; ///< all; the last two are rows and lanes
  DigitName rows, lanes;
  int64_t numRows, numLanes;
  bool isTransposed;     ///< along rows, not lanes, the source is contiguous
  int64_t registerLanes; ///< as many fit a register

  /// Nullopt where neither rows nor lanes lie side by side in both buffers.
  static std::optional<BlockDigits> choose(const CopyNest &copy,
                                           const Target &target);
};

/// The number of an element in a row-major buffer of static shape.
AffineExpr getOffset(AffineMap place, MemRefType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_BLOCKDIGITS_H
