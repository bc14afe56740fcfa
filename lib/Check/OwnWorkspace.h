//===- OwnWorkspace.h - Memory for the function that is run -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_OWNWORKSPACE_H
#define LAYOUT_LIB_CHECK_OWNWORKSPACE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// If the function takes its memory from its caller, puts one of the same name in
/// its place that allocates as many bytes as it asks for, and stops where they
/// are refused. `layout-plan-memory{workspace=argument}` makes such functions.
void allocateOwnWorkspace(ModuleOp module, StringRef entry);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_OWNWORKSPACE_H
