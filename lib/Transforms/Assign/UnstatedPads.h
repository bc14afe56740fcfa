//===- UnstatedPads.h - Padding for which nothing is stated -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_UNSTATEDPADS_H
#define LIB_TRANSFORMS_ASSIGN_UNSTATEDPADS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// Reports, for each buffer that has padding but no pad for it, among
/// `requested` and those whose types in `module` state a layout, which element
/// is such padding: by an error if pads are required, else by a remark. Costs
/// nothing if neither is enabled, else one walk.
LogicalResult
checkUnstatedPads(ModuleOp module,
                  ArrayRef<std::pair<MemRefType, Location>> requested,
                  bool arePadsRequired);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_UNSTATEDPADS_H
