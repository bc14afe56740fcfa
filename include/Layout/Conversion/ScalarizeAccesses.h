//===- ScalarizeAccesses.h - Vector accesses as scalar ones -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_SCALARIZEACCESSES_H
#define LAYOUT_CONVERSION_SCALARIZEACCESSES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The accesses in kernels of one vector of contiguous elements in a buffer of
/// numbers: of one axis, not masked, in bounds; textures apart. Cost: one walk.
SmallVector<Operation *> planScalarizeAccesses(ModuleOp module);

/// Loads or stores the numbers of each one by one. Cannot fail.
void applyScalarizeAccesses(ArrayRef<Operation *> accesses);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_SCALARIZEACCESSES_H
