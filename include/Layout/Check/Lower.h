//===- Lower.h - Checked programs to LLVM -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_LOWER_H
#define LAYOUT_CHECK_LOWER_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes all tensors buffers, function boundaries included; does nothing if
/// there are none.
LogicalResult bufferizeTensors(ModuleOp module);

/// Lowers a module without layouts to the LLVM dialect, `entry` with a C
/// interface. Nothing is won on the strength of promises that the checked
/// passes may have used: fast-math and overflow flags are dropped, so that both
/// programs round and wrap alike. Stack buffers move to the heap, where they
/// get guard zones. With `accesses`, they are checked (`addBoundsChecks`).
LogicalResult lowerToLLVM(ModuleOp module, StringRef entry,
                          SmallVectorImpl<Location> *accesses = nullptr);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_LOWER_H
