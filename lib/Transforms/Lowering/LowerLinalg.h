//===- LowerLinalg.h - linalg ops become loops ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_LOWERLINALG_H
#define LIB_TRANSFORMS_LOWERING_LOWERLINALG_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces `op`, which is on buffers, by loops of accesses: affine ones where
/// its extents allow. Reads nothing that `op` does not. Cannot fail.
void lowerLinalg(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_LOWERLINALG_H
