//===- ParallelPlan.h - Plan of layout-parallelize-loops --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PARALLELIZE_PARALLELPLAN_H
#define LIB_TRANSFORMS_PARALLELIZE_PARALLELPLAN_H

#include "Transforms/Tile/NestWork.h"

namespace mlir::layout {

/// Loops of which each contains only the next, and all of whose iterations may
/// run at once.
struct ParallelBand {
  /// Several have constant bounds.
  SmallVector<affine::AffineForOp> loops;
  NestWork work;
  /// Its iterations take different time: each thread gets every n-th.
  bool isUneven = false;
  /// Whether there is enough to do is known when the program runs.
  bool isConditional = false;
};

/// From how many instructions on threads are worth it.
struct ParallelThresholds {
  double together; ///< of all bands of a function, or of one by itself
  double each;     ///< of a band where all together have enough
};

struct ParallelPlan {
  std::vector<ParallelBand> bands;
  double minWork = 0; ///< of those that are conditional
};

/// The bands of a function that are worth it, in the order of the text, none
/// inside of another one or of what runs in parallel already. Remarks why other
/// loops are not among them.
ParallelPlan planParallelBands(Operation *function, const Target &target,
                               unsigned numThreads,
                               const ParallelThresholds &thresholds);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PARALLELIZE_PARALLELPLAN_H
