//===- DotProducts.h - Dot products of bytes as instructions ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_DOTPRODUCTS_H
#define LIB_TRANSFORMS_LOWERING_DOTPRODUCTS_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces `op` by instructions, if `mayBeInstruction` and the closest target
/// spec around it states that there are such; its function names the feature of
/// the processor then. Else by arithmetic.
void expandDot(RewriterBase &rewriter, DotOp op, bool mayBeInstruction);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_DOTPRODUCTS_H
