//===- Choose.h - Layouts for contractions ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PROPAGATE_CHOOSE_H
#define LAYOUT_TRANSFORMS_PROPAGATE_CHOOSE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Puts conversions around the contractions on plain tensors in `module`, for
/// the target that it states, and around ops with `layout.prefer`. With
/// `reassociate`, convolutions may add up in another order. True if
/// something changed. Fails, with an error at the op, where a preference cannot
/// be met, or the target is not stated as it should be; the module is then what
/// it was. Cost: linear in the module.
FailureOr<bool> chooseLayouts(ModuleOp module, bool reassociate = false);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PROPAGATE_CHOOSE_H
