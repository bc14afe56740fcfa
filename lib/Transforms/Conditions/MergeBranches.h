//===- MergeBranches.h - Merging adjacent branches --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_MERGEBRANCHES_H
#define LIB_TRANSFORMS_CONDITIONS_MERGEBRANCHES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Joins an `if` with the next one in its block where their conditions are the
/// same or complementary, and drops one whose arms do the same. Only values are
/// computed between the two. Returns true if something changed.
bool mergeBranches(Operation *scope);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_MERGEBRANCHES_H
