//===- VectorBand.cpp - Loops that become vector code ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBand.h"

#include "BandOrder.h"
#include "Layout/IR/LoopCounters.h"
#include "PartialTiles.h"
#include "TilePrefetch.h"
#include "Transforms/Support/AccessRuns.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/Approximations.h"
#include "Transforms/Support/VectorBody.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Describes the bounds of a loop. What is known of the variable is no bound:
/// of an unknown extent it is that no memory has more elements.
static std::string describeBounds(affine::AffineForOp loop) {
  if (!loop.hasConstantBounds())
    return "bounds that are not constants";
  return "the bounds " + std::to_string(loop.getConstantLowerBound()) + " to " +
         std::to_string(loop.getConstantUpperBound());
}

/// Returns true if no iteration reads what another one stores to the same
/// buffer, and nothing calls a library.
static bool isForLLVM(const AffineNest &nest) {
  llvm::SmallMapVector<Value, AffineMap, 4> stored;
  for (const AffineNest::Access &access : nest.accesses)
    if (access.isStore)
      stored.insert({access.buffer, access.map});
  for (const AffineNest::Access &access : nest.accesses)
    if (auto *its = stored.find(access.buffer);
        its != stored.end() && its->second != access.map)
      return false;
  return llvm::none_of(*nest.getBody(), [](Operation &op) {
    return isLibraryFunction(&op) && !mayBeApproximated(&op);
  });
}

/// Returns true if LLVM probably makes vectors of the innermost loop as it is:
/// accesses go to contiguous elements or to one that is only read.
static bool isLeftToLLVM(const AffineNest &nest, unsigned lanes) {
  affine::AffineForOp loop = nest.loops[lanes];
  if (loop.hasConstantBounds() &&
      loop.getConstantUpperBound() - loop.getConstantLowerBound() < 2)
    return false;
  return isForLLVM(nest) &&
         llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
           return access.map.isFunctionOfDim(lanes)
                      ? getStride(access.map, lanes) == 1
                      : !access.isStore;
         });
}

/// Is there a division of both dimensions together?
static bool isDividedTogether(AffineExpr expr, unsigned one, unsigned other) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    found |= isDivision(part) && part.isFunctionOfDim(one) &&
             part.isFunctionOfDim(other);
  });
  return found;
}

/// Does each result of the map stay or move in the direction `sign` when the
/// dimension grows?
static bool isMonotonic(AffineMap map, unsigned dim, int64_t sign) {
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    if (!expr.isFunctionOfDim(dim))
      return true;
    AffineMap one = AffineMap::get(map.getNumDims(), 0, expr);
    std::optional<int64_t> stride = getStride(one, dim);
    return stride && *stride * sign >= 0;
  });
}

namespace {

class BandPlanner {
public:
  BandPlanner(VectorBand &band, const Target &target, IntegerFacts &facts,
              Dependences &dependences, const UnreadableBuffers &unreadable,
              VectorRefusal &refusal)
      : band(band), nest(band.nest), target(target), facts(facts),
        dependences(dependences), unreadable(unreadable), refuse(refusal) {}

