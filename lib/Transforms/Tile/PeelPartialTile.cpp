//===- PeelPartialTile.cpp - Peeling of a partial last tile ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeelPartialTile.h"

#include "Transforms/LoopBounds/SplitLoop.h"
#include "Transforms/Nests/AffineNest.h"
#include "Transforms/Support/ComposedAccesses.h"

using namespace mlir;
using namespace mlir::layout;

/// LLVM vectorizes longer loops by themselves, whatever their trip count is.
static constexpr int64_t kMaxShortExtent = 7;
static constexpr unsigned kMaxPeeledOps = 100;

namespace {

/// The loop inside of a tile, to `extent` and, in the last of the tiles that
/// `tiles` runs over, to something less.
struct ShortLoop {
  affine::AffineForOp loop, tiles;
  int64_t extent;
  /// The first tile that is not full, over `operands` as its dimensions.
  AffineExpr firstPartial;
  SmallVector<Value> operands;
};

} // namespace

/// Returns the loop around `inside` whose variable is one of `operands`, if no
/// other op in it has a body; else null.
static affine::AffineForOp getTiles(affine::AffineForOp inside,
                                    ValueRange operands) {
  auto isAlone = [](affine::AffineForOp loop, Operation *inner) {
    return llvm::all_of(*loop.getBody(), [&](Operation &op) {
      return op.getNumRegions() == 0 || &op == inner;
    });
  };
  if (!isAlone(inside, nullptr))
    return {};
  Operation *inner = inside;
  while (auto tiles = dyn_cast<affine::AffineForOp>(inner->getParentOp())) {
    if (tiles.getStepAsInt() != 1 ||
        (inner != inside && tiles.getNumResults() != 0) ||
        !tiles->getDiscardableAttrDictionary().empty() ||
        !isAlone(tiles, inner))
      return {};
    if (llvm::is_contained(operands, tiles.getInductionVar()))
      return tiles;
    inner = tiles;
  }
  return {};
}

/// Finds the tile from which on `bound`, over `operands`, is less than the
/// extent: it must decrease as the variable of the tiles increases. Where a
/// value from outside of the loops is so low that the difference wraps around,
/// the loop over tiles, which has the same bound, has no iteration.
static bool findPartialTile(AffineExpr bound, ValueRange operands,
                            ShortLoop &its) {
  MLIRContext *context = bound.getContext();
  std::optional<LoopTerms> terms = getLoopTerms(bound, operands.size());
  if (!terms)
    return false;
  int64_t perTile = 0;
  SmallVector<AffineExpr> dims;
  for (auto [value, coefficient] :
       llvm::zip_equal(operands, terms->coefficients)) {
    bool isTile = value == its.tiles.getInductionVar();
    perTile -= isTile ? coefficient : 0;
    dims.push_back(isTile ? getAffineConstantExpr(0, context)
                          : getAffineDimExpr(its.operands.size(), context));
    if (!isTile)
      its.operands.push_back(value);
  }
  if (perTile <= 0)
    return false;
  if (!llvm::all_of(its.operands, [&](Value value) {
        return its.tiles.isDefinedOutsideOfLoop(value);
      }))
    return false;
  its.firstPartial =
      (bound.replaceDims(dims) - its.extent).floorDiv(perTile) + 1;
  return true;
}

static std::optional<ShortLoop>
findShortLoop(affine::AffineForOp loop, std::optional<int64_t> maxExtent) {
  AffineMap upper = loop.getUpperBoundMap();
  affine::AffineForOp tiles = getTiles(loop, loop.getUpperBoundOperands());
  if (!tiles || loop.getBody()->getOperations().size() > kMaxPeeledOps ||
      !loop.hasConstantLowerBound() || loop.getConstantLowerBound() != 0 ||
      upper.getNumResults() != 2)
    return std::nullopt;
  SmallVector<AffineExpr> symbols;
  for (unsigned i = upper.getNumDims(); i < upper.getNumInputs(); ++i)
    symbols.push_back(getAffineDimExpr(i, loop.getContext()));
  upper = upper.replaceDimsAndSymbols({}, symbols, upper.getNumInputs(), 0);
  AffineExpr first = upper.getResult(0), second = upper.getResult(1);
  if (!isa<AffineConstantExpr>(first))
    std::swap(first, second);
  auto extent = dyn_cast<AffineConstantExpr>(first);
  if (!extent || (maxExtent && extent.getValue() > *maxExtent))
    return std::nullopt;
  ShortLoop its{loop, tiles, extent.getValue(), {}, {}};
  if (!findPartialTile(second, loop.getUpperBoundOperands(), its))
    return std::nullopt;
  return its;
}

/// Makes a constant of the upper bound of `loop` where it depends on the loop
/// over `tiles` only, which has one iteration.
static void foldUpperBound(affine::AffineForOp loop,
                           affine::AffineForOp tiles) {
  if (!tiles.hasConstantBounds() ||
      tiles.getConstantUpperBound() != tiles.getConstantLowerBound() + 1 ||
      !llvm::all_equal(loop.getUpperBoundOperands()) ||
      loop.getUpperBoundOperands().front() != tiles.getInductionVar())
    return;
  Builder builder(loop.getContext());
  Attribute tile = builder.getIndexAttr(tiles.getConstantLowerBound());
  SmallVector<Attribute> bounds;
  if (failed(loop.getUpperBoundMap().constantFold(
          SmallVector<Attribute>(loop.getUpperBoundOperands().size(), tile),
          bounds)))
    return;
  int64_t least = cast<IntegerAttr>(bounds.front()).getInt();
  for (Attribute bound : bounds)
    least = std::min(least, cast<IntegerAttr>(bound).getInt());
  loop.setConstantUpperBound(least);
}

/// Splits the loop over tiles, so that `its.loop` is in full tiles only.
static void peel(ShortLoop &its) {
  auto partitions = splitLoop(its.tiles, its.firstPartial, its.operands);
  its.loop.setConstantUpperBound(its.extent);
  foldUpperBound(partitions.back().lookup(its.loop),
                 partitions.back().getAffine());
  for (const LoopPartition &partition : partitions)
    composeAccesses(partition.loop);
}

void layout::peelPartialTile(affine::AffineForOp loop) {
  std::optional<ShortLoop> its = findShortLoop(loop, kMaxShortExtent);
  if (its && its->tiles == loop->getParentOp())
    peel(*its);
}

bool layout::makeFullTiles(affine::AffineForOp loop) {
  if (loop.hasConstantBounds())
    return true;
  std::optional<ShortLoop> its = findShortLoop(loop, std::nullopt);
  if (its)
    peel(*its);
  return its.has_value();
}
