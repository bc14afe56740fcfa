//===- LoopInvariance.h - Values that a loop does not change ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H
#define LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Is `value` the same in all iterations of `loop`, and can it be computed in
/// front of it, whether or not there is an iteration? So is what is defined
/// outside, and what ops without effect, regions and traps compute from such
/// values. What is read from memory is not, nor is what `linalg.index` or
/// `gpu.thread_id` says in a region of `loop`. Bounded: past `maxInvariantOps`
/// ops the answer is no.
bool isLoopInvariant(Operation *loop, Value value);
constexpr unsigned maxInvariantOps = 64;

/// Returns true if the ops around `op`, up to `outermost` and with it, are
/// loops and branches: not a `linalg.generic`, whose body has indices of its
/// own. Also if the two are one.
bool isOnlyInLoops(Operation *op, Operation *outermost);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H
