//===- PartitionLoops.cpp - Index-set splitting at conditions -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index-set splitting, so that conditions are decided in each part:
//
//     for %i = 0 to 4                   for %i = 0 to 3
//       for %j = 0 to 4                   for %j = 0 to 4
//         if 13 - 4 * %i - %j >= 0  ->      A
//           A                           for %i = 3 to 4
//                                         for %j = 0 to 2
//                                           A
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Conditions/PartitionLoops.h"

#include "Layout/Analysis/Integers/BlockAssumptions.h"
#include "Layout/Transforms/Conditions/Simplify.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LoopConditions.h"
#include "LoopGrowth.h"
#include "LoopPieces.h"
#include "ShrinkLoop.h"
#include "SplitPoints.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/LoopBounds/SplitLoop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPARTITIONLOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The outermost loops below `op`.
static SmallVector<Operation *> getLoopsIn(Operation *op) {
  SmallVector<Operation *> loops;
  for (Region &region : op->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (!isa<LoopLikeOpInterface>(inner))
        return WalkResult::advance();
      loops.push_back(inner);
      return WalkResult::skip();
    });
  return loops;
}

/// Returns true if the loop stores, and has no other effect.
static bool isFill(Operation *loop) {
  bool stores = false;
  WalkResult result = loop->walk([&](Operation *op) {
    bool isStore = isa<affine::AffineStoreOp, memref::StoreOp>(op);
    stores |= isStore;
    bool isFine = isStore || op->getNumRegions() > 0 || isPure(op);
    return isFine ? WalkResult::advance() : WalkResult::interrupt();
  });
  return stores && !result.wasInterrupted();
}

namespace {

class LoopPartitioner {
public:
  LoopPartitioner(Operation *function, const PartitionLoopsOptions &options)
      : function(function), options(options) {}

  /// Until nothing changes: what is decided in a piece may leave conditions for
  /// which it is split, or shrunk, again. What a round may do follows from the
  /// program as the round finds it, so that another run has nothing to do.
  void run() {
    llvm::SmallPtrSet<Operation *, 16> settled;
    for (unsigned round = 0; round < maxRounds; ++round) {
      SmallVector<Part> parts = findOpenNests(settled);
      if (parts.empty())
        return;
      if (round == 0)
        maxLoops = findMaxLoops();
      SmallVector<std::pair<Operation *, unsigned>> loops;
      for (const Part &part : parts)
        loops.push_back({part.loop, part.nest});
      visitAll(parts);
      if (!llvm::is_contained(isChanged, true))
        return;
      // Dead pieces are gone in the next round: what exceeded the bound of the
      // function in this one may be within it then.
      for (auto [loop, nest] : loops)
        if (!isChanged[nest] && !isHeld[nest])
          settled.insert(loop);
    }
  }

private:
  /// Bounds the growth of one nest.
  static constexpr unsigned maxPiecesOfNest = 64;
  /// Loops of a nest that has been split before: what border pieces gain is
  /// worth little code.
  static constexpr unsigned maxLoopsLater = 16;
  /// Far more than are needed until nothing changes.
  static constexpr unsigned maxRounds = 12;
  /// Beyond these a piece is not split again: code would grow by more than it
  /// gets simpler.
  static constexpr unsigned maxConditions = 4, maxPiecesAgain = 16;

  struct Piece {
    Operation *loop;
    unsigned numConditions; ///< of what it was cut from
  };
  /// A loop that is to be looked at, or what has become of it.
  struct Part {
    Operation *loop; ///< may be gone once pieces are settled
    unsigned nest;
    bool isInterior;
    bool canNarrow = false;
    SmallVector<Piece> pieces = {};
    bool goesOn = true; ///< may be split again
  };

  /// How many loops the function may have when all are split. What another run
  /// has split counts as it was before, so that this run has no more room.
  unsigned findMaxLoops() {
    IntegerFacts facts(function, /*explains=*/false);
    return getMaxLoops(countLoopsBeforeSplits(function, facts));
  }

