//===- KnownBase.h - Known first indices of vectors -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_KNOWNBASE_H
#define LAYOUT_LIB_TRANSFORMS_KNOWNBASE_H

#include "LaneTransfer.h"
#include "Layout/Map/LaneRuns.h"
#include "Transforms/Support/IndexValues.h"

namespace mlir::layout {

/// What is known of the index of lane 0 of a transfer.
struct KnownBase {
  ComposedIndices composed;
  SmallVector<Interval> ranges; ///< of the operands

  static KnownBase of(const LaneTransfer &transfer);

  /// Where every lane is surely touched, an index that would put one outside is
  /// undefined behaviour; so an operand that is an index is in between.
  void assumeInside(const LaneTransfer &transfer);

  /// The access over the operands.
  LaneAccess describe(const LaneTransfer &transfer, AffineMap layout) const;
  /// The same access over variables that count the steps of loops, so that
  /// what divides an index is seen.
  LaneAccess describeBySteps(const LaneTransfer &transfer,
                             AffineMap layout) const;

  /// The place of a lane as a map of the operands. Where it is linear in the
  /// steps of loops, and in whole steps, divisions are gone that ranges alone
  /// do not decide: (i floordiv 4, i mod 4) is (i floordiv 4, 0) in steps of 4.
  AffineMap getPlace(const LaneTransfer &transfer, AffineMap layout,
                     int64_t number) const;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_KNOWNBASE_H
