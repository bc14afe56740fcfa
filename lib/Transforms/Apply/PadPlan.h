//===- PadPlan.h - Pad stages that layout-apply will insert -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_APPLY_PADPLAN_H
#define LIB_TRANSFORMS_APPLY_PADPLAN_H

#include "Layout/Transforms/Apply/Apply.h"

namespace mlir::layout {

/// Plans who writes the padding of each laid-out buffer, and where. Adds to
/// `plan` its roots, pad stages, owed pads and arguments; `plan.types` must be
/// complete. `functions` are all functions of `module`. Fails, with an error at
/// the op, if a pad is due at a point where it cannot be written, such as
/// inside of a parallel loop.
LogicalResult planPads(ModuleOp module, ArrayRef<TracedFunction> functions,
                       const AccessModes &modes, SymbolTableCollection &symbols,
                       const ApplyOptions &options, ApplyPlan &plan);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_APPLY_PADPLAN_H