  /// The outermost loops of nests that are not settled, and may be looked at.
  SmallVector<Part>
  findOpenNests(const llvm::SmallPtrSetImpl<Operation *> &settled) {
    IntegerFacts facts(function, /*explains=*/false);
    SmallVector<Part> parts;
    numPieces.clear();
    isSplit.clear();
    SmallVector<Operation *> loops = getLoopsIn(function);
    growth.measure(loops);
    for (const LoopPieces &nest : findLoopPieces(loops, facts)) {
      unsigned numLoops = 0, numConditions = 0;
      bool isSettled = true, wasSplit = nest.size() > 1;
      for (Operation *loop : nest) {
        numLoops += countLoops(loop);
        numConditions += countConditions(loop);
        isSettled &= settled.contains(loop);
      }
      if (isSettled || numConditions == 0 ||
          (options.onlyFills && !llvm::all_of(nest, isFill)))
        continue;
      // What this run has cut stays one nest, whatever its bounds show.
      for (Operation *loop : nest) {
        numLoops = std::max(numLoops, growth.getNumLoops(loop));
        wasSplit |= growth.wasSplit(loop);
      }
      wasSplit |= hasLoopPieces(nest.front(), facts);
      if (wasSplit && numLoops >= maxLoopsLater)
        continue;
      for (Operation *loop : nest)
        parts.push_back({loop, unsigned(isSplit.size()), /*isInterior=*/true});
      // Copies of inner loops count from the second split on.
      numPieces.push_back(wasSplit ? numLoops : 0);
      isSplit.push_back(wasSplit);
    }
    return parts;
  }

  /// Outer loops before inner ones, all of one depth together: what decides
  /// conditions looks at the function once per depth, not once per loop.
  void visitAll(SmallVectorImpl<Part> &outermost) {
    isChanged.assign(isSplit.size(), false);
    isHeld.assign(isSplit.size(), false);
    SmallVector<LoopGrowth::Origin> origins;
    for (const Part &part : outermost)
      origins.push_back(growth.getOrigin(part.loop));
    SmallVector<Part> parts = visit(outermost);
    for (auto [part, origin] : llvm::zip_equal(outermost, origins))
      for (const Piece &piece : part.pieces)
        growth.add(piece.loop, origin);
    while (!parts.empty())
      parts = visit(parts);
  }

  /// Returns the loops inside.
  SmallVector<Part> visit(SmallVectorImpl<Part> &parts) {
    for (Part &part : parts) {
      part.canNarrow = LoopRange::canNarrow(part.loop);
      // Most loops have no condition.
      if (part.canNarrow && countConditions(part.loop) != 0)
        isChanged[part.nest] |=
            shrinkLoop(function, getBlockAssumptions(), part.loop);
      if (!part.canNarrow || countConditions(part.loop) != 0)
        part.pieces.push_back({part.loop, countConditions(part.loop)});
    }
    splitAll(parts);
    shrinkPieces(parts);
    SmallVector<Part> inside;
    for (Part &part : parts) {
      // A loop whose pieces are settled may be erased by now.
      if (!part.canNarrow) {
        for (Operation *inner : getLoopsIn(part.loop))
          inside.push_back({inner, part.nest, part.isInterior});
        continue;
      }
      Operation *interior =
          part.isInterior ? getInterior(part.pieces) : nullptr;
      for (const Piece &piece : part.pieces)
        for (Operation *inner : getLoopsIn(piece.loop))
          inside.push_back({inner, part.nest, piece.loop == interior});
    }
    return inside;
  }

  /// Looked for anew only where more than a loop may have changed.
  const TopLevelAssumptions &getBlockAssumptions() {
    if (!blockAssumptions)
      blockAssumptions.emplace(function);
    return *blockAssumptions;
  }

  /// Conditions in loops that are decided there go away.
  void decide(ArrayRef<Operation *> loops) {
    if (loops.empty())
      return;
    blockAssumptions.reset();
    FailureOr<SimplifyPlan> plan =
        planSimplify(loops, {SimplifyRemarks::None, SimplifyLoads::OfBranches});
    if (succeeded(plan))
      applySimplify(loops.front(), *plan);
  }

  /// The piece in which most is decided, of several the first.
  static Operation *getInterior(ArrayRef<Piece> pieces) {
    Operation *best = nullptr;
    unsigned fewest = 0;
    for (const Piece &piece : pieces) {
      unsigned count = countConditions(piece.loop);
      if (!best || count < fewest) {
        best = piece.loop;
        fewest = count;
      }
    }
    return best;
  }

