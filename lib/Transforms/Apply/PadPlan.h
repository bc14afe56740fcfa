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

/// Adds to `plan`, whose types are known, what becomes of the padding of all
/// laid-out buffers of `functions`, all those of `module`: roots, stages, modes
/// of arguments. Explains, by an error at the op, padding that is due where it
/// cannot be written.
LogicalResult planPads(ModuleOp module, ArrayRef<TracedFunction> functions,
                       const AccessModes &modes, SymbolTableCollection &symbols,
                       const ApplyOptions &options, ApplyPlan &plan);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_APPLY_PADPLAN_H
