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
/// values. What is read from memory is not. Bounded: past `maxInvariantOps` ops
/// the answer is no.
bool isLoopInvariant(Operation *loop, Value value);
constexpr unsigned maxInvariantOps = 64;

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_LOOPINVARIANCE_H
