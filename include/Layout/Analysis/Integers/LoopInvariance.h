//===- LoopInvariance.h - Values that a loop does not change ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: can the value be computed before the loop?
//
//     for %i
//       %0 = arith.addi %n, %c1        yes
//       %1 = arith.divsi %n, %m        no: %m may be 0, and the loop not entered
//       %2 = memref.load %a[%c0]       no: the loop may write %a
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H
#define LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns true if `value` is the same in all iterations of `loop`, and can be
/// computed before it, whether or not there is an iteration: if it is defined
/// outside, or computed from such values by ops without effects, regions and
/// traps. Loads are not invariant, nor are `linalg.index` and `gpu.thread_id`
/// in a region of `loop`. Bounded: after `maxInvariantOps` ops the answer is
/// false.
bool isLoopInvariant(Operation *loop, Value value);
constexpr unsigned maxInvariantOps = 64;

/// Returns true if the ops around `op`, up to `outermost` and with it, are
/// loops and branches: not a `linalg.generic`, whose body has indices of its
/// own. Also if the two are one.
bool isOnlyInLoops(Operation *op, Operation *outermost);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H