  //===--------------------------------------------------------------------===//
  // Shrinking
  //===--------------------------------------------------------------------===//

  /// In a piece, a condition may guard all that is left.
  void shrinkPieces(MutableArrayRef<Part> parts) {
    SmallVector<Operation *> changed;
    for (Part &part : parts)
      for (const Piece &piece : part.pieces)
        if (part.pieces.size() > 1 && countConditions(piece.loop) != 0 &&
            shrinkLoop(function, getBlockAssumptions(), piece.loop)) {
          changed.push_back(piece.loop);
          isChanged[part.nest] = true;
        }
    decide(changed);
    for (Part &part : parts)
      if (part.canNarrow)
        settle(part);
  }

  //===--------------------------------------------------------------------===//
  // Splitting
  //===--------------------------------------------------------------------===//

  /// Splits loops. Of the interior, pieces in which few conditions are left are
  /// split again as long as that decides something: one point that is not
  /// constant comes at a time. A prologue, an interior with a single point in
  /// it, and an epilogue take three rounds.
  void splitAll(MutableArrayRef<Part> parts) {
    constexpr unsigned maxSplits = 3;
    for (unsigned round = 0; round < maxSplits; ++round) {
      SmallVector<Operation *> changed;
      numLoops = countLoops(function);
      for (Part &part : parts)
        if (part.canNarrow && (round == 0 || (part.isInterior && part.goesOn)))
          splitPieces(part, /*isAgain=*/round > 0, changed);
      if (changed.empty())
        return;
      decide(changed);
      for (Part &part : parts)
        if (part.canNarrow)
          settle(part);
    }
  }

  void splitPieces(Part &part, bool isAgain,
                   SmallVectorImpl<Operation *> &changed) {
    SmallVector<Piece> next;
    for (auto [i, piece] : llvm::enumerate(part.pieces)) {
      unsigned numConditions = countConditions(piece.loop);
      // In later rounds, only where a condition is left, and within the limits.
      bool isDone =
          isAgain && (numConditions == 0 || numConditions > maxConditions ||
                      numPieces[part.nest] >= maxPiecesAgain);
      size_t numOthers = next.size() + part.pieces.size() - i - 1;
      SmallVector<Operation *> loops{piece.loop};
      if (!isDone)
        loops = split(piece.loop, part, numOthers);
      isChanged[part.nest] |= loops.size() > 1;
      if (!isAgain || loops.size() > 1)
        llvm::append_range(changed, loops);
      for (Operation *loop : loops)
        next.push_back({loop, numConditions});
    }
    part.pieces = std::move(next);
  }

  /// Erases pieces that do nothing, and sees whether anything was decided. In a
  /// single iteration everything is: of `i mod 2 = 0` that goes on for ever.
  void settle(Part &part) {
    part.goesOn = false;
    llvm::erase_if(part.pieces, [&](const Piece &piece) {
      bool isDead = isOpTriviallyDead(piece.loop);
      std::optional<uint64_t> count = LoopRange(piece.loop).getNumIterations();
      bool isDecided =
          isDead || countConditions(piece.loop) < piece.numConditions;
      part.goesOn |= isDecided && (!count || *count > 1);
      if (isDead) {
        growth.forget(piece.loop);
        piece.loop->erase();
      }
      isChanged[part.nest] |= isDead;
      return isDead;
    });
  }

  /// `numOthers` pieces of the same part are there already.
  SmallVector<Operation *> split(Operation *loop, const Part &part,
                                 size_t numOthers) {
    SmallVector<Operation *> pieces{loop};
    IntegerFacts facts(function, /*explains=*/false, &getBlockAssumptions());
    SmallVector<LoopBound> points =
        findSplitPoints(facts, loop, part.isInterior);
    if (points.empty())
      return pieces;
    if (!mayCut(loop, part.nest, points.size(), numOthers))
      return pieces;
    numLoops += points.size() * countLoops(loop);
    pieces.clear();
    for (const LoopPartition &its : splitLoop(facts, loop, points))
      pieces.push_back(its.loop);
    for (Operation *rest : ArrayRef(pieces).drop_front())
      numPieces[part.nest] += isSplit[part.nest] ? countLoops(rest) : 1;
    remarkDone(loop->getLoc(), "layout-partition-loops/split")
        << "split into " + std::to_string(pieces.size()) +
               " loops where its conditions change";
    return pieces;
  }

