//===- SplitAtBorders.cpp - Splits at tile boundaries ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitAtBorders.h"

#include "Transforms/LoopBounds/SplitLoop.h"
#include "Transforms/Nests/AffineNest.h"
#include "Transforms/Support/ComposedAccesses.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;

static constexpr size_t maxPartitions = 5;
static constexpr size_t maxOps = 400;

/// Adds the values of dimension 0 in `range` from which on quotients and
/// remainders in `expr` are of the next tile, all other terms being multiples
/// of the divisor.
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
    // At x = border, x + c is the first of a tile, and -x + c the last.
    int64_t border = terms->coefficients[0] == 1 ? -offset.getValue()
                                                 : offset.getValue() + 1;
    border = *range.low + llvm::mod(border - *range.low + radix, radix);
    if (border > *range.low && border <= *range.high)
      borders.insert(border);
  });
}

//===----------------------------------------------------------------------===//
// Boundaries that are known when the loop begins
//===----------------------------------------------------------------------===//

namespace {

/// The one tile boundary, a function of values from outside of the loop, as in
/// A[(%k - %i) floordiv 32, (%k - %i) mod 32], and the quotients on both sides
/// of it.
class OneBorder {
public:
  explicit OneBorder(const AffineNest &nest)
      : nest(nest), low(*nest.ranges.front().low),
        high(*nest.ranges.front().high) {}

  /// Returns true if quotients and remainders in all accesses change at one
  /// boundary, and at no other.
  bool find() {
    bool isOne = true;
    for (const AffineNest::Access &access : nest.accesses)
      for (AffineExpr result : access.map.getResults())
        result.walk([&](AffineExpr part) { isOne &= add(part); });
    return isOne && border;
  }

  AffineExpr border;
  /// The values of dividing expressions before the boundary, and from it on.
  DenseMap<AffineExpr, AffineExpr> before, after;

private:
  bool add(AffineExpr part) {
    if (!isDivision(part) || !part.isFunctionOfDim(0))
      return true;
    auto division = cast<AffineBinaryOpExpr>(part);
    auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
    std::optional<LoopTerms> terms = getLoopTerms(division.getLHS(), 1);
    // The loop is no longer than a tile, so that it crosses one boundary at
    // most.
    if (!divisor || !terms || std::abs(terms->coefficients[0]) != 1 ||
        part.getKind() == AffineExprKind::CeilDiv ||
        divisor.getValue() <= high - low)
      return false;
    int64_t radix = divisor.getValue();
    bool isRising = terms->coefficients[0] == 1;
    // The dividend in the first iteration; a multiple is the first of a tile.
    AffineExpr first = terms->rest + (isRising ? low : -low);
    AffineExpr quotient = first.floorDiv(radix),
               next = isRising ? (first + (radix - 1)).floorDiv(radix)
                               : quotient - 1;
    AffineExpr point = simplifyAffineExpr(isRising ? (-first) % radix + low
                                                   : first % radix + (low + 1),
                                          nest.getNumDims(), 0);
    // Accesses with boundaries of their own would need a partition for each.
    if (border && border != point)
      return false;
    border = point;
    bool isQuotient = part.getKind() == AffineExprKind::FloorDiv;
    before[part] = isQuotient ? quotient : division.getLHS() - quotient * radix;
    after[part] = isQuotient ? next : division.getLHS() - next * radix;
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
  auto partitions =
      splitLoop(nest.loops.front(), border.border, nest.getOperands());
  // The first one has the accesses of the nest, which are replaced.
  for (const LoopPartition &partition : llvm::reverse(partitions)) {
    bool isBefore = &partition == &partitions.front();
    SmallVector<Value> operands{partition.getAffine().getInductionVar()};
    llvm::append_range(operands, nest.fixed);
    OpBuilder builder(partition.loop);
    for (const AffineNest::Access &access : nest.accesses)
      setAccessedPlace(
          builder, partition.lookup(access.op),
          access.map.replace(isBefore ? border.before : border.after),
          operands);
    composeAccesses(partition.loop);
  }
  return true;
}

bool layout::splitAtBorders(affine::AffineForOp loop) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || !loop->getDiscardableAttrDictionary().empty())
    return false;
  Interval range = nest->ranges.front();
  // Each partition copies the body; outer loops would multiply whole nests.
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
  if (borders.size() >= maxPartitions || numOps * (borders.size() + 1) > maxOps)
    return false;
  // None is a constant; one may still be an expression of values from outside
  // of the loop.
  if (borders.empty())
    return isInnermost && splitAtOneBorder(*nest);
  auto points = llvm::map_to_vector(borders, [&](int64_t border) {
    return getAffineConstantExpr(border, loop.getContext());
  });
  for (const LoopPartition &partition : splitLoop(loop, points, {}))
    composeAccesses(partition.loop);
  return true;
}
