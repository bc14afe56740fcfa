//===- FullTiles.h - Splits around iterations with full tiles ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a register tile is full is a branch in each iteration of the loop
// around it. Where the iterations with full tiles are known numbers, the loop
// is split around them instead (SplitLoop.h), and LLVM sees a loop without
// branch.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_FULLTILES_H
#define LIB_TRANSFORMS_VECTORIZE_FULLTILES_H

#include "TileConditions.h"

namespace mlir::layout {

/// Iterations from `begin` to `end`, exclusive, of the loop around a band.
struct FullTiles {
  int64_t begin, end;
};

/// Exactly the iterations that take the first block of
/// TileConditions::buildFullTileBranch. Nullopt where there are few of them,
/// where sums in the band outweigh the branch, and where the bounds of the loop
/// around are no constants or the branch depends on more than its variable.
std::optional<FullTiles> findFullTiles(const RegisterTile &tile);

/// Splits `loop`, whose body is `fullTileBranch` and what computes its
/// condition, around the iterations with full tiles. Partitions without
/// iterations are left out.
void splitAtFullTiles(affine::AffineForOp loop, scf::IfOp fullTileBranch,
                      const FullTiles &full);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_FULLTILES_H