  LogicalResult plan() {
    if (failed(checkBody()) || failed(findLanes()))
      return failure();
    findRowsAndSums();
    findWhetherSumsRun();
    findPartialTiles(band, unreadable);
    if (failed(checkGain()))
      return failure();
    if (loadsMore() && guardSums())
      findPartialTiles(band, unreadable);
    if (loadsMore()) {
      dropSums();
      findPartialTiles(band, unreadable);
    }
    findGroup();
    if (!band.numSums && findGroupWithoutSums()) {
      if (succeeded(checkOrder(band, facts, dependences, refuse)))
        return success();
      if (!band.interleavedStores.empty())
        return failure();
      dropGroupWithoutSums();
    }
    if (!band.interleavedStores.empty())
      return refuseStore();
    findPrefetches(band);
    return checkOrder(band, facts, dependences, refuse);
  }

private:
  LogicalResult checkBody() {
    for (affine::AffineForOp loop : nest.loops)
      if (!loop->getDiscardableAttrDictionary().empty())
        return refuse("marked",
                      "a loop has attributes that would be lost; remove them, "
                      "or run the pass that reads them first");
    for (const AffineNest::Access &access : nest.accesses)
      if (!access.op->getDiscardableAttrDictionary().empty())
        return refuse("marked",
                      "an access has attributes that would be lost; remove "
                      "them, or run the pass that reads them first");
    if (Operation *op = findUnvectorizable(nest.getBody());
        isa_and_present<LoopLikeOpInterface>(op))
      return refuse(
          "body",
          "'" + op->getName().getStringRef() +
              "' in the nest has another step than 1, or carries values; run "
              "affine-loop-normalize, or store them to memory");
    else if (op)
      return refuse("body", describeUnvectorizable(op));
    bool hasStore = llvm::any_of(
        nest.accesses, [](const auto &access) { return access.isStore; });
    return hasStore ? success() : refuse("no-store", "the nest stores nothing");
  }

  LogicalResult findLanes() {
    Interval range = nest.ranges[band.getLanes()];
    if (nest.isOpaque.back() || range.low != 0 || !range.high ||
        *range.high < 1 || *range.high >= kMaxLanes)
      return refuseLanes();
    band.numLanes = *range.high + 1;
    for (const AffineNest::Access &access : nest.accesses) {
      if (access.map.getNumDims() != nest.getNumDims())
        return refuse(
            "access",
            "the index of an access is not affine in the loops of the nest");
      RunCount runs =
          countRuns(access.map, band.getLanes(), band.numLanes, nest.ranges);
      if (access.isStore && runs.number != 1) {
        if (!mayBeInterleaved(access))
          return refuseStore();
        band.interleavedStores.insert(access.op);
      }
      if (access.isStore && runs.areReversed)
        band.reversedStores.insert(access.op);
    }
    return success();
  }

  /// Refuses a loop that is no tile.
  LogicalResult refuseLanes() {
    std::string bounds = describeBounds(nest.loops.back());
    std::string tiles =
        " from 0 to a constant between 2 and " + std::to_string(kMaxLanes);
    if (isLeftToLLVM(nest, band.getLanes()))
      return refuse("left-to-llvm",
                    "left to LLVM, which vectorizes loops over contiguous "
                    "elements: the innermost loop has " +
                        bounds + ", and this pass vectorizes loops" + tiles +
                        ", which layout-tile-loops makes where that pays");
    return refuse("lanes",
                  "the innermost loop, which would be the lanes, has " +
                      bounds + "; expects to go" + tiles +
                      "; run layout-tile-loops before, and see its remarks "
                      "where it makes no such loop");
  }

  LogicalResult refuseStore() {
    return refuse("store",
                  "iterations of the innermost loop do not store to "
                  "contiguous elements; choose a layout that is contiguous "
                  "along it, or run layout-tile-loops");
  }

  /// Are the elements between those of the lanes the ones that the next
  /// iterations of the loop around store?
  bool mayBeInterleaved(const AffineNest::Access &store) const {
    if (band.getLanes() == 0)
      return false;
    unsigned group = band.getLanes() - 1;
    Interval range = nest.ranges[group];
    if (range.low != 0 || !range.high ||
        !areShuffledRows(*range.high + 1, band.numLanes))
      return false;
    std::optional<GroupAccess> its =
        findGroupAccess(store.map, cast<MemRefType>(store.buffer.getType()),
                        band.getLanes(), group);
    return its && its->isInterleaved(*range.high + 1);
  }

