//===- ParallelizeLoops.h - Parallelizing loops -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PARALLELIZE_PARALLELIZELOOPS_H
#define LAYOUT_TRANSFORMS_PARALLELIZE_PARALLELIZELOOPS_H

#include "Layout/Analysis/Target/Target.h"

namespace mlir::layout {

/// Makes `affine.parallel` of the outermost `affine.for` of a function whose
/// iterations may run at once, and that have enough to do for `numThreads`:
///
///     affine.for %i = 0 to 32 {          affine.parallel (%i) = (0) to (32) {
///       A[%i] = B[%i] ...                  A[%i] = B[%i] ...
///
/// Law: no iteration touches an element that another one touches, if one of
/// them writes; what an iteration allocates is its own. Counterexample: with
/// A[%i + 1] on the right side, iteration 1 may find what iteration 0 wrote, or
/// what was there before. A loop that carries values stays, and with it the
/// order of its sums. If a loop stays, the loops inside it are considered.
///
/// Where the iterations of one loop cannot be shared evenly, loops right inside
/// of it are joined to it; where what they do grows or shrinks, as in a
/// triangle, each thread takes every `numThreads`-th. If this is known at run
/// time only, the program has both loops, and a branch. A loop has enough to do
/// if it is estimated to execute `minWork` instructions; with `minWork` 0, the
/// limits are `kMinParallelWork` for all such loops of the function together
/// and `kMinParallelWorkAwake` for each. What an iteration of a sequential loop
/// allocates on the stack, and accesses directly, is allocated once.
/// Cannot fail. Cost: a bounded number of queries per loop.
void parallelizeLoops(Operation *function, const Target &target,
                      unsigned numThreads, int64_t minWork = 0);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PARALLELIZE_PARALLELIZELOOPS_H
