//===- LowerCopy.h - Copies and clones become accesses ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_LOWERCOPY_H
#define LIB_TRANSFORMS_LOWERING_LOWERCOPY_H

#include "Layout/IR/LayoutAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Checks that a copy from or to a laid-out buffer can become a loop over its
/// elements. Explains a refusal by an error at `copy`.
LogicalResult planLowerCopy(memref::CopyOp copy, StorageQuery mayBeOneStorage);

/// Does it. Cannot fail after a successful plan.
void lowerCopy(RewriterBase &rewriter, memref::CopyOp copy);

/// Checks that a `bufferization.clone` can become an allocation and a
/// `memref.copy`. Explains a refusal by an error at `clone`. Neither the source
/// nor the clone may be written afterwards, so a copy and an alias are the
/// same.
LogicalResult planLowerClone(Operation *clone);

/// Does it. Cannot fail after a successful plan. Returns the copy.
memref::CopyOp lowerClone(RewriterBase &rewriter, Operation *clone);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_LOWERCOPY_H