  /// Loops that are no tiles, as those of a triangle, are lanes as they stand
  /// only if that gains.
  LogicalResult checkGain() {
    if (isNarrow())
      return refuse("left-to-llvm",
                    "left to LLVM, which vectorizes the loop around it: the " +
                        Twine(band.numLanes) +
                        " elements of a row are less than 128 bits");
    if (!band.kept.empty() && !llvm::isPowerOf2_64(band.numLanes))
      return refuse(
          "lanes", "vectors of " + Twine(band.numLanes) +
                       " sums would be carried around a loop, where LLVM takes "
                       "them apart; expects a power of two of lanes, as "
                       "layout-tile-loops makes them where that pays");
    affine::AffineForOp lanes = nest.loops[band.getLanes()];
    if (band.kept.empty() && band.isPartial &&
        getTileSize(lanes) != band.numLanes)
      return refuse("lanes",
                    "the innermost loop, which would be the lanes, has " +
                        Twine(band.numLanes) +
                        " iterations in some rows and less in others, so that "
                        "many would be masked; expects one over a tile, as "
                        "layout-tile-loops makes it where that pays");
    return success();
  }

  /// Returns true for rows of a few elements that are contiguous in the loop
  /// around them, too, or read from one buffer each. LLVM unrolls these, and
  /// makes vectors of the loop around: 4096 rows of 3 floats took 3.1 us so,
  /// 4.8 us as vectors of 3 (AVX-512).
  bool isNarrow() const {
    constexpr int64_t leastBits = 128, fewGathered = 8;
    unsigned lanes = band.getLanes();
    if (lanes == 0 || band.hasRows || band.numSums || band.isPartial ||
        !isForLLVM(nest))
      return false;
    Interval around = nest.ranges[lanes - 1];
    if (around.low && around.high && *around.high - *around.low < kMaxRows)
      return false;
    bool fits = true, isGathered = false;
    for (const AffineNest::Access &access : nest.accesses) {
      Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
      fits &= element.isIntOrFloat() &&
              element.getIntOrFloatBitWidth() * band.numLanes < leastBits;
      if (getStride(access.map, lanes) == 1)
        continue;
      if (access.isStore)
        return false;
      bool isGatheredHere = access.map.isFunctionOfDim(lanes);
      isGathered |= isGatheredHere;
      if (isGatheredHere && getStride(access.map, lanes - 1) != 1)
        return false;
    }
    return fits || (isGathered && band.numLanes < fewGathered);
  }

