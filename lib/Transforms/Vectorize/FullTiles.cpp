//===- FullTiles.cpp - Splits around the iterations with full tiles -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullTiles.h"

#include "Transforms/LoopBounds/SplitLoop.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Least number of full tiles for which the loop is split: a branch in fewer
/// iterations costs less than two more loops.
constexpr int64_t kMinFullTiles = 4;

/// Reduces `full` to the iterations in which `bound` holds for all lanes.
/// Returns false if it depends on more than the loop around the lanes.
static bool restrict(FullTiles &full, const RegisterTile &tile,
                     const AffineNest::Bound &bound) {
  SmallVector<int64_t> factors(bound.terms.coefficients);
  int64_t ofLane = std::exchange(factors[tile.getLanes()], 0),
          factor = std::exchange(factors[tile.numOuter - 1], 0);
  auto rest = dyn_cast<AffineConstantExpr>(bound.terms.rest);
  if (!rest || llvm::any_of(factors, [](int64_t f) { return f != 0; }))
    return false;
  // What is least at the first or the last lane; numbers of a nest are modest.
  int64_t constant =
      rest.getValue() + std::min<int64_t>(0, ofLane * (tile.numLanes - 1));
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

std::optional<FullTiles> layout::findFullTiles(const RegisterTile &tile) {
  if (!tile.numOuter || tile.numSums)
    return std::nullopt;
  affine::AffineForOp loop = tile.nest.loops[tile.numOuter - 1];
  if (!loop.hasConstantBounds() || loop.getStepAsInt() != 1 ||
      loop.getNumResults())
    return std::nullopt;
  FullTiles full{loop.getConstantLowerBound(), loop.getConstantUpperBound()};
  for (const AffineNest::Bound &bound : tile.nest.constraints)
    if (bound.owner == tile.getLanes() && !restrict(full, tile, bound))
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
  // Into the loops before, over and after the full tiles. In each of them the
  // branch goes one way, and is replaced by that block.
  auto partitions = splitLoop(loop, points, {}, PointRange::InLoop);
  auto branches = llvm::map_to_vector(
      partitions, [&](const auto &its) { return its.lookup(fullTileBranch); });
  for (auto [number, branch] : llvm::enumerate(branches)) {
    replaceByBlock(branch, number == fullNumber ? branch.thenBlock()
                                                : branch.elseBlock());
    (void)affine::promoteIfSingleIteration(partitions[number].getAffine());
  }
}
