//===- ParallelPlan.h - Which loops run at once -----------------*- C++ -*-===//
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

/// The bands of a function that are worth it, in the order of the text, none
/// inside of another one or of what runs in parallel already. Remarks why other
/// loops are not among them.
std::vector<ParallelBand> planParallelBands(Operation *function,
                                            const Target &target,
                                            unsigned numThreads,
                                            double minWork);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PARALLELIZE_PARALLELPLAN_H
