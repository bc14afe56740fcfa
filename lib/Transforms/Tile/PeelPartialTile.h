//===- PeelPartialTile.h - The last of short tiles apart --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_PEELPARTIALTILE_H
#define LIB_TRANSFORMS_TILE_PEELPARTIALTILE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Peels the last iteration of the loop around `digit`, an innermost loop over
/// a short digit, where only that tile is partial:
///
///     for %o = 0 to 20                     for %o = 0 to 19
///       for %d = 0 to min(5, 96 - 5 * %o)    for %d = 0 to 5
///                                          for %o = 19 to 20
///                                            for %d = 0 to min(5, 96 - 5 * %o)
///
/// LLVM unrolls a loop of five iterations and vectorizes the enclosing one; a
/// loop of five or fewer costs a mispredicted branch for each tile.
///
/// Nothing happens where the digit is long, where its upper bound is not the
/// minimum of a constant and of one other number, or where its body has more
/// than `kMaxPeeledOps` ops. Values that the loops carry go from one to the
/// other. Cannot fail.
void peelPartialTile(affine::AffineForOp digit);

/// The same for an innermost loop over any digit, with other loops between it
/// and that over tiles, all of whose bodies are the next one. Returns the loop
/// over the digit in full tiles: `digit` itself if all are, null where it
/// cannot be told which are, and nothing happens.
affine::AffineForOp makeFullTiles(affine::AffineForOp digit);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_PEELPARTIALTILE_H
