//===- CallAliasing.h - One buffer through two arguments --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLALIASING_H
#define LAYOUT_ANALYSIS_CALLALIASING_H

#include "Layout/Analysis/AccessMode.h"

namespace mlir::layout {

LogicalResult verifyCallAliasing(
    ModuleOp module, const AccessModes &modes, SymbolTableCollection &symbols,
    function_ref<bool(func::FuncOp, unsigned)> isLaidOutArg,
    function_ref<void(func::CallOp, Value, Value)> unknownOrigins);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLALIASING_H
