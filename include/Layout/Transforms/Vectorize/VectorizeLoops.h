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

// clang-format off
/// Makes vector code of the innermost loops of perfect affine nests:
///
///     for %k = 0 to %n {              %c0, %c1 = C[0, 0..15], C[1, 0..15]
///       for %i = 0 to 2 {             for %k = 0 to %n (%s0 = %c0, %s1 = %c1)
///         for %j = 0 to 16 {            %b = B[%k, 0..15]
///           C[%i, %j] +=                yield %s0 + A[0, %k] * %b,
///             A[%i, %k] * B[%k, %j]           %s1 + A[1, %k] * %b
///     } } }                           C[0, 0..15], C[1, 0..15] = ...
// clang-format on
///
/// The innermost loop becomes the *lanes* of vectors. The next one becomes
/// *rows*, which are unrolled, if a reduction is around it and the registers
/// hold an accumulator for each row. Iterations of lanes and rows must not
/// depend on each other. In a partial tile at the end of a range, stores are
/// masked, and loads, too, if those of the full tile may leave their buffers;
/// the scalar loops are kept beside the vector code, for that tile, if an op
/// might trap in a missing lane.
///
/// Every element is computed by the same operations in the same order.
///
/// A nest with a plan (`layout.loops`) is executed as the plan states, which
/// erases the plan. If it cannot be followed, the function stays unchanged:
/// with an error, and failure, for a plan that a user wrote; with a remark for
/// any other. Cost: a bounded number of queries per nest.
LogicalResult vectorizeLoops(Operation *function, const Target &target);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_VECTORIZE_VECTORIZELOOPS_H
