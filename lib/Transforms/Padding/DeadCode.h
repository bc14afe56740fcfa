//===- DeadCode.h - Unused control flow and values --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_DEADCODE_H
#define LIB_TRANSFORMS_PADDING_DEADCODE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Erases unused computations and loads, empty loops and branches, and buffers
/// that are neither read nor written, with their facts. An `if` with only an
/// else is turned around. Loops that may not end stay. Returns true if
/// something changed. Cost: one walk.
bool eraseDeadCode(ModuleOp module);

/// Erases loops that never have an iteration, as far as `IntegerFacts` can
/// tell. Cost: one bounded query per loop.
bool eraseLoopsWithoutIterations(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_DEADCODE_H
