//===- ChangeCall.h - Rewriting calls and their signatures ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STORAGE_CHANGECALL_H
#define LIB_TRANSFORMS_STORAGE_CHANGECALL_H

#include "Layout/Analysis/Functions/Calls.h"

namespace mlir::layout {

/// `call` names another function of the same symbol table.
void setCallee(TracedCall call, StringAttr name);

/// Appends arguments: after the others, not after all operands.
void addArguments(TracedCall call, ValueRange values);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STORAGE_CHANGECALL_H
