//===- Panels.h - What is read again while a cache holds it -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for %i { for %j { t[%i] += A[%i, %j] * x[%j] }
//              for %j { y[%j] += A[%i, %j] * t[%i] } }
//
// reads A from memory once: the second loop finds the row in a cache. With a
// loop over %i for each of the two it is read twice. Tiles permit something
// between: to distribute inside of the last digit of %i, so that a *panel* of
// tiles is read twice, and a cache holds that, too.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_PANELS_H
#define LIB_TRANSFORMS_TILE_PANELS_H

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// The outermost loops of a function of which several parts (LoopParts.h) walk
/// through one buffer each, once, that the second cache of the target does not
/// hold, where it holds the part of the buffer that belongs to one value of the
/// first digit. Reads only. Cost: linear.
SmallVector<affine::AffineForOp> findPanelLoops(Operation *function,
                                                const Target &target);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_PANELS_H
