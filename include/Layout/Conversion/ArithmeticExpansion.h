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

/// Adds the passes that rewrite ops of `arith` and `math` which upstream's
/// conversion to LLVM leaves unconverted, or turns into calls of library
/// functions that the program may not be linked with. They rewrite plain
/// arithmetic only, so ops on whole buffers must be loops by then, and
/// vector.contract must be lowered.
void addArithmeticExpansion(OpPassManager &manager);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_ARITHMETICEXPANSION_H
