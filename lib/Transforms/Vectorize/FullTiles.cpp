//===- FullTiles.cpp - Splits around the iterations with full tiles -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullTiles.h"

#include "Transforms/LoopBounds/SplitLoop.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Fewer branches than this cost less than two more loops.
constexpr int64_t kMinFullTiles = 4;

/// Reduces `full` to the iterations in which `slack` is at least 0. Returns
/// false if `slack` depends on more than the variable `dim`, or might overflow.
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

/// Replaces the branch by the ops of one of its blocks.
static void replaceByBlock(scf::IfOp branch, Block *block) {
  block->getTerminator()->erase();
  branch->getBlock()->getOperations().splice(branch->getIterator(),
                                             block->getOperations());
  branch->erase();
}

void layout::splitAtFullTiles(affine::AffineForOp loop,
                              scf::IfOp fullTileBranch, const FullTiles &full) {
  SmallVector<AffineExpr> points;
  auto addPoint = [&](int64_t point) {
    points.push_back(getAffineConstantExpr(point, loop.getContext()));
  };
  if (full.begin > loop.getConstantLowerBound())
    addPoint(full.begin);
  size_t fullNumber = points.size();
  if (full.end < loop.getConstantUpperBound())
    addPoint(full.end);
  auto partitions = splitLoop(loop, points, {}, PointRange::InLoop);
  auto branches = llvm::map_to_vector(
      partitions, [&](const auto &its) { return its.lookup(fullTileBranch); });
  for (auto [number, branch] : llvm::enumerate(branches)) {
    replaceByBlock(branch, number == fullNumber ? branch.thenBlock()
                                                : branch.elseBlock());
    (void)affine::promoteIfSingleIteration(partitions[number].getAffine());
  }
}
