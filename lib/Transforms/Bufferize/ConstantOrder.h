//===- ConstantOrder.h - Names of constants in memory -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_CONSTANTORDER_H
#define LIB_TRANSFORMS_BUFFERIZE_CONSTANTORDER_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Numbers the globals that upstream's bufferization makes of constants
/// (`@__constant_4xf32_0`) in the order in which the module uses them, the last
/// one first in the module. Upstream takes functions in the order of their
/// addresses, which is another one in each run: names, and so object files and
/// files of weights, would be, too. Cost: linear in the module.
void orderConstants(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_CONSTANTORDER_H
