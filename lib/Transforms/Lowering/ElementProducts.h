//===- ElementProducts.h - Products of floats by one number -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_ELEMENTPRODUCTS_H
#define LIB_TRANSFORMS_LOWERING_ELEMENTPRODUCTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces products of vectors of floats by a number that is the same for all
/// lanes, and what adds them to sums, by instructions that LLVM does not find
/// by itself: by an element of a register of SVE, and by a bf16 of RISC-V. Only
/// where both operations are permitted to be contracted does one instruction
/// round once for both.
void expandElementProducts(RewriterBase &rewriter, Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_ELEMENTPRODUCTS_H
