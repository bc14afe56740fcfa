//===- SplitCondition.h - Invariant parts of conditions ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_SPLITCONDITION_H
#define LIB_TRANSFORMS_CONDITIONS_SPLITCONDITION_H

#include "BranchTree.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout {

/// Returns true if all values that the condition is computed from can be moved
/// before the loop.
bool canMoveOut(LoopLikeOpInterface loop, const WrittenCondition &condition);

/// `if a and b` becomes `if a { if b }`, with all that does not change in the
/// loop in `a`; the given branch is then the outer one.
void splitOffInvariant(LoopLikeOpInterface loop, Operation *&branch);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_SPLITCONDITION_H
