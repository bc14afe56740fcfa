//===- Workspace.h - Buffers in memory of the caller ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_WORKSPACE_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_WORKSPACE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Gives each public function with a body a last argument of bytes, from which
/// it takes its buffers, a last result, 0 or why nothing was computed, and a
/// function `@NAME_workspace_bytes` beside it. Private functions that it calls,
/// but for those within parallel ops, take their buffers of known size from a
/// part of it. A buffer that cannot be placed keeps its
/// allocation, with a remark. Failure, said by an error: a public function that
/// calls itself, or is used by something other than calls, or a name that is
/// taken; nothing is changed then, and `prepare` is not called, which may move
/// what frees buffers before they are placed. Functions of nested modules are
/// such functions, too. Cost: linear in the ops of the module, but
/// for `placeBuffers`.
LogicalResult moveIntoWorkspaces(ModuleOp root, function_ref<void()> prepare);

/// After the name of a function, that of the one which says its bytes.
inline constexpr StringLiteral kWorkspaceBytesSuffix = "_workspace_bytes";

/// Emits the allocation of as many bytes as `@NAME_workspace_bytes` says of a call
/// of `@NAME` with `arguments`, those without the workspace.
memref::AllocOp allocateWorkspace(OpBuilder &builder, Location loc,
                                  StringRef name, ValueRange arguments);

/// If the function takes its memory from its caller, puts one of the same name in
/// its place that allocates as many bytes as it asks for, and stops where they
/// are refused: what a check runs.
void allocateOwnWorkspace(ModuleOp module, StringRef entry);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_WORKSPACE_H
