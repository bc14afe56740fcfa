//===- FloatIndices.h - Subscripts computed in floats -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RAISE_FLOATINDICES_H
#define LIB_TRANSFORMS_RAISE_FLOATINDICES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Replaces subscripts of `memref.load` and `memref.store` that arithmetic of
/// floats computes from one loop variable by quotients of integers, as of a
/// nearest-neighbour resize. Returns true if there were any.
///
/// Law: the loop has constant bounds, and in each iteration the expression was
/// evaluated as it is written, and is what the quotient is. Counterexample: at
/// i = 2^24 + 1, f32(i) is 2^24, so f32(i) / 2 is no quotient of i. Where
/// fast-math flags leave several results, any one may be chosen if no other
/// value is computed of these floats: the weight x - floor(x) of a bilinear
/// resize must be that of its index.
///
/// Cost: the ops of an expression times the iterations, of which there are at
/// most 2^16.
bool replaceFloatIndices(Operation *function);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RAISE_FLOATINDICES_H
