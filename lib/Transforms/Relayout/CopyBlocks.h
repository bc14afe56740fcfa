//===- CopyBlocks.h - Which elements are copied at once ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy is made in blocks of rows x lanes. Lanes are a digit along which the
// destination is contiguous. Where the source is, too, rows are any other
// digit, there to do more between two conditions. Where it is not, rows are the
// digit along which the source is contiguous, and the block is transposed in
// registers.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_COPYBLOCKS_H
#define LIB_TRANSFORMS_RELAYOUT_COPYBLOCKS_H

#include "BlockDigits.h"
#include "Transforms/Tile/DigitLoops.h"

namespace mlir::layout {

/// A nest and how its elements are copied. Expressions in `copy` but those of
/// its `nest` are over the digits of `loops`, of which the last two are rows
/// and lanes, then the values from around the nest.
struct CopyBlocks {
  CopyBlocks(CopyNest copy, DigitLoops loops)
      : copy(std::move(copy)), loops(std::move(loops)) {}

  CopyNest copy;
  DigitLoops loops;
  int64_t numRows = 1, numLanes = 0;
  bool isTransposed = false;
  /// Shuffles are cheap: whole rows are loaded, where they fill a register.
  bool shufflesWhole = false;
  int64_t registerLanes = 1; ///< as many fit a register
  /// Some lanes of a register are one access, whichever they are. Else masks
  /// are such of which `layout-legalize` makes shorter vectors.
  bool hasMasks = true;
  /// Both buffers together exceed the caches.
  bool isBeyondCaches = false;
  int64_t lineBytes = kLineBytes; ///< that are stored past the caches at once
  /// Those under which a row and lane is an iteration of the nest, all >= 0.
  SmallVector<AffineExpr> bounds;
  /// The last block begins as many iterations earlier as are missing in it,
  /// and copies some elements again; null: it does not.
  AffineExpr rowShift, laneShift;

  unsigned getNumDigits() const { return loops.getOrder().getNumDigits(); }
  unsigned getRows() const { return getNumDigits() - 2; }
  unsigned getLanes() const { return getNumDigits() - 1; }
};

/// Nullopt if neither buffer has contiguous elements along a loop, or the tile
/// loops cannot be made; `reason` says which.
std::optional<CopyBlocks> planCopyBlocks(CopyNest copy, const Target &target,
                                         std::string &reason);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_COPYBLOCKS_H
