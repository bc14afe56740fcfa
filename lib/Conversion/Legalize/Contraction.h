//===- Contraction.h - vector.contract as arithmetic ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_CONTRACTION_H
#define LAYOUT_LIB_CONVERSION_CONTRACTION_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `expandContraction` takes `contract`: its vectors have a
/// fixed length, its operands convert to the element type of the accumulator
/// without loss of range (wider floats; wider integers, by their sign; integers
/// to floats), and a `vector.mask` around it has no passthru.
bool isExpandable(vector::ContractionOp contract);

/// Replaces `contract`, or the `vector.mask` around it, by products and
/// combinations in the element type of the accumulator: one step for each value
/// of the reduction dimensions, in their order, each for the whole accumulator.
/// Where all dimensions are reduced, the products are combined by one
/// `vector.reduction`, in the same order. Emits as many ops as there are values
/// of the reduction dimensions.
void expandContraction(RewriterBase &rewriter, vector::ContractionOp contract);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_CONTRACTION_H
