//===- FlattenVectors.h - Flattening vector accesses ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contiguous elements along the innermost axis are contiguous in flat memory,
// too, so most accesses only change their index. Others are split into such
// first.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_FLATTENVECTORS_H
#define LIB_TRANSFORMS_FLATTEN_FLATTENVECTORS_H

#include "FlattenDynamic.h"
#include "Layout/IR/LayoutAccess.h"

namespace mlir::layout {

/// Returns true if `op` accesses a vector of elements of the buffer
/// `separated`, which is no texture and has scalar elements.
bool accessesLanesOf(Operation *op, MemRefType separated);

/// Checks that such an access can be flattened. Explains a refusal by an error
/// at `op`.
LogicalResult planFlattenVector(Operation *op, MemRefType separated,
                                StorageQuery mayBeOneStorage);

/// Replaces `op`, unless it is one access to the flat buffer as it is, by ones
/// that are: to contiguous elements of one group, as many as possible at once;
/// else to single elements.
void splitVector(RewriterBase &rewriter, Operation *op, MemRefType separated);

/// Makes `op`, which `splitVector` has left or made, access `buffer.flat`.
/// Elements keep their addresses, also those of lanes after the end of a row.
void flattenVector(RewriterBase &rewriter, Operation *op,
                   const FlatBuffer &buffer);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_FLATTENVECTORS_H
