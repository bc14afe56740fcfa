//===- DeadOps.h - Ops without uses and effects -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_DEADOPS_H
#define LIB_TRANSFORMS_SUPPORT_DEADOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns true if the region consists of a terminator without effect.
bool doesNothing(Region &region);

/// Returns true if no result of `op` is used, and it has no effect. To be
/// called after the ops in its regions, as bodies that are not empty are looked
/// at only if the op has results. Cost: otherwise constant; `isOpTriviallyDead`
/// walks whole bodies.
bool isDeadOp(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_DEADOPS_H
