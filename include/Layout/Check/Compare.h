//===- Compare.h - Comparison of results ------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_COMPARE_H
#define LAYOUT_CHECK_COMPARE_H

#include "Layout/Check/Run.h"

namespace mlir::layout {

struct Comparison {
  std::string difference;   ///< the first one; empty if there is none
  int64_t numUndefined = 0; ///< elements that were not compared
};

/// Compares a run of the candidate with some of the reference. Only what all of
/// these agree about, bit for bit, is determined by the program. A difference
/// is none where those in `changed`, which have other values in place of
/// poison, do not agree with them either.
Comparison compareOutcomes(ArrayRef<RunOutcome> references,
                           ArrayRef<RunOutcome> changed,
                           const RunOutcome &candidate, double rtol);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_COMPARE_H