  bool moveAllStores(unsigned loop) const {
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
      return !access.isStore || access.map.isFunctionOfDim(loop);
    });
  }
  bool moveNoStore(unsigned loop) const {
    return llvm::none_of(nest.accesses, [&](const AffineNest::Access &access) {
      return access.isStore && access.map.isFunctionOfDim(loop);
    });
  }

  /// Rows only serve what stays in registers.
  void findRowsAndSums() {
    unsigned end = band.getLanes();
    if (end > 1) {
      Interval range = nest.ranges[end - 1];
      int64_t registers = getNumRegisters();
      band.hasRows = !nest.isOpaque[end - 1] && range.low == 0 && range.high &&
                     *range.high < kMaxRows && moveAllStores(end - 1) &&
                     moveNoStore(end - 2) &&
                     (*range.high + 2) * registers < target.numVectorRegisters;
      if (band.hasRows)
        band.numRows = *range.high + 1;
    }
    end -= band.hasRows;
    band.numOuter = end;
    while (band.numOuter > 0 && moveNoStore(band.numOuter - 1))
      --band.numOuter;
    band.numSums = end - band.numOuter;
    if (band.numSums && failed(findKept()))
      dropSums();
  }

  /// Without an iteration nothing is loaded, and what lies outside may not be.
  bool loadsMore() const {
    bool isMaskedInside = band.isPartial && band.dependsOnSums;
    return (!band.sumsRun || isMaskedInside) && !band.mayComputeAll;
  }

  /// False if there is no need, or one branch in front cannot tell.
  bool guardSums() {
    band.guardsSums = !band.sumsRun && isFirstSumEnough();
    band.sumsRun |= band.guardsSums;
    return band.guardsSums;
  }

  /// If the loops of sums have no iteration in the first ones of those around
  /// them, have they none at all? Later ones must not have lower bounds that
  /// are less, or upper ones that are greater.
  bool isFirstSumEnough() {
    for (unsigned i = 1; i < band.numSums; ++i) {
      unsigned inner = band.numOuter + i;
      LoopCounter counter = getLoopCounters(nest.loops[inner]).front();
      for (unsigned sum = band.numOuter; sum < inner; ++sum)
        if (!isMonotonic(nest.express(counter.lower), sum, 1) ||
            !isMonotonic(nest.express(counter.upper), sum, -1))
          return false;
    }
    return true;
  }

  void dropSums() {
    band.hasRows = false;
    band.numRows = 1;
    band.numSums = 0;
    band.sumsRun = true;
    band.guardsSums = false;
    band.numOuter = band.getLanes();
    band.kept.clear();
  }

  /// That one element takes over the sums, for each row.
  int64_t getNumRegisters() const {
    int64_t most = 1;
    for (const AffineNest::Access &access : nest.accesses) {
      Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
      most = std::max<int64_t>(
          most, llvm::divideCeil(band.numLanes, target.getNumLanes(element)));
    }
    return most;
  }

  //===--------------------------------------------------------------------===//
  // Groups of sums
  //===--------------------------------------------------------------------===//

  /// A last loop of sums whose iterations lie side by side in an access:
  /// between lanes, or in the row of each lane.
  void findGroup() {
    if (!band.numSums || band.dependsOnSums)
      return;
    unsigned group = band.getGroup();
    std::optional<int64_t> last = nest.ranges[group].high;
    if (nest.isOpaque[group] || nest.ranges[group].low != 0 || !last ||
        *last >= kMaxRowGroup || !nest.loops[group].hasConstantLowerBound())
      return;
    int64_t size = *last + 1;
    band.groupSize = size;
    bool isBetweenLanes = llvm::any_of(nest.accesses, [&](const auto &access) {
      return band.isInterleaved(access);
    });
    findBlocks(size);
    if (!isBetweenLanes && band.blocksOfRows.empty() && !crossesTiles()) {
      band.groupSize = 1;
      return;
    }
    band.isGroupFull = llvm::all_of(
        nest.constraints, [&](const AffineNest::Bound &constraint) {
          return constraint.owner != group || isMetInRanges(constraint, nest);
        });
    if (isBetweenLanes && !band.storesInGroup())
      findProducts();
  }

  /// Does an iteration of the group decide which lanes are in which tile? In
  /// each by itself that is known.
  bool crossesTiles() const {
    return !band.storesInGroup() &&
           llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
             return llvm::any_of(
                 access.map.getResults(), [&](AffineExpr result) {
                   return isDividedTogether(result, band.getLanes(),
                                            band.getGroup());
                 });
           });
  }

  /// The loop around the lanes, if blocks of it are read in rows.
  bool findGroupWithoutSums() {
    if (!band.numOuter)
      return false;
    band.numSums = 1;
    --band.numOuter;
    findGroup();
    if (band.groupSize == 1) {
      dropSums();
      return false;
    }
    findPartialTiles(band, unreadable);
    if (band.dependsOnSums)
      dropGroupWithoutSums();
    return band.groupSize > 1;
  }

  void dropGroupWithoutSums() {
    band.groupSize = 1;
    band.isGroupFull = true;
    band.blocksOfRows.clear();
    dropSums();
    findPartialTiles(band, unreadable);
  }

  void findProducts() {
    band.products = findDotProducts(nest);
    if (!areFactorsWide())
      band.products.clear();
    findDots();
    int64_t registers =
        getNumRegisters() * band.getNumPairs() * band.numRows;
    bool hasNone = band.dotForms.empty() && !target.multipliesPairs;
    if (hasNone || registers > target.numVectorRegisters) {
      band.products.clear();
      band.dotForms.clear();
    }
  }

  void findDots() {
    if (!target.hasMixedDotProducts || band.numLanes % 4 != 0)
      return;
    band.dotForms =
        findDotForms(band.products, band.groupSize, [&](Operation *load) {
          return band.getGroupAccess(band.getAccess(load))->isRepeated();
        });
  }

  void findBlocks(int64_t size) {
    GroupShape shape{band.getLanes(),  band.getGroup(), std::nullopt,
                     band.numLanes,    band.numRows,    size,
                     getNumRegisters()};
    if (band.hasRows)
      shape.rows = band.getRows();
    auto maps = llvm::map_to_vector(
        nest.accesses,
        [](const AffineNest::Access &access) { return access.map; });
    band.blocksOfRows = findBlocksOfRows(nest.accesses, maps, nest.ranges,
                                         shape, target.numVectorRegisters);
  }

  /// Can they be loaded for all lanes of a group at once?
  bool areFactorsWide() const {
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
      if (!isFactor(band.products, access.op))
        return true;
      std::optional<GroupAccess> its = band.getGroupAccess(access);
      return its && its->isWide(band.groupSize);
    });
  }

  /// Every store with a load of the same element, and no other access of it
  /// while it is kept.
  LogicalResult findKept() {
    bool hasOthers = false;
    for (auto [number, store] : llvm::enumerate(nest.accesses)) {
      if (!store.isStore)
        continue;
      std::optional<unsigned> load;
      for (auto [other, access] : llvm::enumerate(nest.accesses)) {
        if (other == number || access.buffer != store.buffer)
          continue;
        if (access.map == store.map && !access.isStore)
          load = other;
        else if (access.isStore)
          return failure();
        else
          hasOthers = true;
      }
      if (!load)
        return failure();
      band.kept.push_back({*load, unsigned(number)});
    }
    return success(!hasOthers || isKeptAlone(band, facts, dependences));
  }

  /// Do the loops of sums have an iteration whenever control comes to them?
  void findWhetherSumsRun() {
    for (unsigned i = 0; i < band.numSums; ++i)
      band.sumsRun &= facts.isAlwaysEntered(nest.loops[band.numOuter + i]);
  }

  VectorBand &band;
  AffineNest &nest;
  const Target &target;
  IntegerFacts &facts;
  Dependences &dependences;
  const UnreadableBuffers &unreadable;
  VectorRefusal &refuse;
};

} // namespace

