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

/// Replaces `layout.dot` by an instruction of the processor, such as
/// `vpdpbusd`, if `mayBeInstruction`, the innermost target description around
/// `op` has one, and the sums fill registers of 128 bits. The function then
/// states that it needs the processor feature, without which LLVM cannot select
/// the instruction. Otherwise the op becomes multiplications and additions of
/// `arith`.
void expandDot(RewriterBase &rewriter, DotOp op, bool mayBeInstruction);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_DOTPRODUCTS_H
