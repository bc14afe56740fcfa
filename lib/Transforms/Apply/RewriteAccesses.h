//===- RewriteAccesses.h - Logical accesses become physical -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_APPLY_REWRITEACCESSES_H
#define LIB_TRANSFORMS_APPLY_REWRITEACCESSES_H

#include "Layout/IR/LayoutAccess.h"
#include "Layout/Transforms/Storage/AppliedTypes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Checks that `rewriteAccesses` can rewrite `op` when its laid-out memrefs
/// become physical. Explains a refusal by an error at `op`. `isLaidOut` is
/// called for every type of every access, and so should be cheap.
LogicalResult planRewriteAccess(Operation *op,
                                function_ref<bool(Type)> isLaidOut,
                                StorageQuery mayBeOneStorage);

/// Makes every memref of one of `types` in `module` physical, and every access
/// to one: loads and stores through the index map, allocations, `memref.dim`,
/// globals with their initial values, calls and function types. Cannot fail
/// after a successful plan. Cost: one walk.
void rewriteAccesses(RewriterBase &rewriter, ModuleOp module,
                     const AppliedTypes &types);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_APPLY_REWRITEACCESSES_H
