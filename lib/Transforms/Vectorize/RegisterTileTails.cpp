//===- RegisterTileTails.cpp - Partial tiles, and how they run ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTile.h"

#include "Layout/IR/Trapping.h"
#include "Transforms/Support/AffineBounds.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class TailFinder {
public:
  explicit TailFinder(const RegisterTile &tile)
      : tile(tile), nest(tile.nest), numAround(tile.numOuter + tile.numSums) {}

  TileTails find() {
    TileTails tails;
    tails.lacksLanes = nest.isOpaque.back();
    bool usesReduction = false;
    for (const AffineNest::Bound &constraint : nest.constraints) {
      bool isOfSteps =
          tile.groupSize > 1 && constraint.owner == tile.getGroup();
      if (constraint.owner < numAround && !isOfSteps)
        continue;
      usesReduction |= !isOfSteps && dependsOnReduction(constraint);
      if (isNeverNegative(constraint.expr))
        continue;
      bool &lacks = isOfSteps                             ? tails.lacksSteps
                    : constraint.owner == tile.getLanes() ? tails.lacksLanes
                                                          : tails.lacksRows;
      lacks = true;
    }
    // Be the bound by the reduction implied or not.
    tails.dependsOnReductions = tails.isPartial() && usesReduction;
    tails.execution = findExecution();
    if (tile.planned && tails.isPartial())
      tails.execution = tile.planned->restrict(tails.execution, tile.hasRows);
    if (tails.lacksRows && tile.hasRows)
      tails.numRowsOfPartial = findSizeOfPartial(tile.getRows(), tile.numRows);
    if (tails.lacksLanes)
      tails.numLanesOfPartial =
          findSizeOfPartial(tile.getLanes(), tile.numLanes);
    tails.takesRowsTogether = mayTakeRowsTogether(tails);
    return tails;
  }

