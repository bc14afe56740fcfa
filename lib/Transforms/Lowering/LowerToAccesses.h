//===- LowerToAccesses.h - Whole-buffer ops become accesses -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_LOWERTOACCESSES_H
#define LIB_TRANSFORMS_LOWERING_LOWERTOACCESSES_H

#include "Layout/IR/LayoutAccess.h"

namespace mlir::layout {

/// Returns true if `op` touches many elements at once and `lowerToAccesses`
/// turns it into accesses: by its `LayoutAccessOpInterface`, one of its memrefs
/// is rewritten as `LayoutRewrite::Accesses`.
bool isCompoundAccess(Operation *op);

/// Checks that it can. Explains a refusal by an error at `op`.
LogicalResult planLowerToAccesses(Operation *op, StorageQuery mayBeOneStorage);

/// Replaces `op` by loops of loads and stores on the same memrefs, by logical
/// index. Cannot fail after a successful plan.
void lowerToAccesses(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_LOWERTOACCESSES_H
