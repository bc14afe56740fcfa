//===- GuardClamps.h - Clamping conditions to 64 bits -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MAP_GUARDCLAMPS_H
#define LIB_MAP_GUARDCLAMPS_H

#include "Layout/Map/Condition.h"
#include "Layout/Map/Simplify.h"

namespace mlir::layout {

/// To what numbers are clamped before a new condition is computed of them: the
/// program need not compute the same sum.
///
///     for %i = 0 to %n { A[%i - 5] }     for %p = -5 to max(%n, -2^40) - 5
///
/// Dimensions from `firstNumber` on are numbers of which an end of the range
/// may be unknown; those before are variables of loops, with known ranges. Each
/// condition holds of the clamped numbers if and only if it holds of the
/// numbers themselves.
struct GuardClamps {
  SmallVector<Interval> ofNumbers; ///< from `firstNumber` on; empty: as it is

  /// Fails where a clamp of one number decides nothing, as of `n - m`. Cost:
  /// up to 18 evaluations for each number in each condition.
  static FailureOr<GuardClamps> plan(ArrayRef<IndexConstraint> conditions,
                                     ArrayRef<Interval> ranges,
                                     unsigned firstNumber);
};

} // namespace mlir::layout

#endif // LIB_MAP_GUARDCLAMPS_H
