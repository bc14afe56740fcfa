//===- EnablingRewrites.h - What lets nests be reordered --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_ENABLINGREWRITES_H
#define LIB_TRANSFORMS_TILE_ENABLINGREWRITES_H

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Rewrites that gain nothing by themselves, but may let a nest be reordered
/// for lanes: values that loops carry go to memory (ScalarExpansion.h), index
/// sets are split (IndexSetSplitting.h), and triangular recurrences run tile by
/// tile (RecurrenceTiles.h).
///
/// They are tried: a copy of the nest is rewritten, distributed and planned,
/// and the cost model estimates all its innermost loops. If they cost less than
/// 0.8 times as much, the nest itself is rewritten.
///
/// `wanted` is called for each outermost loop. Cannot fail. Cost: a bounded
/// number of trials, each of all such nests of the function at once.
/// Returns the loops over tiles of recurrences, what is inside of them
/// distributed.
SmallVector<affine::AffineForOp>
enableLanes(Operation *function, const Target &target, bool reassociate,
            llvm::function_ref<bool(Operation *root)> wanted);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_ENABLINGREWRITES_H
