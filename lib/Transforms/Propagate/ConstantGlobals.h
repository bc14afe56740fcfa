//===- ConstantGlobals.h - Constant globals as tensors ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONSTANTGLOBALS_H
#define LIB_TRANSFORMS_PROPAGATE_CONSTANTGLOBALS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes an `arith.constant` of each tensor that is read from a private
/// constant `memref.global`, if a conversion converts what is made of it, so
/// that it is packed at compile time as all constants are. A global that
/// nothing names any more goes. True if something changed. Cost: linear in the
/// ops of `module`.
bool readConstantGlobals(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONSTANTGLOBALS_H
