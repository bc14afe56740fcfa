//===- HostTextures.h - Textures as host memory -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_HOSTTEXTURES_H
#define LAYOUT_CONVERSION_HOSTTEXTURES_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The operands of launches that are textures of the host.
using HostTexturesPlan = SmallVector<OpOperand *>;

/// Reads the module. Refuses, by an error at the op, a layout that is not
/// applied, a kernel that is still in place, and what would not fit any more.
FailureOr<HostTexturesPlan> planHostTextures(ModuleOp module);

/// Takes the host's buffers out of texture memory, and hands them to launches
/// by `layout.as_texture`.
void applyHostTextures(ModuleOp module, const HostTexturesPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_HOSTTEXTURES_H
