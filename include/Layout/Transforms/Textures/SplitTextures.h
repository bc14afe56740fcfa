//===- SplitTextures.h - Splitting textures into rows -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TEXTURES_SPLITTEXTURES_H
#define LAYOUT_TRANSFORMS_TEXTURES_SPLITTEXTURES_H

#include "Layout/Map/TextureSplit.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace mlir::layout {

struct SplitTexturesOptions {
  /// None: the most square one.
  std::optional<TextureSplit> split;
  /// Rows and columns are less than this.
  int64_t maxExtent = 16384;
  /// A texture that no split fits becomes an ordinary buffer.
  bool otherwiseBuffer = false;
};

/// What `layout-split-textures` will do to a module.
struct SplitTexturesPlan {
  llvm::MapVector<Type, MemRefType> types; ///< old and new
  SmallVector<Operation *> vectorAccesses; ///< whose verifiers ask for strides
};

/// Reads the module. Refuses, by an error at the buffer, textures without a
/// split, and views of textures. Cost: one walk, one choice per type.
FailureOr<SplitTexturesPlan>
planSplitTextures(ModuleOp module, const SplitTexturesOptions &options);

/// Gives each texture its new type wherever it is named. Cannot fail.
void applySplitTextures(ModuleOp module, const SplitTexturesPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TEXTURES_SPLITTEXTURES_H
