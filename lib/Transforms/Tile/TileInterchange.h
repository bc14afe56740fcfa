//===- TileInterchange.h - Rows of a tile inside of tiles -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_TILEINTERCHANGE_H
#define LIB_TRANSFORMS_TILE_TILEINTERCHANGE_H

#include "Layout/Transforms/Tile/DistributeLoops.h"

namespace mlir::layout {

/// Distributes loops as `distributeLoops` does. Within each of `tiles`, which
/// are loops over tiles and stay whole, a loop whose body is another loop with
/// several parts then changes places with it, if no two executions that depend
/// on each other do, and these parts are distributed over the rows of a tile:
///
///     for %ii                    for %J                  for %J
///       for %J                     for %ii                 for %ii
///         for %jj  ..                for %jj  ..             for %jj  ..
///         for %jj  ..                for %jj  ..           for %ii
///                                                            for %jj  ..
///
/// Loops of `whole` stay, `tiles` should be among them. Cannot fail.
void distributeInTiles(Operation *function,
                       llvm::function_ref<bool(Operation *)> wanted,
                       OnKeptTogether onKept,
                       ArrayRef<affine::AffineForOp> tiles,
                       const llvm::SmallDenseSet<Operation *> &whole);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_TILEINTERCHANGE_H
