//===- FuseEpilogues.h - Elementwise nests in tiles -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TILE_FUSEEPILOGUES_H
#define LAYOUT_TRANSFORMS_TILE_FUSEEPILOGUES_H

#include "Layout/Analysis/Target/Target.h"

namespace mlir::layout {

/// Gives contractions the order that vectors want, as `tileLoops` does, and
/// takes the elementwise nests around into the loops over their tiles: what
/// initialises the sums, and what is computed of them.
///
///     for i, j: c[i, j] = bias[j]             for tiles of i, j
///     for i, j, k: c[i, j] += a[i, k] * b[k, j]   for rows, lanes: t = bias
///     for i, j: d[i, j] = max(c[i, j], 0)         for k, rows, lanes: t += ..
///                                                 for rows, lanes: d = max(t)
///
/// Law: executions that depend on each other keep their order, which is
/// proven for each pair of nests. Each nest has the iterations that it had, in
/// another order. A buffer that is nothing but such a sum becomes one of a
/// tile, which all tiles share; with `ownTiles` each iteration of the loops
/// over tiles allocates its own, for threads, and it is `parallelizeLoops` that
/// moves those out of loops that stay. Contractions without such nests are left
/// alone. Cannot fail. Cost: one plan of the function, bounded per nest.
void fuseEpilogues(Operation *function, const Target &target, bool reassociate,
                   bool ownTiles);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TILE_FUSEEPILOGUES_H
