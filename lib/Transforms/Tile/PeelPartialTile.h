//===- PeelPartialTile.h - Peeling of a partial last tile -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_PEELPARTIALTILE_H
#define LIB_TRANSFORMS_TILE_PEELPARTIALTILE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Peels the last iteration of the loop over tiles around `inside`, the
/// innermost loop of a short tile, where only the last tile is partial:
///
///     for %o = 0 to 20                     for %o = 0 to 19
///       for %d = 0 to min(5, 96 - 5 * %o)    for %d = 0 to 5
///                                          for %o = 19 to 20
///                                            for %d = 0 to min(5, 96 - 5 * %o)
///
/// LLVM unrolls a loop of five iterations and vectorizes the enclosing one; a
/// loop of five or fewer costs a mispredicted branch for each tile.
///
/// Nothing happens where the tile is long, where the upper bound of `inside` is
/// not the minimum of a constant and of one other number, or where its body has
/// more than `kMaxPeeledOps` ops. Cannot fail.
void peelPartialTile(affine::AffineForOp inside);

/// Does the same for tiles of any size, with other loops between `inside` and
/// the one over tiles, the body of each of which is the next one. `inside` is
/// the loop of full tiles then. Returns false, and changes nothing, if which
/// tiles are full is unknown.
bool makeFullTiles(affine::AffineForOp inside);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_PEELPARTIALTILE_H
