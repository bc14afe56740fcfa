//===- SplitLoop.h - Splitting loops at conditions --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_SPLITLOOP_H
#define LIB_TRANSFORMS_CONDITIONS_SPLITLOOP_H

#include "Transforms/LoopBounds/LoopBound.h"

namespace mlir::layout {

/// Points inside the loop's range where a condition changes, in order: the
/// constant ones, or else one that depends on other values, since their order
/// is not known. Outside of the interior, conditions that bounds of inner loops
/// can express do not count.
SmallVector<LoopBound> findSplitPoints(IntegerFacts &facts, Operation *loop,
                                       bool isInterior);

/// Cuts the loop at points inside of its range. Returns all pieces, in order.
SmallVector<Operation *> splitLoop(IntegerFacts &facts, Operation *loop,
                                   ArrayRef<LoopBound> points);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_SPLITLOOP_H
