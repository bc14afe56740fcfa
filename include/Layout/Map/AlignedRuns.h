//===- AlignedRuns.h - Runs that a layout keeps whole -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some instructions take one address and move 4, 8 or 16 bytes. May a layout
// lie under them?
//
//     (i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)
//
//     runs of 8    yes: a run from j = 8 k on is one innermost row
//     runs of 16   no: elements (1, 7) and (1, 8) are not adjacent elements
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_ALIGNEDRUNS_H
#define LAYOUT_MAP_ALIGNEDRUNS_H

#include "Layout/Map/Decision.h"
#include "Layout/Map/PhysicalLayout.h"

namespace mlir::layout {

/// Returns whether each run of `length` elements along the last logical dimension
/// from a multiple of `length` on is one run in the physical buffer, and begins
/// at a multiple of `length` there.
///
/// Exact, by enumeration, for static shapes of at most 2^22 elements without
/// axis separators; else Unknown. No names two elements that are not
/// adjacent, or one that is not aligned.
Decision keepsAlignedRuns(const PhysicalLayout &layout, int64_t length);

} // namespace mlir::layout

#endif // LAYOUT_MAP_ALIGNEDRUNS_H
