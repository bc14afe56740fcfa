//===- Choose.h - Layouts for contractions ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PROPAGATE_CHOOSE_H
#define LAYOUT_TRANSFORMS_PROPAGATE_CHOOSE_H

#include "Layout/Transforms/LayoutChoice.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

struct ChooseOptions {
  bool reassociate = false; ///< convolutions may add up in another order
  LayoutChoice layouts = LayoutChoice::Auto;
  unsigned threads = 1; ///< that will share the work
};

/// Puts conversions around the contractions on plain tensors in `module`, for
/// the target that it states, and around ops with `layout.prefer`. True if
/// something changed. Fails, with an error at the op, where a preference cannot
/// be met, or the target is not stated as it should be; the module is then what
/// it was. Cost: linear in the module.
FailureOr<bool> chooseLayouts(ModuleOp module, const ChooseOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PROPAGATE_CHOOSE_H
