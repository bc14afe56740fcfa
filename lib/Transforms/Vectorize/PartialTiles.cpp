//===- PartialTiles.cpp - Which tiles may lack rows or lanes --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialTiles.h"

#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/Trapping.h"

using namespace mlir;
using namespace mlir::layout;

static bool isNeverNegative(AffineExpr expr, const AffineNest &nest) {
  std::optional<int64_t> least = rangeOf(expr, nest.ranges, {}).low;
  return least && *least >= 0;
}

bool layout::isMetInRanges(const AffineNest::Bound &constraint,
                           const AffineNest &nest) {
  return isNeverNegative(constraint.expr, nest);
}

namespace {

class PartialTiles {
public:
  PartialTiles(VectorBand &band, const UnreadableBuffers &unreadable)
      : band(band), nest(band.nest), unreadable(unreadable) {}

  void find() {
    band.isPartial = band.dependsOnSums = band.lacksLanes = false;
    band.unreadable = unreadable.findIn(nest);
    for (const AffineNest::Bound &constraint : nest.constraints) {
      bool isInner = constraint.owner >= band.numOuter + band.numSums;
      if (!isInner || isMetInRanges(constraint, nest))
        continue;
      band.isPartial = true;
      band.lacksLanes |= constraint.owner == band.getLanes();
    }
    for (unsigned loop = band.numOuter + band.numSums;
         band.isPartial && loop < nest.loops.size(); ++loop)
      band.dependsOnSums |= hasBoundOfSums(nest.loops[loop]);
    band.mayBeSpeculated = mayBeSpeculated();
    // A load would have to wait for a masked store, where another one is
    // forwarded.
    bool waits = band.kept.empty() && nest.readsStored();
    bool mayCompute = band.mayBeSpeculated && !waits && hasMaskedStores();
    band.mayComputeAll = mayCompute && staysInside(true);
    band.mayComputeLanes = mayCompute && staysInside(false);
    band.hasRowParts = mayHaveRowParts();
  }

private:
  /// Full tiles are stored with masks, too. What is kept is stored only once.
  bool hasMaskedStores() const {
    return !band.kept.empty() ||
           llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
             auto type = cast<MemRefType>(access.buffer.getType());
             return !access.isStore ||
                    band.target.hasMaskedStores(type.getElementType());
           });
  }

  /// Partial tiles of known extents are few, and one of their kind.
  bool mayHaveRowParts() const {
    if (!band.isPartial || !band.hasRows || band.kept.empty() ||
        band.dependsOnSums || (band.lacksLanes && !band.mayBeSpeculated))
      return false;
    for (unsigned loop : {band.getRows(), band.getLanes()}) {
      affine::AffineForOp its = nest.loops[loop];
      if (!its.hasConstantLowerBound() || its.getConstantLowerBound() != 0)
        return false;
    }
    bool isUnknown = false;
    for (const AffineNest::Bound &constraint : nest.constraints) {
      if (constraint.owner < band.getRows())
        continue;
      if (constraint.owner == band.getLanes() &&
          constraint.terms.coefficients[band.getRows()] != 0)
        return false;
      // Loops around the nest have others in them, as of an epilogue.
      for (auto [i, value] : llvm::enumerate(nest.fixed))
        isUnknown |=
            constraint.terms.rest.isFunctionOfDim(nest.loops.size() + i) &&
            !affine::isAffineInductionVar(value);
    }
    return isUnknown;
  }

  /// Does a bound use the variable of a loop of sums, be it implied or not?
  bool hasBoundOfSums(affine::AffineForOp loop) {
    LoopCounter counter = getLoopCounters(loop).front();
    for (AffineMap map :
         {nest.express(counter.lower), nest.express(counter.upper)})
      for (unsigned i = 0; i < band.numSums; ++i)
        if (map.isFunctionOfDim(band.numOuter + i))
          return true;
    return false;
  }

  /// Is there an element that may be read for every lane, of those that do not
  /// exist, too, and of such rows?
  bool staysInside(bool inAllRows) const {
    bool hasOne = existsFirst(inAllRows);
    for (const AffineNest::Access &access : nest.accesses) {
      // What is kept is loaded even if there is nothing to add up.
      bool isLoadedEarly = band.getKept(access.op) && !band.sumsRun;
      if (band.unreadable.contains(access.buffer))
        return false;
      auto type = cast<MemRefType>(access.buffer.getType());
      for (auto [result, extent] :
           llvm::zip(access.map.getResults(), type.getShape())) {
        // One that exists goes there, too.
        if (hasOne && !isLoadedEarly && !isAmongMissing(result, inAllRows))
          continue;
        Interval range = rangeOf(result, nest.ranges, {});
        if (ShapedType::isDynamic(extent) || !range.low || *range.low < 0 ||
            !range.high || *range.high >= extent)
          return false;
      }
    }
    return true;
  }

  bool isAmongMissing(AffineExpr expr, bool inAllRows) const {
    return expr.isFunctionOfDim(band.getLanes()) ||
           (inAllRows && band.hasRows && expr.isFunctionOfDim(band.getRows()));
  }

  /// Does lane 0 exist, in row 0 or in each row that does, in all iterations of
  /// the loops around?
  bool existsFirst(bool inAllRows) const {
    unsigned numAround = inAllRows || !band.hasRows
                             ? band.numOuter + band.numSums
                             : band.getLanes();
    SmallVector<AffineExpr> first;
    for (unsigned i = 0; i < nest.getNumDims(); ++i)
      first.push_back(i < numAround || i >= nest.loops.size()
                          ? getAffineDimExpr(i, nest.getContext())
                          : getAffineConstantExpr(0, nest.getContext()));
    return llvm::all_of(
        nest.constraints, [&](const AffineNest::Bound &constraint) {
          if (constraint.owner < numAround)
            return true;
          AffineExpr slack = simplifyAffineExpr(
              constraint.expr.replaceDims(first), nest.getNumDims(), 0);
          return isNeverNegative(slack, nest);
        });
  }

  bool mayBeSpeculated() const {
    return llvm::all_of(*nest.loops.back().getBody(), [](Operation &op) {
      return isa<affine::AffineLoadOp, affine::AffineStoreOp,
                 affine::AffineYieldOp>(op) ||
             isPureAndTotal(&op);
    });
  }

  VectorBand &band;
  AffineNest &nest;
  const UnreadableBuffers &unreadable;
};

} // namespace

void layout::findPartialTiles(VectorBand &band,
                              const UnreadableBuffers &unreadable) {
  PartialTiles(band, unreadable).find();
}