bool VectorBand::isInterleaved(const AffineNest::Access &access) const {
  if (storesInGroup() ? !areShuffledRows(groupSize, numLanes)
                      : !mayBeGroup(groupSize))
    return false;
  std::optional<GroupAccess> its = getGroupAccess(access);
  return its && its->isInterleaved(groupSize);
}

std::optional<unsigned> VectorBand::getKept(Operation *op) const {
  for (const AffineNest::Access &access : nest.accesses)
    for (auto [number, its] : llvm::enumerate(kept))
      if (access.op == op && access.buffer == nest.accesses[its.store].buffer &&
          access.map == nest.accesses[its.store].map)
        return number;
  return std::nullopt;
}

const AffineNest::Access &VectorBand::getAccess(Operation *op) const {
  return *llvm::find_if(nest.accesses, [&](const AffineNest::Access &access) {
    return access.op == op;
  });
}

FailureOr<VectorBand>
layout::planVectorBand(affine::AffineForOp root, const Target &target,
                       IntegerFacts &facts, Dependences &dependences,
                       const UnreadableBuffers &unreadable,
                       VectorRefusal &refusal) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest) {
    refusal = {"loops", whyNotRead(root).str()};
    return failure();
  }
  VectorBand band;
  band.nest = std::move(*nest);
  band.target = target;
  BandPlanner planner(band, target, facts, dependences, unreadable, refusal);
  if (failed(planner.plan()))
    return failure();
  return band;
}
