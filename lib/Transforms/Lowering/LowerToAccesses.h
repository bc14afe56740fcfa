//===- LowerToAccesses.h - Whole-buffer ops become accesses -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_LOWERTOACCESSES_H
#define LIB_TRANSFORMS_LOWERING_LOWERTOACCESSES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Is `op` one that touches many elements at once and that `lowerToAccesses`
/// turns into loops of single accesses: a linalg op on buffers, `memref.copy`,
/// `bufferization.clone`, an access of `vector`, a vector access of `affine`,
/// `layout.convert`?
bool isCompoundAccess(Operation *op);

/// Can it? Explains a refusal by an error at `op`.
LogicalResult planLowerToAccesses(Operation *op);

/// Replaces `op` by loops of loads and stores on the same memrefs, by logical
/// index. Cannot fail after a successful plan.
void lowerToAccesses(RewriterBase &rewriter, Operation *op);

/// Can a `bufferization.clone` become an allocation and a `memref.copy`?
/// Explains a refusal by an error at `clone`. What is cloned and its clone are
/// not to be written afterwards, so that a copy and an alias are the same.
LogicalResult planLowerClone(Operation *clone);

/// Does it. Cannot fail after a successful plan. Returns the `memref.copy`.
Operation *lowerClone(RewriterBase &rewriter, Operation *clone);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_LOWERTOACCESSES_H
