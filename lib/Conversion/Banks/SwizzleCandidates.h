//===- SwizzleCandidates.h - Layouts for workgroup buffers ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_BANKS_SWIZZLECANDIDATES_H
#define LAYOUT_LIB_CONVERSION_BANKS_SWIZZLECANDIDATES_H

#include "Layout/IR/Layout.h"

namespace mlir::layout {

/// A row pad, or a `swizzle<bits, base, shift>` of the row-major offset.
struct SwizzleCandidate {
  int64_t rowPad = 0; ///< elements; 0: a swizzle
  int64_t bits = 0, base = 0, shift = 0;
  int64_t numElements = 0; ///< of the physical buffer, perhaps a few less

  /// "swizzle<3, 3, 3>", "a pad of 8 elements for each row".
  std::string str() const;
  /// Where the element of a logical index lies.
  AffineExpr getOffset(MLIRContext *context, ArrayRef<int64_t> shape) const;
  /// The layout as a map of indices. A swizzle that leaves each element in its
  /// row keeps the rows apart, so that no index has to be split again; others
  /// have one physical dimension.
  BufferAttr getLayout(MLIRContext *context, ArrayRef<int64_t> shape) const;
};

/// All candidates for a buffer of this static shape: swizzles that keep runs of
/// `runLength` elements together and move words, with bits <= 5 and shift <= 8,
/// then row pads in units of such runs, up to all banks. Those of fewer bits
/// come first.
std::vector<SwizzleCandidate> listSwizzles(ArrayRef<int64_t> shape,
                                           int64_t bytesPerElement,
                                           int64_t runLength);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_BANKS_SWIZZLECANDIDATES_H
