//===- SplitPoints.h - Points at which to split loops -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_SPLITPOINTS_H
#define LIB_TRANSFORMS_CONDITIONS_SPLITPOINTS_H

#include "Transforms/LoopBounds/LoopBound.h"

namespace mlir::layout {

/// Returns the points inside of the loop's range at which a condition changes,
/// in order: the constant ones, or else one that depends on other values, since
/// the order of several is unknown. Outside of the interior, conditions that
/// can become bounds of inner loops do not count.
SmallVector<LoopBound> findSplitPoints(IntegerFacts &facts, Operation *loop,
                                       bool isInterior);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_SPLITPOINTS_H
