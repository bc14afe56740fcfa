//===- MergeLoops.h - Neighbouring loops become one -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_REORDER_MERGELOOPS_H
#define LAYOUT_TRANSFORMS_REORDER_MERGELOOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Fuses loops of one block over equal ranges, then those inside:
///
///     for %i < 4 { A[%i] = 0 }          for %i < 4 {
///     for %j < 4 { B[%j] = A[%j] }        A[%i] = 0
///                                         B[%i] = A[%i] }
///
/// Law: iteration j of the second depends on no iteration i > j of the first.
/// Counterexample: with A[%j + 1], iteration 0 of the second would read what
/// iteration 1 of the first has not written yet.
///
/// Ops between the two are stepped over where they neither interfere nor
/// compute what the second needs, or are moved to the front. `function` is any
/// op with a body. Cannot fail. Cost: a bounded number of queries per loop.
///
/// Source: RFC 0077, "merge adjacent loops".
void mergeLoops(Operation *function);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_REORDER_MERGELOOPS_H
