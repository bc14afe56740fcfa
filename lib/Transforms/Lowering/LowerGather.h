//===- LowerGather.h - Lowering of gathers and scatters ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_LOWERGATHER_H
#define LAYOUT_LIB_TRANSFORMS_LOWERGATHER_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true for `vector.gather`, `scatter`, `expandload` and
/// `compressstore`.
bool isGatherOrScatter(Operation *op);

/// Returns true for one of these, a load or store of a vector, or a transfer.
bool isVectorAccess(Operation *op);

/// Checks that `lowerGather` can lower it. Emits an error at the op if not.
LogicalResult planLowerGather(Operation *op);

/// Replaces `op` by a loop over its lanes, each one guarded access to an
/// element by logical index: the innermost index of `op` plus what the index
/// vector says of the lane, or plus the number of selected lanes before it.
void lowerGather(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_LOWERGATHER_H
