//===- AccessRows.h - Vector accesses unrolled into rows --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_ACCESSROWS_H
#define LAYOUT_LIB_CONVERSION_ACCESSROWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` is a `vector.load`, `store`, `maskedload`,
/// `maskedstore` or `scatter` of a vector of fixed length with more than one
/// dimension, whose lanes are elements of the buffer. LLVM has those with one.
bool hasSeveralRows(Operation *op);

/// Replaces `op` by accesses with vectors of one dimension, in the order of the
/// rows. Alignment is stated of the first address only, and is kept there.
/// Requires `hasSeveralRows(op)`.
void expandRows(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_ACCESSROWS_H
