//===- UnrollChannels.h - Loops over the channels of a texel ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TEXTURES_UNROLLCHANNELS_H
#define LAYOUT_TRANSFORMS_TEXTURES_UNROLLCHANNELS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The innermost loops of at most four iterations, a constant number, that
/// store an element of a texture with four channels. Cost: one walk.
SmallVector<Operation *> planUnrollChannels(ModuleOp module);

/// Unrolls them. Cannot fail.
void applyUnrollChannels(ArrayRef<Operation *> loops);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TEXTURES_UNROLLCHANNELS_H
