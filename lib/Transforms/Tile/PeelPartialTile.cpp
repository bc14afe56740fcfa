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

/// The loop around `digit` if in the two of them nothing else has a body.
static affine::AffineForOp getTiles(affine::AffineForOp digit) {
  auto tiles = dyn_cast<affine::AffineForOp>(digit->getParentOp());
  if (!tiles || tiles.getStepAsInt() != 1 ||
      !tiles->getDiscardableAttrDictionary().empty())
    return {};
  auto isPlain = [&](Operation &op) {
    return op.getNumRegions() == 0 || &op == digit;
  };
  bool isAlone = llvm::all_of(*tiles.getBody(), isPlain) &&
                 llvm::all_of(*digit.getBody(), isPlain);
  return isAlone ? tiles : affine::AffineForOp();
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
  digit.firstPartial =
      (bound.replaceDims(dims) - digit.extent).floorDiv(perTile) + 1;
  return true;
}

static std::optional<ShortDigit> findShortDigit(affine::AffineForOp loop) {
  AffineMap upper = loop.getUpperBoundMap();
  affine::AffineForOp tiles = getTiles(loop);
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
  if (!extent || extent.getValue() > kMaxShortExtent)
    return std::nullopt;
  ShortDigit digit{loop, tiles, extent.getValue(), {}, {}};
  if (!findPartialTile(second, loop.getUpperBoundOperands(), digit))
    return std::nullopt;
  return digit;
}

void layout::peelPartialTile(affine::AffineForOp loop) {
  std::optional<ShortDigit> digit = findShortDigit(loop);
  if (!digit)
    return;
  auto finish = [&](unsigned number, affine::AffineForOp tiles,
                    IRMapping &copies) {
    bool isFull = number == 0;
    addBound(tiles, /*isLower=*/!isFull, digit->firstPartial, digit->operands);
    if (isFull)
      cast<affine::AffineForOp>(copies.lookup(loop.getOperation()))
          .setConstantUpperBound(digit->extent);
  };
  splitIntoPieces(digit->tiles, 2, finish);
}
