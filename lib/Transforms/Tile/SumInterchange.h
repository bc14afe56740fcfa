//===- SumInterchange.h - Reductions innermost ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a layout puts the terms of a sum side by side, but the loop over them
// is not innermost, no lanes can be stored together:
//
//     for %i                                for %j
//       for %j                                for %i
//         c[%j] += at[%j, %i]                   c[%j] += at[%j, %i]
//
// Terms that may be added up in any order are lanes with the sum innermost.
// Where the program lets floats be added up in any order (`reassociate`), the
// op that adds them gets the flag that says so; their order changes later, when
// lanes are made of the loop.
//
// Lanes along a reduction have no rows, and so a product of a few rows with a
// matrix reads the matrix once for each row:
//
//     for m < 4, for n, for k: c[m, n] += a[m, k] * extend(b[n, k])
//
// If the loop over rows is unrolled into the body, each element of the matrix
// is read and extended once:
//
//     for n, for k: w = extend(b[n, k])
//                   c[0, n] += a[0, k] * w; .. c[3, n] += a[3, k] * w
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_SUMINTERCHANGE_H
#define LIB_TRANSFORMS_TILE_SUMINTERCHANGE_H

#include "NestPlanner.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Loops of nests whose reductions are innermost, each with the lanes to make
/// of it; 0: it is not one of lanes, or a layout says of which.
using InterchangedSums = llvm::SmallDenseMap<Operation *, int64_t>;

/// Plans for the perfect nests in `function` that gain by reductions innermost.
std::vector<NestPlanner::Plan>
planSumInterchange(Operation *function, const Target &target, bool reassociate);

/// Interchanges the nests, and returns all of their loops.
InterchangedSums interchangeSums(std::vector<NestPlanner::Plan> &plans,
                                 bool reassociate);

/// Interchanges one nest, and returns its loops.
SmallVector<affine::AffineForOp> interchangeSum(NestPlanner::Plan &plan,
                                                bool reassociate);

/// Writes on the ops that add up floats in the perfect nest of `root` that the
/// order of the terms may be any, for LLVM. Loops of so few iterations that
/// they may be lanes already are left alone.
void permitAnyOrder(affine::AffineForOp root);

/// Unrolls loops of few iterations into the bodies of perfect nests that get
/// lanes along a reduction, where iterations share enough of what they load
/// and compute. `wanted` says of which outermost loops. Cannot fail. Cost: a
/// search of orders for each nest that reduces and has such a loop.
void unrollRowsOfSums(Operation *function, const Target &target,
                      bool reassociate,
                      llvm::function_ref<bool(Operation *root)> wanted);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_SUMINTERCHANGE_H
