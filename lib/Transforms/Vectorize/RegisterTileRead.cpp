//===- RegisterTileRead.cpp - The register tile of a nest -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BandOrder.h"
#include "LaneSums.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/LoopsAttr.h"
#include "TilePrefetch.h"
#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/Approximations.h"
#include "UnreadableBuffers.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Describes the bounds of a loop. What is known of the variable is no bound:
/// of an unknown extent it is that no memory has more elements.
static std::string describeBounds(const AffineNest::Ends &ends) {
  if (!ends.areConstant())
    return "bounds that are not constants";
  return "the bounds " + std::to_string(ends.lower.getSingleConstantResult()) +
         " to " + std::to_string(ends.upper.getSingleConstantResult());
}

/// Returns true if LLVM can vectorize the body: no iteration reads what another
/// one stores to the same buffer, and no op becomes a call of a library
/// function.
static bool isForLLVM(const AffineNest &nest) {
  llvm::SmallMapVector<Value, AffineMap, 4> stored;
  for (const AffineNest::Access &access : nest.accesses)
    if (access.isStore)
      stored.insert({access.buffer, access.map});
  for (const AffineNest::Access &access : nest.accesses)
    if (auto *other = stored.find(access.buffer);
        other != stored.end() && other->second != access.map)
      return false;
  return llvm::none_of(*nest.getBody(), [](Operation &op) {
    return isLibraryFunction(&op) && !mayBeApproximated(&op);
  });
}

/// Returns true if LLVM probably makes vectors of the innermost loop as it is:
/// accesses go to contiguous elements or to one that is only read.
static bool isLeftToLLVM(const AffineNest &nest, unsigned lanes) {
  const AffineNest::Ends &ends = nest.ends[lanes];
  if (ends.areConstant() && ends.upper.getSingleConstantResult() -
                                    ends.lower.getSingleConstantResult() <
                                2)
    return false;
  return isForLLVM(nest) &&
         llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
           return access.map.isFunctionOfDim(lanes)
                      ? getStride(access.map, lanes) == 1
                      : !access.isStore;
         });
}

namespace {

/// Decides what each loop of a nest becomes: lanes, rows, steps or reductions.
/// The best form is tried first; what turns out to be impossible is taken back
/// (`dropSums`, `dropSteps`).
class TileMaker {
public:
  TileMaker(RegisterTile &tile, TileQueries &queries, VectorRefusal &refusal)
      : tile(tile), nest(tile.nest), target(tile.target), queries(queries),
        refuse(refusal) {}

  LogicalResult make() {
    if (failed(findLanes()))
      return failure();
    findRowsAndSums();
    findEntry();
    tile.tails = findTileTails(tile);
    if (failed(checkGain()))
      return failure();
    // Accumulators are loaded before the reductions. Where these may have no
    // iteration, that is an access that the program does not make: a branch
    // around excludes it, or there are no accumulators.
    if (loadsMore() && guardSums())
      tile.tails = findTileTails(tile);
    if (loadsMore())
      dropSums();
    if (findSteps(tile))
      tile.tails = findTileTails(tile);
    if (!tile.numSums && findStepsWithoutSums()) {
      if (succeeded(queries.checkOrder(tile, refuse)))
        return success();
      if (needsSteps)
        return failure();
      dropSteps(tile);
      dropSums();
    }
    // Lanes that store with gaps between them need steps that fill these.
    if (needsSteps)
      return refuseStore();
    if (!queries.isEstimate())
      findPrefetches(tile);
    return queries.checkOrder(tile, refuse);
  }

private:
  LogicalResult findLanes() {
    Interval range = nest.ranges[tile.getLanes()];
    if (nest.isOpaque.back() || range.low != 0 || !range.high ||
        *range.high < 1 || *range.high >= kMaxLanes)
      return refuseLanes();
    tile.numLanes = *range.high + 1;
    for (auto [access, form] : llvm::zip_equal(nest.accesses, tile.forms)) {
      if (access.map.getNumDims() != nest.getNumDims())
        return refuse(
            "access",
            "the index of an access is not affine in the loops of the nest");
      form = AccessForm::read(access, nest, tile.numLanes);
      bool isOneRun = form.lanes == AccessForm::Lanes::Contiguous ||
                      form.lanes == AccessForm::Lanes::Reversed;
      if (access.isStore && !isOneRun) {
        if (!mayBeInterleaved(access))
          return refuseStore();
        needsSteps = true;
      }
    }
    return success();
  }

  /// Refuses a loop that is no tile.
  LogicalResult refuseLanes() {
    std::string bounds = describeBounds(nest.ends.back());
    std::string tiles =
        " from 0 to a constant between 2 and " + std::to_string(kMaxLanes);
    if (isLeftToLLVM(nest, tile.getLanes()))
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
    if (tile.planned)
      return refuse("store", "lanes do not store to contiguous elements; "
                             "expects lanes along which all stores are "
                             "contiguous, as they are along the last index of "
                             "a row-major buffer");
    return refuse("store",
                  "iterations of the innermost loop do not store to "
                  "contiguous elements; choose a layout that is contiguous "
                  "along it, or run layout-tile-loops");
  }

