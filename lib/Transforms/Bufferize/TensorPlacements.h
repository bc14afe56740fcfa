//===- TensorPlacements.h - Data movement ops as linalg.generic -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_TENSORPLACEMENTS_H
#define LIB_TRANSFORMS_BUFFERIZE_TENSORPLACEMENTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` only copies elements of its operands to indices that
/// affine maps describe: a slice or its insertion at known offsets, padding
/// with a number, a concatenation, a reshape of a laid-out tensor to another
/// one.
bool isPlacement(Operation *op);

/// Replaces such an op by structured ops, which read and write single elements,
/// under any layouts. Cannot fail.
void buildPlacement(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_TENSORPLACEMENTS_H
