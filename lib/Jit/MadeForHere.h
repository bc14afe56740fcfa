//===- MadeForHere.h - Checks of the target processor -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_MADEFORHERE_H
#define LAYOUT_LIB_JIT_MADEFORHERE_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::layout {

/// Returns why this machine cannot run a module in the LLVM dialect: its triple
/// is of another family, or a function has a processor, features or a length of
/// vectors that this machine lacks or is not known to have. Empty if it can, as
/// where nothing is stated. Linear in the functions.
std::string whyNotMadeForHere(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_MADEFORHERE_H
