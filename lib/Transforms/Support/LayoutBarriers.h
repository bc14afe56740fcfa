//===- LayoutBarriers.h - Layout barriers of ops ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_LAYOUTBARRIERS_H
#define LIB_TRANSFORMS_SUPPORT_LAYOUTBARRIERS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Returns true if the op keeps the layouts of its tensors, by `layout.prefer`
/// without a value. With a value it states others.
bool isLayoutBarrier(Operation *op);

/// Takes that attribute from all ops of `module`, where layouts of tensors
/// cannot change any more. True if there was one.
bool dropLayoutBarriers(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_LAYOUTBARRIERS_H
