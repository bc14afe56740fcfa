//===- SkippedDims.h - Masked transfers that skip dimensions ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_SKIPPEDDIMS_H
#define LAYOUT_LIB_CONVERSION_SKIPPEDDIMS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` is a masked transfer that skips a dimension of its
/// buffer after one that it moves along, so that upstream misplaces lanes of
/// the mask.
bool skipsDimsUnderMask(Operation *op);

/// Rewrites such a transfer as one whose mask upstream gets right.
void fillSkippedDims(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_SKIPPEDDIMS_H
