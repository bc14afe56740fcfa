//===- PrefixAccess.h - Accesses of adjacent lanes --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_PREFIXACCESS_H
#define LAYOUT_LIB_CONVERSION_PREFIXACCESS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true for a `vector.maskedload` or `maskedstore` of adjacent lanes of
/// a vector, the first ones or others, on a target that is stated and has no
/// instruction for it. Which they are is known when it is executed. LLVM makes
/// a branch for each lane.
bool isBranchedPrefixAccess(Operation *op);

/// Replaces `op`, which is one, by accesses of halves, quarters and so on, one
/// for each bit of the number of lanes, under a branch each.
void expandPrefixAccess(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_PREFIXACCESS_H
