//===- DeadOps.h - Ops that nobody would miss -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_DEADOPS_H
#define LIB_TRANSFORMS_SUPPORT_DEADOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Does the region consist of a terminator, itself without effect?
bool doesNothing(Region &region);

/// Is no result of `op` used, and has it no effect? Asked behind the ops in its
/// regions, as bodies that are not empty are looked at only where the op has
/// results. Cost: constant else; `isOpTriviallyDead` walks whole bodies.
bool isDeadOp(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_DEADOPS_H
