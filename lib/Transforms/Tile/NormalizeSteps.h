//===- NormalizeSteps.h - Loops with step 1 for others ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_NORMALIZESTEPS_H
#define LIB_TRANSFORMS_TILE_NORMALIZESTEPS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Counts the iterations of loops in `root`, itself included, that have another
/// step than 1: what was the variable is an expression in accesses and bounds
/// then. Loops with attributes stay, and those of which the number of
/// iterations might wrap around. Cost: linear.
void normalizeSteps(affine::AffineForOp root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_NORMALIZESTEPS_H