  /// Returns true if the elements between those of the lanes are the ones that
  /// the next iterations of the loop around store.
  bool mayBeInterleaved(const AffineNest::Access &store) const {
    if (tile.getLanes() == 0)
      return false;
    unsigned steps = tile.getLanes() - 1;
    Interval range = nest.ranges[steps];
    return range.low == 0 && range.high &&
           mayInterleave(tile, store, steps, *range.high + 1);
  }

  /// Loops that are no tiles, as those of a triangle, become lanes only if that
  /// gains.
  LogicalResult checkGain() {
    if (queries.isEstimate())
      return success();
    if (!tile.planned && isNarrow())
      return refuse("left-to-llvm",
                    "left to LLVM, which vectorizes the loop around it: the " +
                        Twine(tile.numLanes) +
                        " elements of a row are less than 128 bits, or are "
                        "gathered from fewer than " +
                        Twine(kMinLanesNotInterleaved) + " buffers");
    if (!tile.kept.empty() && !llvm::isPowerOf2_64(tile.numLanes))
      return refuse(
          "lanes", "vectors of " + Twine(tile.numLanes) +
                       " sums would be carried around a loop, where LLVM takes "
                       "them apart; expects a power of two of lanes, as "
                       "layout-tile-loops makes them where that pays");
    if (tile.kept.empty() && tile.tails.isPartial() &&
        getTileSize(nest.ends.back().upper) != tile.numLanes)
      return refuse("lanes",
                    "the innermost loop, which would be the lanes, has " +
                        Twine(tile.numLanes) +
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
    constexpr int64_t leastBits = 128;
    unsigned lanes = tile.getLanes();
    if (lanes == 0 || tile.hasRows || tile.numSums || tile.tails.isPartial() ||
        !isForLLVM(nest))
      return false;
    Interval around = nest.ranges[lanes - 1];
    if (around.low && around.high && *around.high - *around.low < kMaxRows)
      return false;
    bool fits = true, isGathered = false;
    for (const AffineNest::Access &access : nest.accesses) {
      Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
      fits &= element.isIntOrFloat() &&
              element.getIntOrFloatBitWidth() * tile.numLanes < leastBits;
      if (getStride(access.map, lanes) == 1)
        continue;
      if (access.isStore)
        return false;
      bool moves = access.map.isFunctionOfDim(lanes);
      isGathered |= moves;
      if (moves && getStride(access.map, lanes - 1) != 1)
        return false;
    }
    return fits || (isGathered && tile.numLanes < kMinLanesNotInterleaved);
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

  /// Rows are useful only for accumulators, which stay in registers.
  void findRowsAndSums() {
    unsigned end = tile.getLanes();
    if (end > 1) {
      Interval range = nest.ranges[end - 1];
      int64_t registers = tile.getRegistersOfRow();
      // An accumulator for each row, an operand for all rows, and a broadcast
      // number must fit the registers: spilled ones cost a store and a load per
      // step.
      tile.hasRows = tile.mayHave(LoopRole::Rows) && !nest.isOpaque[end - 1] &&
                     range.low == 0 && range.high && *range.high < kMaxRows &&
                     moveAllStores(end - 1) && moveNoStore(end - 2) &&
                     (*range.high + 2) * registers < target.numVectorRegisters;
      if (tile.hasRows)
        tile.numRows = *range.high + 1;
    }
    end -= tile.hasRows;
    // The innermost loops around that no store depends on are reductions.
    tile.numOuter = end;
    while (tile.numOuter > 0 && moveNoStore(tile.numOuter - 1))
      --tile.numOuter;
    tile.numSums = end - tile.numOuter;
    // Reductions whose results cannot stay in registers are ordinary outer
    // loops.
    if (tile.numSums && failed(findKept()))
      dropSums();
  }

  /// Returns true if accumulators outside of the buffer might be loaded: the
  /// loops load nothing where reductions have no iteration.
  bool loadsMore() const {
    return (tile.entry == RegisterTile::Entry::Unknown ||
            tile.tails.dependsOnReductions) &&
           !tile.tails.computesMissingRows();
  }

  /// Returns false if there is no need, or if one branch in front cannot tell.
  bool guardSums() {
    if (tile.entry != RegisterTile::Entry::Unknown || !isFirstSumEnough())
      return false;
    tile.entry = RegisterTile::Entry::Guarded;
    return true;
  }

  /// Returns true if reductions that have no iteration in the first ones of the
  /// reductions around them have none at all: later ones have no lesser lower
  /// bounds, nor greater upper bounds.
  bool isFirstSumEnough() {
    for (unsigned i = 1; i < tile.numSums; ++i) {
      unsigned inner = tile.numOuter + i;
      for (unsigned sum = tile.numOuter; sum < inner; ++sum)
        if (!isMonotonic(nest.ends[inner].lower, sum, 1) ||
            !isMonotonic(nest.ends[inner].upper, sum, -1))
          return false;
    }
    return true;
  }

  void dropSums() {
    tile.hasRows = false;
    tile.numRows = 1;
    tile.numSums = 0;
    tile.entry = RegisterTile::Entry::Always;
    tile.numOuter = tile.getLanes();
    tile.kept.clear();
    for (AccessForm &form : tile.forms)
      form.accumulator.reset();
    tile.tails = findTileTails(tile);
  }

  /// Makes the loop around the lanes steps, if lanes read or store contiguous
  /// ones.
  bool findStepsWithoutSums() {
    if (!tile.numOuter)
      return false;
    tile.numSums = 1;
    --tile.numOuter;
    tile.tails = findTileTails(tile);
    if (findSteps(tile)) {
      tile.tails = findTileTails(tile);
      return true;
    }
    dropSums();
    return false;
  }

  /// Makes each store with a load of the same element an accumulator. While it
  /// is in a register, memory does not hold its value, so no other access may
  /// touch the element.
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
      for (auto [access, form] : llvm::zip_equal(nest.accesses, tile.forms))
        if (access.buffer == store.buffer && access.map == store.map)
          form.accumulator = tile.kept.size();
      tile.kept.push_back({*load, unsigned(number)});
    }
    return success(!hasOthers || queries.areKeptAlone(tile));
  }

