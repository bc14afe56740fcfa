//===- VectorRows.h - Innermost axes that may become vectors ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_VECTORROWS_H
#define LIB_TRANSFORMS_FLATTEN_VECTORROWS_H

#include "Layout/Transforms/Flatten/VectorizeElements.h"

namespace mlir::layout {

/// Has a vector in memory ever this many elements?
bool isVectorSize(int64_t size);

/// Is the innermost axis of `memref` one that is asked to become a vector, and
/// lies in memory as one?
bool hasVectorRows(MemRefType memref, const VectorizeElementsOptions &options);

/// Tells of buffers whose innermost axis would be one, by what stands there or
/// by what other passes make of it, but which are not in their final form:
/// layouts not applied, axes not joined. A remark each; with `require` the
/// first is an error.
LogicalResult reportUnreadyBuffers(ModuleOp module,
                                   const VectorizeElementsOptions &options);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_VECTORROWS_H
