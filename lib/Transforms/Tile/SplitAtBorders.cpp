//===- SplitAtBorders.cpp - Where neighbours lie in the next tile ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAtBorders.h"

#include "Transforms/Support/AffineNest.h"
#include "Transforms/Support/ComposedAccesses.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;

static constexpr size_t maxPieces = 5;
static constexpr size_t maxOps = 400;

/// Adds where quotients and remainders in `expr` change between two values of
/// dimension 0 in `range`, everything else being a multiple of the divisor.
static void addBorders(AffineExpr expr, unsigned numDims, Interval range,
                       std::set<int64_t> &borders) {
  expr.walk([&](AffineExpr part) {
    auto division = dyn_cast<AffineBinaryOpExpr>(part);
    bool divides = part.getKind() == AffineExprKind::FloorDiv ||
                   part.getKind() == AffineExprKind::Mod;
    if (!divides || !division.getLHS().isFunctionOfDim(0))
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
    std::optional<LoopTerms> terms = getLoopTerms(division.getLHS(), 1);
    if (!divisor || !terms || std::abs(terms->coefficients[0]) != 1)
      return;
    AffineExpr rest =
        simplifyAffineExpr(terms->rest % divisor.getValue(), numDims, 0);
    auto offset = dyn_cast<AffineConstantExpr>(rest);
    int64_t radix = divisor.getValue();
    if (!offset || radix < *range.high - *range.low)
      return;
    // x + c with x = border is the first of a tile, and -x + c the last.
    int64_t border = terms->coefficients[0] == 1 ? -offset.getValue()
                                                 : offset.getValue() + 1;
    border = *range.low + llvm::mod(border - *range.low + radix, radix);
    if (border > *range.low && border <= *range.high)
      borders.insert(border);
  });
}

static void restrict(affine::AffineForOp loop, int64_t begin, int64_t end) {
  MLIRContext *context = loop.getContext();
  auto add = [&](AffineMap map, int64_t bound) {
    return map.insertResult(getAffineConstantExpr(bound, context),
                            map.getNumResults());
  };
  AffineMap lower = add(loop.getLowerBoundMap(), begin),
            upper = add(loop.getUpperBoundMap(), end);
  SmallVector<Value> lowers(loop.getLowerBoundOperands()),
      uppers(loop.getUpperBoundOperands());
  affine::canonicalizeMapAndOperands(&lower, &lowers);
  affine::canonicalizeMapAndOperands(&upper, &uppers);
  loop.setLowerBound(lowers, lower);
  loop.setUpperBound(uppers, upper);
}

void layout::splitAtBorders(affine::AffineForOp loop) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || !loop->getDiscardableAttrDictionary().empty())
    return;
  Interval range = nest->ranges.front();
  size_t numOps = 0;
  bool isInnermost = true;
  loop.getBody()->walk([&](Operation *op) {
    ++numOps;
    isInnermost &= !isa<LoopLikeOpInterface>(op);
  });
  if (!isInnermost || !range.low || !range.high)
    return;
  std::set<int64_t> borders;
  for (const AffineNest::Access &access : nest->accesses)
    for (AffineExpr result : access.map.getResults())
      addBorders(result, nest->getNumDims(), range, borders);
  if (borders.empty() || borders.size() >= maxPieces ||
      numOps * (borders.size() + 1) > maxOps)
    return;
  borders.insert(*range.high + 1);
  OpBuilder builder(loop);
  int64_t begin = *range.low;
  SmallVector<Value> carried(loop.getInits());
  for (int64_t end : borders) {
    auto piece = cast<affine::AffineForOp>(builder.clone(*loop));
    piece.getInitsMutable().assign(carried);
    carried.assign(piece.result_begin(), piece.result_end());
    restrict(piece, begin, end);
    composeAccesses(piece);
    begin = end;
  }
  loop->replaceAllUsesWith(carried);
  loop.erase();
}
