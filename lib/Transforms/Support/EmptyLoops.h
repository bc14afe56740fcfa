//===- EmptyLoops.h - Loops that are never entered --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_EMPTYLOOPS_H
#define LIB_TRANSFORMS_SUPPORT_EMPTYLOOPS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Erases each `affine.for` in `root` that is never entered, by the ranges of
/// variables and constants; its results become its initial values. Calls
/// `visit` before that. Upstream's canonicalization drops all bounds of loops
/// inside of such a loop, and leaves invalid ones: passes that make loops over
/// parts of a range must leave none. Cost: linear in the bounds.
void removeEmptyLoops(
    Operation *root,
    function_ref<void(affine::AffineForOp)> visit = [](affine::AffineForOp) {});

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_EMPTYLOOPS_H