  void findEntry() {
    for (unsigned i = 0; i < tile.numSums; ++i)
      if (!queries.isAlwaysEntered(nest, tile.numOuter + i))
        tile.entry = RegisterTile::Entry::Unknown;
  }

  RegisterTile &tile;
  AffineNest &nest;
  const Target &target;
  TileQueries &queries;
  VectorRefusal &refuse;
  bool needsSteps =
      false; ///< a store whose lanes are contiguous only with them
};

} // namespace

bool TileQueries::isAlwaysEntered(const AffineNest &nest, unsigned loop) {
  const AffineNest::Ends &ends = nest.ends[loop];
  return llvm::all_of(ends.lower.getResults(), [&](AffineExpr lower) {
    return llvm::all_of(ends.upper.getResults(), [&](AffineExpr upper) {
      AffineExpr number =
          simplifyAffineExpr(upper - lower, nest.getNumDims(), 0);
      std::optional<int64_t> least = rangeOf(number, nest.ranges, {}).low;
      return least && *least > 0;
    });
  });
}

FailureOr<RegisterTile>
RegisterTile::make(AffineNest nest, const Target &target,
                   llvm::SmallDenseSet<Value> unreadable, TileQueries &queries,
                   VectorRefusal &refusal, std::optional<PlannedTile> planned) {
  RegisterTile tile;
  tile.nest = std::move(nest);
  tile.target = target;
  tile.planned = std::move(planned);
  tile.forms.resize(tile.nest.accesses.size());
  tile.unreadable = std::move(unreadable);
  if (failed(TileMaker(tile, queries, refusal).make()))
    return failure();
  return tile;
}

/// Refuses a nest that is no vector code in whatever order.
static LogicalResult checkBody(const AffineNest &nest, VectorRefusal &refuse) {
  for (affine::AffineForOp loop : nest.loops)
    if (hasOtherAttributes(loop))
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
    return refuse("body",
                  "'" + op->getName().getStringRef() +
                      "' in the nest has another step than 1, or carries "
                      "values; run affine-loop-normalize, or store them to "
                      "memory");
  else if (op)
    return refuse("body", describeUnvectorizable(op));
  bool hasStore = llvm::any_of(
      nest.accesses, [](const auto &access) { return access.isStore; });
  return hasStore ? success() : refuse("no-store", "the nest stores nothing");
}

FailureOr<RegisterTile>
RegisterTile::read(affine::AffineForOp root, const Target &target,
                   IntegerFacts &facts, Dependences &dependences,
                   const UnreadableBuffers &unreadable, VectorRefusal &refusal,
                   std::optional<PlannedTile> planned) {
  if (std::optional<RegisterTile> its =
          readLaneSums(root, target, unreadable)) {
    its->planned = std::move(planned);
    return std::move(*its);
  }
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest) {
    refusal = {"loops", whyNotRead(root).str()};
    return failure();
  }
  if (failed(checkBody(*nest, refusal)))
    return failure();
  llvm::SmallDenseSet<Value> ofNest = unreadable.findIn(*nest);
  ProgramQueries queries(root, facts, dependences);
  FailureOr<RegisterTile> tile =
      make(std::move(*nest), target, std::move(ofNest), queries, refusal,
           std::move(planned));
  if (succeeded(tile))
    tile->sharedSums = planSharedSums(*tile, facts, dependences);
  return tile;
}
