//===- SplitAtBorders.cpp - Where neighbours lie in the next tile ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAtBorders.h"

#include "LoopPieces.h"
#include "Transforms/Support/AffineBounds.h"
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

//===----------------------------------------------------------------------===//
// Borders that are known when the loop begins
//===----------------------------------------------------------------------===//

namespace {

/// One border that values from around the loop decide, as in A[(%k - %i)
/// floordiv 32, (%k - %i) mod 32], and what the quotients are on both sides of
/// it.
class OneBorder {
public:
  explicit OneBorder(const AffineNest &nest)
      : nest(nest), low(*nest.ranges.front().low),
        high(*nest.ranges.front().high) {}

  /// Is there one border, and only one, at which quotients and remainders in
  /// all accesses change?
  bool find() {
    bool isOne = true;
    for (const AffineNest::Access &access : nest.accesses)
      for (AffineExpr result : access.map.getResults())
        result.walk([&](AffineExpr part) { isOne &= add(part); });
    return isOne && border;
  }

  AffineExpr border;
  /// Of dividing expressions, before it and from it on.
  DenseMap<AffineExpr, AffineExpr> before, behind;

private:
  bool add(AffineExpr part) {
    if (!isDivision(part) || !part.isFunctionOfDim(0))
      return true;
    auto division = cast<AffineBinaryOpExpr>(part);
    auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
    std::optional<LoopTerms> terms = getLoopTerms(division.getLHS(), 1);
    // The loop is no longer than a tile, so that it crosses one border at most.
    if (!divisor || !terms || std::abs(terms->coefficients[0]) != 1 ||
        part.getKind() == AffineExprKind::CeilDiv ||
        divisor.getValue() <= high - low)
      return false;
    int64_t radix = divisor.getValue();
    bool isRising = terms->coefficients[0] == 1;
    // Of the first iteration. One that is a multiple is the first of a tile.
    AffineExpr first = terms->rest + (isRising ? low : -low);
    AffineExpr quotient = first.floorDiv(radix),
               next = isRising ? (first + (radix - 1)).floorDiv(radix)
                               : quotient - 1;
    AffineExpr its = simplifyAffineExpr(isRising ? (-first) % radix + low
                                                 : first % radix + (low + 1),
                                        nest.getNumDims(), 0);
    // Accesses with borders of their own would need a piece for each.
    if (border && border != its)
      return false;
    border = its;
    bool isQuotient = part.getKind() == AffineExprKind::FloorDiv;
    before[part] = isQuotient ? quotient : division.getLHS() - quotient * radix;
    behind[part] = isQuotient ? next : division.getLHS() - next * radix;
    return true;
  }

  const AffineNest &nest;
  int64_t low, high;
};

} // namespace

static bool splitAtOneBorder(const AffineNest &nest) {
  OneBorder border(nest);
  if (!border.find())
    return false;
  auto finish = [&](unsigned number, affine::AffineForOp piece,
                    IRMapping &copies) {
    bool isBefore = number == 0;
    SmallVector<Value> operands{piece.getInductionVar()};
    llvm::append_range(operands, nest.fixed);
    addBound(piece, /*isLower=*/!isBefore, border.border, operands);
    OpBuilder builder(piece);
    for (const AffineNest::Access &access : nest.accesses) {
      AffineMap map =
          access.map.replace(isBefore ? border.before : border.behind);
      setAccessedPlace(builder, copies.lookup(access.op), map, operands);
    }
  };
  splitIntoPieces(nest.loops.front(), 2, finish);
  return true;
}

bool layout::splitAtBorders(affine::AffineForOp loop) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || !loop->getDiscardableAttrDictionary().empty())
    return false;
  Interval range = nest->ranges.front();
  // Each piece has the body once more; outer loops would multiply whole nests.
  size_t numOps = 0, numLoops = 0;
  loop.getBody()->walk([&](Operation *op) {
    ++numOps;
    numLoops += isa<LoopLikeOpInterface>(op);
  });
  bool isInnermost = numLoops == 0,
       holdsInnermostOnly = numLoops == 1 && getOnlyLoop(loop);
  if (!(isInnermost || holdsInnermostOnly) || !range.low || !range.high)
    return false;
  std::set<int64_t> borders;
  for (const AffineNest::Access &access : nest->accesses)
    for (AffineExpr result : access.map.getResults())
      addBorders(result, nest->getNumDims(), range, borders);
  if (borders.size() >= maxPieces || numOps * (borders.size() + 1) > maxOps)
    return false;
  // None of them is a number; where it lies may still be known as an
  // expression, of values from around the loop.
  if (borders.empty())
    return isInnermost && splitAtOneBorder(*nest);
  SmallVector<int64_t> ends{*range.low};
  llvm::append_range(ends, borders);
  ends.push_back(*range.high + 1);
  auto finish = [&](unsigned number, affine::AffineForOp piece, IRMapping &) {
    for (bool isLower : {true, false})
      addBound(
          piece, isLower,
          getAffineConstantExpr(ends[number + !isLower], loop.getContext()),
          {});
  };
  splitIntoPieces(loop, ends.size() - 1, finish);
  return true;
}
