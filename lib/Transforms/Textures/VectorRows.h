//===- VectorRows.h - Innermost axes that may become vectors ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TEXTURES_VECTORROWS_H
#define LIB_TRANSFORMS_TEXTURES_VECTORROWS_H

#include "Layout/Transforms/Textures/VectorizeElements.h"

namespace mlir::layout {

/// Returns true if a vector in memory may have this many elements.
bool isVectorSize(int64_t size);

/// Returns true if the innermost axis of `memref` is requested to become a
/// vector, and is stored as one.
bool hasVectorRows(MemRefType memref, const VectorizeElementsOptions &options);

/// Reports buffers whose innermost axis would be one, now or after other
/// passes, but which are not in their final form: layouts not applied, axes not
/// joined. A remark each; with `require` the first is an error.
LogicalResult reportUnreadyBuffers(ModuleOp module,
                                   const VectorizeElementsOptions &options);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TEXTURES_VECTORROWS_H
