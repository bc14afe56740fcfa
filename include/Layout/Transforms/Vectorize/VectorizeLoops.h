//===- VectorizeLoops.h - Inner loops as vector code ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_VECTORIZE_VECTORIZELOOPS_H
#define LAYOUT_TRANSFORMS_VECTORIZE_VECTORIZELOOPS_H

#include "Layout/Analysis/Target/Target.h"

namespace mlir::layout {

/// Makes vector code of the innermost loops of perfect affine nests:
///
///     for %k = 0 to %n {                 %c0, %c1 = C[0, 0 .. 15], C[1, 0 ..
///     15]
///       for %i = 0 to 2 {                for %k = 0 to %n (%s0 = %c0, %s1 =
///       %c1)
///         for %j = 0 to 16 {               %b = B[%k, 0 .. 15]
///           C[%i, %j] +=                   yield %s0 + A[0, %k] * %b,
///             A[%i, %k] * B[%k, %j]              %s1 + A[1, %k] * %b
///     } } }                              C[0, 0 .. 15], C[1, 0 .. 15] = ...
///
/// The innermost loop becomes *lanes*; the next one *rows*, if there are sums
/// around it to be kept in registers and these suffice. Iterations of lanes and
/// rows must not depend on each other. Where a bound of theirs is not reached
/// in the last tile, the store is masked if all that is read lies within its
/// buffer, else the loops stay, beside the vector code, for that tile.
///
/// Every element is computed by the same operations in the same order.
///
/// A nest with a plan (`layout.loops`) of its loops is executed as that says, and
/// the plan is gone then. Fails, with an error, where a user's plan cannot be
/// followed; a remark says it of another one. The function is what it was then.
/// Cost: a bounded number of queries per nest.
LogicalResult vectorizeLoops(Operation *function, const Target &target);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_VECTORIZE_VECTORIZELOOPS_H