  /// Returns true if the growth of the program is within bounds.
  bool mayCut(Operation *loop, unsigned nest, size_t numPoints,
              size_t numOthers) {
    size_t bound = std::min<size_t>(
        options.maxPieces, numOthers + maxPiecesOfNest -
                               std::min(maxPiecesOfNest, numPieces[nest]));
    size_t numThen = numOthers + numPoints + 1;
    size_t numInNest = numPieces[nest] + numPoints * countLoops(loop);
    if (isSplit[nest] && numInNest > maxLoopsLater) {
      remarkUnknown(loop->getLoc(), "layout-partition-loops/too-many-pieces")
          << "not split: the nest would have " + std::to_string(numInNest) +
                 " loops, the limit is " + std::to_string(maxLoopsLater);
      return false;
    }
    if (numThen > bound) {
      remarkUnknown(loop->getLoc(), "layout-partition-loops/too-many-pieces")
          << "not split: the loop would become " + std::to_string(numThen) +
                 " loops, the limit is " + std::to_string(bound);
      return false;
    }
    size_t numInFunction = numLoops + numPoints * countLoops(loop);
    if (numInFunction > maxLoops) {
      isHeld[nest] = true;
      remarkUnknown(loop->getLoc(), "layout-partition-loops/too-many-loops")
          << "not split: the function would have " +
                 std::to_string(numInFunction) + " loops, the limit is " +
                 std::to_string(maxLoops);
      return false;
    }
    return true;
  }

  Operation *function;
  const PartitionLoopsOptions &options;
  std::optional<TopLevelAssumptions> blockAssumptions;
  LoopGrowth growth;
  unsigned maxLoops = 0; ///< of the function
  size_t numLoops = 0;   ///< of it when this round began, and of copies since
  // By nest, in this round.
  SmallVector<unsigned> numPieces;
  SmallVector<bool> isSplit; ///< before
  SmallVector<bool> isChanged;
  SmallVector<bool> isHeld; ///< not split as the function would be too large
};

class LayoutPartitionLoopsPass
    : public layout::impl::LayoutPartitionLoopsBase<LayoutPartitionLoopsPass> {
public:
  using LayoutPartitionLoopsBase::LayoutPartitionLoopsBase;

  void runOnOperation() override {
    PartitionLoopsOptions options;
    options.maxPieces = maxPieces;
    options.onlyFills = onlyFills;
    if (always && failed(tryOnCopy(options)))
      return signalPassFailure();
    for (Operation *function : getFunctions(getOperation())) {
      partitionLoops(function, options);
      if (!onlyFills && areRemarksEnabled(&getContext()))
        explainLeftConditions(function);
    }
  }

private:
  /// Also those of nested modules.
  static SmallVector<Operation *> getFunctions(ModuleOp module) {
    SmallVector<Operation *> functions;
    module.walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    return functions;
  }

  /// Fails, with an error, if a condition would be left.
  LogicalResult tryOnCopy(const PartitionLoopsOptions &options) {
    OwningOpRef<ModuleOp> copy = getOperation().clone();
    for (Operation *function : getFunctions(*copy)) {
      partitionLoops(function, options);
      // No number of pieces mends a parallel loop, a bound that is loaded in
      // the loop or a condition that is not affine: the remark names the cause.
      if (Operation *left = findUndecidedCondition(function)) {
        IntegerFacts facts(function, /*explains=*/false);
        return mlir::emitError(left->getLoc())
               << "cannot remove this condition on a loop variable by "
                  "splitting loops, as always=true demands: "
               << describeLeftCondition(left, facts) << "; or state no always";
      }
    }
    return success();
  }
};

} // namespace

void layout::partitionLoops(Operation *function,
                            const PartitionLoopsOptions &options) {
  noteEndsOfLoops(function);
  LoopPartitioner(function, options).run();
  forgetEndsOfLoops(function);
}
