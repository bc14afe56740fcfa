//===- ArithmeticExpansion.h - Expansion of arithmetic for LLVM -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_ARITHMETICEXPANSION_H
#define LAYOUT_CONVERSION_ARITHMETICEXPANSION_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::layout {

/// Adds the passes for ops of `arith` and `math` that upstream does not convert
/// to LLVM, or to calls of functions that may not be linked. Expects plain
/// arithmetic: loops instead of ops on whole buffers, and no contractions.
void addArithmeticExpansion(OpPassManager &manager);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_ARITHMETICEXPANSION_H
