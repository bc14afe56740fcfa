//===- PeelPartialTile.cpp - The last of short tiles apart ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeelPartialTile.h"

#include "LoopPieces.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/AffineNest.h"

using namespace mlir;
using namespace mlir::layout;

/// Longer loops are vectors of their own, whatever number of iterations they
/// have.
static constexpr int64_t kMaxShortExtent = 7;
static constexpr unsigned kMaxPeeledOps = 100;

namespace {

/// A loop over a digit that is less than `extent` and, in the last of the tiles
/// that `tiles` runs over, less than something else.
struct ShortDigit {
  affine::AffineForOp loop, tiles;
  int64_t extent;
  /// The first tile that is not full, over `operands` as its dimensions.
  AffineExpr firstPartial;
  SmallVector<Value> operands;
};

} // namespace

/// The loop around `digit` whose variable is one of `operands`, if nothing else
/// in it has a body.
static affine::AffineForOp getTiles(affine::AffineForOp digit,
                                    ValueRange operands) {
  auto isAlone = [](affine::AffineForOp loop, Operation *inner) {
    return llvm::all_of(*loop.getBody(), [&](Operation &op) {
      return op.getNumRegions() == 0 || &op == inner;
    });
  };
  if (!isAlone(digit, nullptr))
    return {};
  Operation *inner = digit;
  while (auto tiles = dyn_cast<affine::AffineForOp>(inner->getParentOp())) {
    if (tiles.getStepAsInt() != 1 ||
        (inner != digit && tiles.getNumResults() != 0) ||
        !tiles->getDiscardableAttrDictionary().empty() ||
        !isAlone(tiles, inner))
      return {};
    if (llvm::is_contained(operands, tiles.getInductionVar()))
      return tiles;
    inner = tiles;
  }
  return {};
}

/// Finds where `bound`, over `operands`, becomes less than the extent: it must
/// fall as the variable of the tiles rises. Where a number from around the
/// loops is so low that the difference wraps around, the loop over tiles, which
/// has the same bound, has no iteration.
static bool findPartialTile(AffineExpr bound, ValueRange operands,
                            ShortDigit &digit) {
  MLIRContext *context = bound.getContext();
  std::optional<LoopTerms> terms = getLoopTerms(bound, operands.size());
  if (!terms)
    return false;
  int64_t perTile = 0;
  SmallVector<AffineExpr> dims;
  for (auto [value, coefficient] :
       llvm::zip_equal(operands, terms->coefficients)) {
    bool isTile = value == digit.tiles.getInductionVar();
    perTile -= isTile ? coefficient : 0;
    dims.push_back(isTile ? getAffineConstantExpr(0, context)
                          : getAffineDimExpr(digit.operands.size(), context));
    if (!isTile)
      digit.operands.push_back(value);
  }
  if (perTile <= 0)
    return false;
  if (!llvm::all_of(digit.operands, [&](Value value) {
        return digit.tiles.isDefinedOutsideOfLoop(value);
      }))
    return false;
  digit.firstPartial =
      (bound.replaceDims(dims) - digit.extent).floorDiv(perTile) + 1;
  return true;
}

static std::optional<ShortDigit> findDigit(affine::AffineForOp loop,
                                           std::optional<int64_t> maxExtent) {
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
  ShortDigit digit{loop, tiles, extent.getValue(), {}, {}};
  if (!findPartialTile(second, loop.getUpperBoundOperands(), digit))
    return std::nullopt;
  return digit;
}

/// Returns the loop over the digit in full tiles.
static affine::AffineForOp peel(const ShortDigit &digit) {
  affine::AffineForOp full;
  auto finish = [&](unsigned number, affine::AffineForOp tiles,
                    IRMapping &copies) {
    bool isFull = number == 0;
    addBound(tiles, /*isLower=*/!isFull, digit.firstPartial, digit.operands);
    if (!isFull)
      return;
    Operation *loop = affine::AffineForOp(digit.loop);
    full = cast<affine::AffineForOp>(copies.lookup(loop));
    full.setConstantUpperBound(digit.extent);
  };
  splitIntoPieces(digit.tiles, 2, finish);
  return full;
}

void layout::peelPartialTile(affine::AffineForOp loop) {
  std::optional<ShortDigit> digit = findDigit(loop, kMaxShortExtent);
  if (digit && digit->tiles == loop->getParentOp())
    peel(*digit);
}

affine::AffineForOp layout::makeFullTiles(affine::AffineForOp loop) {
  if (loop.hasConstantBounds())
    return loop;
  std::optional<ShortDigit> digit = findDigit(loop, std::nullopt);
  return digit ? peel(*digit) : affine::AffineForOp();
}