private:
  using Execution = TileTails::Execution;

  bool isNeverNegative(AffineExpr expr) const {
    std::optional<int64_t> least = rangeOf(expr, nest.ranges, {}).low;
    return least && *least >= 0;
  }

  Execution findExecution() const {
    if (!mayBeSpeculated())
      return Execution::Loops;
    if (tile.isCarried())
      return readsWhatExists() ? Execution::Masked : Execution::Loops;
    // A load would have to wait for a masked store, where another one is
    // forwarded.
    if ((tile.kept.empty() && nest.readsStored()) || !hasMaskedStores())
      return Execution::Masked;
    return staysInside(/*inAllRows=*/true)    ? Execution::AllRows
           : staysInside(/*inAllRows=*/false) ? Execution::AllLanes
                                              : Execution::Masked;
  }

  bool mayBeSpeculated() const {
    return llvm::all_of(*nest.getBody(), [](Operation &op) {
      return isa<affine::AffineLoadOp, affine::AffineStoreOp,
                 affine::AffineYieldOp>(op) ||
             isPureAndTotal(&op);
    });
  }

  /// Masks leave out what missing lanes read, but not one element for all
  /// lanes, which an empty tile would read, too.
  bool readsWhatExists() const {
    return (existsFirst(/*inAllRows=*/true) && !nest.isOpaque.back()) ||
           llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
             return access.map.isFunctionOfDim(tile.getLanes());
           });
  }

  /// Full tiles are stored with masks, too; accumulators are stored only once.
  bool hasMaskedStores() const {
    return !tile.kept.empty() ||
           llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
             auto type = cast<MemRefType>(access.buffer.getType());
             return !access.isStore ||
                    tile.target.hasMaskedStores(type.getElementType());
           });
  }

  /// Returns how many iterations `loop` has wherever it has less than `size` of
  /// them: where one variable bounds it, as in min(32, 100 - 32 * %tile), these
  /// are the 4 of the last tile. 0 where it may be several numbers, or none.
  int64_t findSizeOfPartial(unsigned loop, int64_t size) const {
    if (nest.isOpaque[loop] || !beginsAtZero(nest.loops[loop]))
      return 0;
    std::optional<LoopTerms> slack;
    for (const AffineNest::Bound &constraint : nest.constraints) {
      if (constraint.owner != loop || isNeverNegative(constraint.expr))
        continue;
      if (slack)
        return 0;
      slack = getLoopTerms(constraint.expr, nest.getNumDims());
      if (!slack)
        return 0;
    }
    auto rest = slack ? dyn_cast<AffineConstantExpr>(slack->rest) : nullptr;
    if (!rest || std::exchange(slack->coefficients[loop], 0) != -1)
      return 0;
    auto isUsed = [](int64_t coefficient) { return coefficient != 0; };
    if (llvm::count_if(slack->coefficients, isUsed) != 1)
      return 0;
    const int64_t *around = llvm::find_if(slack->coefficients, isUsed);
    const Interval &range = nest.ranges[around - slack->coefficients.begin()];
    std::optional<int64_t> last = *around < 0 ? range.high : range.low;
    if (!last)
      return 0;
    int64_t number = rest.getValue() + *around * *last + 1;
    bool isFullBefore = number + std::abs(*around) >= size;
    return isFullBefore && number > 0 && number < size ? number : 0;
  }

  /// Row by row, each step of a reduction waits for the one before, and what
  /// lanes gather is gathered for each row again: 100 x 100 sums of 3 products
  /// took 7.3 us so, with tiles of 14 x 32.
  bool mayTakeRowsTogether(const TileTails &tails) const {
    if ((tile.planned && tile.planned->splitsPartialTiles()) ||
        !tails.isPartial() || !tile.hasRows || tile.kept.empty() ||
        tails.dependsOnReductions ||
        (tails.lacksLanes && tails.execution == Execution::Loops))
      return false;
    if (!nest.ends[tile.getRows()].beginAtZero() ||
        !nest.ends[tile.getLanes()].beginAtZero())
      return false;
    bool isUnknown = false;
    for (const AffineNest::Bound &constraint : nest.constraints) {
      // For the speed only, as all of this is.
      if (constraint.owner < tile.getRows())
        continue;
      if (constraint.owner == tile.getLanes() &&
          constraint.terms.coefficients[tile.getRows()] != 0)
        return false;
      // Loops around the nest have others in them, as of an epilogue.
      for (auto [i, value] : llvm::enumerate(nest.fixed))
        isUnknown |=
            constraint.terms.rest.isFunctionOfDim(nest.loops.size() + i) &&
            !affine::isAffineInductionVar(value);
    }
    bool isKnown = tails.hasKnownSizes() &&
                   (!tails.leavesLanesOut() || mayLeaveLanesOut());
    return isUnknown || (isKnown && rowsShareLanes());
  }

  /// Steps that are loaded together are those of all lanes, but for numbers
  /// that all lanes share.
  bool mayLeaveLanesOut() const {
    return tile.groupSize == 1 ||
           (tile.target.hasLongElementProducts() && tile.products.empty() &&
            llvm::all_of(tile.forms, [](const AccessForm &form) {
              return form.steps == AccessForm::Steps::Single ||
                     form.steps == AccessForm::Steps::Repeated;
            }));
  }

  /// Returns true if rows read the same vector. Otherwise each may as well be
  /// alone: depthwise convolutions of 28 x 28 images took 1.19 times as long
  /// with their 28 lanes masked in 14 rows at once.
  bool rowsShareLanes() const {
    return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
      return !access.isStore && access.map.isFunctionOfDim(tile.getLanes()) &&
             !access.map.isFunctionOfDim(tile.getRows());
    });
  }

  bool dependsOnReduction(const AffineNest::Bound &bound) const {
    return llvm::any_of(
        ArrayRef(bound.terms.coefficients).slice(tile.numOuter, tile.numSums),
        [](int64_t coefficient) { return coefficient != 0; });
  }

  /// Returns true if each access stays in its buffer for all lanes, missing
  /// ones included, and for missing rows if `inAllRows`.
  bool staysInside(bool inAllRows) const {
    bool hasOne = existsFirst(inAllRows);
    for (const AffineNest::Access &access : nest.accesses) {
      // Accumulators are loaded even if no reduction has an iteration.
      bool isLoadedEarly = tile.getForm(access).accumulator &&
                           tile.entry == RegisterTile::Entry::Unknown;
      if (tile.unreadable.contains(access.buffer))
        return false;
      auto type = cast<MemRefType>(access.buffer.getType());
      for (auto [result, extent] :
           llvm::zip(access.map.getResults(), type.getShape())) {
        // A lane that exists has the same index.
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
    return expr.isFunctionOfDim(tile.getLanes()) ||
           (inAllRows && tile.hasRows && expr.isFunctionOfDim(tile.getRows()));
  }

  /// Returns true if lane 0 exists in row 0, or in each row that exists, in all
  /// iterations of the loops around.
  bool existsFirst(bool inAllRows) const {
    unsigned numOutside =
        inAllRows || !tile.hasRows ? numAround : tile.getLanes();
    SmallVector<AffineExpr> first;
    for (unsigned i = 0; i < nest.getNumDims(); ++i)
      first.push_back(i < numOutside || i >= nest.loops.size()
                          ? getAffineDimExpr(i, nest.getContext())
                          : getAffineConstantExpr(0, nest.getContext()));
    return llvm::all_of(
        nest.constraints, [&](const AffineNest::Bound &constraint) {
          if (constraint.owner < numOutside)
            return true;
          AffineExpr slack = simplifyAffineExpr(
              constraint.expr.replaceDims(first), nest.getNumDims(), 0);
          return isNeverNegative(slack);
        });
  }

  const RegisterTile &tile;
  const AffineNest &nest;
  unsigned numAround; ///< loops around rows and lanes
};

} // namespace

TileTails layout::findTileTails(const RegisterTile &tile) {
  return TailFinder(tile).find();
}
