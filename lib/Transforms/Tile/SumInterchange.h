//===- SumInterchange.h - Sums of neighbours innermost ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a layout puts the terms of a sum side by side, but the loop over them
// stands outside, no lanes can be stored together:
//
//     for %i                                for %j
//       for %j                                for %i
//         c[%j] += at[%j, %i]                   c[%j] += at[%j, %i]
//
// Terms that may be added up in any order are lanes with the sum innermost. The
// terms of each element keep their order here.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_SUMINTERCHANGE_H
#define LIB_TRANSFORMS_TILE_SUMINTERCHANGE_H

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Interchanges the perfect nests in `function` that gain by it, and returns
/// all of their loops.
llvm::SmallDenseSet<Operation *>
interchangeSums(Operation *function, const Target &target, bool reassociate);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_SUMINTERCHANGE_H
