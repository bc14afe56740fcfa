//===- LoopIterations.h - Iteration domains of loops ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_LOOPITERATIONS_H
#define LAYOUT_LIB_ANALYSIS_LOOPITERATIONS_H

#include "Execution.h"
#include "Layout/IR/LoopCounters.h"

namespace mlir::layout {

/// Loops whose iterations are distinguished by their variables.
bool isKnownLoop(Operation *op);

/// Returns true if the facts about the loop variables describe exactly which
/// iterations are executed.
bool hasExactDomain(Operation *loop, IntegerFacts &facts);

/// The conditions under which `op` is executed in an iteration of `loop` around
/// it. False: there may be more.
bool collectPath(Operation *op, Operation *loop, IntegerFacts &facts,
                 Execution &execution, SmallVectorImpl<Condition> &path);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_LOOPITERATIONS_H
