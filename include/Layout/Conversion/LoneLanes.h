//===- LoneLanes.h - Masks that LLVM miscompiles ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_LONELANES_H
#define LAYOUT_CONVERSION_LONELANES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Returns the set lanes of a mask whose partner is not set: lane 2i is the
/// partner of lane 2i + 1, and the last lane of an odd number has none.
///
///     lanes     0 1  2 3  4 5  6 7
///     mask      1 1  1 1  1 0  0 0     lane 4 is alone
///
/// Why: for AVX-512, LLVM 22 makes one store of a truncation and a masked
/// store. If the mask is a constant with one set lane, LLVM then stores that
/// lane as it was before the truncation: 4 bytes of an i32 where one byte of an
/// i8 was due (llvm/llvm-project#179489). LLVM halves vectors that are longer
/// than a register, so it is not enough to count the lanes of the whole mask.
/// In a mask without lone lanes, each half, quarter and so on has an even
/// number of set lanes, never one. Exact; linear in the number of lanes.
inline llvm::SmallVector<unsigned> findLoneLanes(llvm::ArrayRef<bool> mask) {
  llvm::SmallVector<unsigned> lone;
  for (unsigned lane = 0; lane < mask.size(); ++lane) {
    unsigned partner = lane ^ 1;
    if (mask[lane] && (partner >= mask.size() || !mask[partner]))
      lone.push_back(lane);
  }
  return lone;
}

/// Returns true if an integer of this width may be the result of a truncation,
/// which LLVM 22 then makes a part of a masked store.
inline bool mayBeTruncated(unsigned width) { return width < 64; }

/// Returns true if the lanes of a vector of integers of this width lie in
/// memory as the elements of an array do. Vectors of others are packed, such as
/// i1.
inline bool areLanesAddressable(unsigned width) {
  return width == 8 || width == 16 || width == 32;
}

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_LONELANES_H
