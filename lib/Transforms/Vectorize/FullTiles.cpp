//===- FullTiles.cpp - The iterations whose tiles are full ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullTiles.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Fewer branches than this are no cost that is worth two more loops.
constexpr int64_t kMinFullTiles = 4;

/// Leaves of `full` what makes `slack` at least 0; false if it does not depend
/// on the variable `dim` alone, or might overflow.
static bool restrict(FullTiles &full, AffineExpr slack, unsigned dim,
                     unsigned numDims) {
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(slack, numDims, 0, &flat)) ||
      flat.size() != numDims + 1)
    return false;
  int64_t constant = flat.back(), factor = std::exchange(flat[dim], 0);
  if (constant == std::numeric_limits<int64_t>::min() ||
      factor == std::numeric_limits<int64_t>::min() ||
      llvm::any_of(ArrayRef(flat).drop_back(), [](int64_t f) { return f; }))
    return false;
  if (factor > 0)
    full.begin =
        std::max(full.begin, llvm::divideCeilSigned(-constant, factor));
  else if (factor < 0)
    full.end =
        std::min(full.end, llvm::divideFloorSigned(constant, -factor) + 1);
  else if (constant < 0)
    full.end = full.begin;
  return true;
}

std::optional<FullTiles>
layout::findFullTiles(const VectorBand &band,
                      const TileConditions &conditions) {
  if (!band.numOuter || band.numSums)
    return std::nullopt;
  unsigned around = band.numOuter - 1;
  affine::AffineForOp loop = band.nest.loops[around];
  if (!loop.hasConstantBounds() || loop.getStepAsInt() != 1 ||
      loop.getNumResults())
    return std::nullopt;
  FullTiles full{loop.getConstantLowerBound(), loop.getConstantUpperBound()};
  for (AffineExpr slack : conditions.getFullTileSlacks())
    if (!restrict(full, slack, around, band.nest.getNumDims()))
      return std::nullopt;
  if (full.end - full.begin < kMinFullTiles)
    return std::nullopt;
  return full;
}

/// Puts the ops of a block of the branch in its place.
static void replaceByBlock(scf::IfOp branch, Block *block) {
  block->getTerminator()->erase();
  branch->getBlock()->getOperations().splice(branch->getIterator(),
                                             block->getOperations());
  branch->erase();
}

void layout::splitAtFullTiles(affine::AffineForOp loop,
                              scf::IfOp fullTileBranch, const FullTiles &full) {
  OpBuilder builder(loop);
  auto buildPart = [&](int64_t begin, int64_t end, bool isFull) {
    if (begin >= end)
      return;
    IRMapping mapping;
    auto part = cast<affine::AffineForOp>(builder.clone(*loop, mapping));
    part.setConstantLowerBound(begin);
    part.setConstantUpperBound(end);
    auto branch = cast<scf::IfOp>(mapping.lookup<Operation *>(fullTileBranch));
    replaceByBlock(branch, isFull ? branch.thenBlock() : branch.elseBlock());
    (void)affine::promoteIfSingleIteration(part);
  };
  buildPart(loop.getConstantLowerBound(), full.begin, /*isFull=*/false);
  buildPart(full.begin, full.end, /*isFull=*/true);
  buildPart(full.end, loop.getConstantUpperBound(), /*isFull=*/false);
  loop->erase();
}
