//===- Reflow.h - Moving and cancelling conversions -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PROPAGATE_REFLOW_H
#define LAYOUT_TRANSFORMS_PROPAGATE_REFLOW_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Moves the `layout.convert` of tensors in `module` through ops that have
/// `LayoutPropagationOpInterface`, and cancels them, such that no execution
/// converts more bits of data. True if something changed. Cannot fail: types
/// say what padding holds, and the op that defines a tensor of a type owes it.
/// Cost: about linear in the ops, times the number of layouts.
bool reflowConversions(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PROPAGATE_REFLOW_H
