//===- TileLoops.cpp - Strip-mining by the tiles of layouts ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Tile/TileLoops.h"

#include "EnablingRewrites.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Layout/Transforms/Tile/DistributeLoops.h"
#include "LoopParts.h"
#include "MergeDigits.h"
#include "NestPlanner.h"
#include "NormalizeSteps.h"
#include "Panels.h"
#include "PeelPartialTile.h"
#include "RegisterSums.h"
#include "SplitAtBorders.h"
#include "StatedPlans.h"
#include "SumInterchange.h"
#include "Transforms/Nests/NotRaised.h"
#include "Transforms/Nests/PlanReport.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/EmptyLoops.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Support/IndexValues.h"
#include "TunedPlans.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTTILELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// Returns true if the innermost loop is a reduction of floats. The division is
/// hidden by the latency of the reduction; strip-mining would only add loop
/// overhead.
static bool addsUp(const AffineNest &nest) {
  return llvm::any_of(nest.accesses, [](const AffineNest::Access &access) {
    Type type = cast<MemRefType>(access.buffer.getType()).getElementType();
    return access.isStore && !access.map.isFunctionOfDim(0) &&
           isa<FloatType>(type);
  });
}

static bool isInnermost(affine::AffineForOp loop) {
  return llvm::none_of(*loop.getBody(),
                       [](Operation &op) { return containsLoop(&op); });
}

/// Returns true if it is an innermost loop whose variable is divided, and the
/// division is not hidden by a reduction.
static bool isDividedInnermost(affine::AffineForOp loop) {
  if (!isInnermost(loop))
    return false;
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  return nest && findWeights(*nest).front().size() > 1 && !addsUp(*nest);
}

/// Strip-mines the loop in place if accesses in it divide its variable, or by
/// `size` if that is not 0. Returns the tile loops; none if the loop stays.
static SmallVector<affine::AffineForOp> splitInPlace(affine::AffineForOp loop,
                                                     int64_t size = 0) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || !nest->isLinear() ||
      !loop->getDiscardableAttrDictionary().empty())
    return {};
  SmallVector<int64_t> weights = findWeights(*nest).front();
  if (size) {
    std::optional<DigitLoops> loops =
        DigitLoops::plan(*nest, makeDigits(0, {size, 1}));
    return loops ? loops->apply(*nest) : SmallVector<affine::AffineForOp>();
  }
  if (weights.size() == 1)
    return {};
  if (std::optional<DigitLoops> loops =
          DigitLoops::plan(*nest, makeDigits(0, weights))) {
    remarkDone(loop.getLoc(), "layout-tile-loops/split")
        << "strip-mined into " + std::to_string(weights.size()) +
               " loops, by what accesses divide its variable by";
    return loops->apply(*nest);
  }
  return {};
}

static bool hasLoops(Operation *function) {
  return function
      ->walk([](affine::AffineForOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Returns true if `map` divides one of its first `numVariables` dimensions by
/// a number that is no power of two.
static bool dividesByOther(AffineMap map, unsigned numVariables) {
  bool divides = false;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || (binary.getKind() != AffineExprKind::FloorDiv &&
                    binary.getKind() != AffineExprKind::Mod))
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    bool isShift = divisor && llvm::isPowerOf2_64(divisor.getValue());
    divides |= !isShift &&
               llvm::any_of(llvm::seq(numVariables), [&](unsigned variable) {
                 return binary.getLHS().isFunctionOfDim(variable);
               });
  });
  return divides;
}

/// Returns true if accesses of an innermost loop divide its variable by a
/// number that is no power of two, and none does in loops over tiles, all full.
/// On a device, other divisions are shifts and masks, which are cheaper than
/// one more loop, and so is the multiplication that LLVM makes of a division if
/// the bounds of tiles vary.
static bool dividesInThread(affine::AffineForOp loop) {
  if (!isOnDevice(loop) || !isInnermost(loop) || !loop.hasConstantBounds())
    return false;
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest)
    return false;
  SmallVector<int64_t> tiles = findWeights(*nest).front();
  if (loop.getConstantLowerBound() % tiles.front() != 0 ||
      loop.getConstantUpperBound() % tiles.front() != 0)
    return false;
  DigitOrder split(*nest, makeDigits(0, tiles));
  auto divides = [](const AffineNest::Access &access) {
    return dividesByOther(access.map, /*numVariables=*/1);
  };
  auto dividesInTiles = [&](const AffineNest::Access &access) {
    return dividesByOther(split.substitute(access.map), tiles.size());
  };
  return llvm::any_of(nest->accesses, divides) &&
         llvm::none_of(nest->accesses, dividesInTiles);
}

/// Strip-mines loops inside of a thread, but only to get rid of divisions.
static void splitLoopsOfThreads(ModuleOp module) {
  SmallVector<affine::AffineForOp> loops;
  module->walk([&](affine::AffineForOp loop) {
    if (dividesInThread(loop))
      loops.push_back(loop);
  });
  for (affine::AffineForOp loop : loops)
    splitInPlace(loop);
}

/// Once for a module with loops: what is assumed of the processor otherwise
/// shows only in the time that the program takes.
static void explainDefaultTarget(ModuleOp module) {
  if (statesVectors(module) ||
      llvm::none_of(collectHostFunctions(module), hasLoops))
    return;
  remarkMissed(module.getLoc(), "layout-tile-loops/default-target")
      << "no target is stated: vectors of " +
             std::to_string(Target().vectorBits) + " bits in " +
             std::to_string(Target().numVectorRegisters) +
             " registers are assumed, fewer than some processors have; name "
             "yours by layout-set-target{target=native} or "
             "layout-compile{target=native}, or the one that you compile for";
}

namespace {

class LayoutTileLoopsPass
    : public layout::impl::LayoutTileLoopsBase<LayoutTileLoopsPass> {
public:
  using LayoutTileLoopsBase::LayoutTileLoopsBase;
  LayoutTileLoopsPass(const LayoutTileLoopsPass &other)
      : LayoutTileLoopsBase(other) {}

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (!stopAfter.empty() && stopAfter != "plan") {
      emitError(getOperation().getLoc())
          << "layout-tile-loops: 'stop-after' expects "
             "'plan', found '"
          << stopAfter << "'";
      return signalPassFailure();
    }
    explainDefaultTarget(getOperation());
    if (failed(readTuningFile()))
      return signalPassFailure();
    std::optional<TunedPlans> plans;
    if (file)
      plans.emplace(*file);
    for (Operation *function : collectHostFunctions(getOperation()))
      if (failed(runOnFunction(function, *target, plans ? &*plans : nullptr)))
        signalPassFailure();
    if (stopAfter.empty())
      splitLoopsOfThreads(getOperation());
    if (plans)
      plans->explainUnused(getOperation());
  }

private:
  LogicalResult runOnFunction(Operation *function, const Target &target,
                              TunedPlans *plans) {
    if (!stopAfter.empty()) {
      writeLoopPlans(function, target, reassociate, plans);
      return success();
    }
    if (failed(tileLoops(function, target, reassociate, plans)))
      return failure();
    removeEmptyLoops(function);
    return success();
  }

  /// Fails if there is no such file, or it is none of tuning. `file` is null if
  /// none is to be read, or if it holds for other conditions.
  LogicalResult readTuningFile();

  std::unique_ptr<TuningFile> file;
};

} // namespace

LogicalResult LayoutTileLoopsPass::readTuningFile() {
  file.reset();
  if (tuned.empty())
    return success();
  ModuleOp module = getOperation();
  std::string why;
  file = TuningFile::read(tuned, getContext().getDialectRegistry(), why);
  if (!file)
    return emitError(module.getLoc())
           << "layout-tile-loops: the file of tuning '" << tuned << "' " << why;
  std::string difference = file->getConditions().describeDifference(
      TuningConditions::get(module, threads));
  if (difference.empty())
    return success();
  remarkMissed(module.getLoc(), "layout-tile-loops/tuned-foreign")
      << "'" + tuned + "', measured on " + file->getProcessor().str() +
             ", is not used: it expects " + difference;
  file.reset();
  return success();
}

/// Returns the loops to strip-mine in place: innermost ones whose divisions
/// take time, and all loops around these and around nests that are rewritten.
/// Around other innermost loops, more loops would only add overhead.
static llvm::SmallDenseSet<Operation *>
findWorthwhile(ArrayRef<affine::AffineForOp> loops,
               const llvm::SmallDenseSet<Operation *> &planned) {
  llvm::SmallDenseSet<Operation *> worthwhile;
  for (affine::AffineForOp loop : loops)
    if (planned.contains(loop) || isDividedInnermost(loop))
      for (Operation *op = loop; op; op = op->getParentOp())
        if (!worthwhile.insert(op).second)
          break;
  return worthwhile;
}

/// Returns true if a subscript in `nest` divides.
static bool hasDigits(Operation *nest) {
  if (isOnDevice(nest))
    return false;
  auto divides = [](AffineMap map) {
    bool divides = false;
    map.walkExprs([&](AffineExpr expr) {
      divides |= expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::Mod;
    });
    return divides;
  };
  return nest
      ->walk([&](Operation *op) {
        auto load = dyn_cast<affine::AffineLoadOp>(op);
        auto store = dyn_cast<affine::AffineStoreOp>(op);
        return (load && divides(load.getAffineMap())) ||
                       (store && divides(store.getAffineMap()))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns true if the store is not contiguous along the loop.
static bool isScattered(affine::AffineStoreOp store, affine::AffineForOp loop) {
  affine::AffineValueMap index =
      composeMap(store.getAffineMap(), store.getMapOperands());
  Value variable = loop.getInductionVar();
  unsigned rank = index.getNumResults();
  for (unsigned i = 0; i < rank; ++i)
    if (index.isFunctionOf(i, variable) != (i + 1 == rank))
      return true;
  return false;
}

/// Returns true if another order of the nest may gain though nothing in it
/// divides: a store is not contiguous along the innermost loop, so that its
/// vectors could not be stored at once.
static bool mayGain(affine::AffineForOp root) {
  return root
      ->walk([&](affine::AffineStoreOp store) {
        auto inner = store->getParentOfType<affine::AffineForOp>();
        return inner != root && findNestRoot(inner) == root &&
                       isScattered(store, inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns true if there is a store that is not affine: whether it is scattered
/// is unknown.
static bool hasOtherStore(affine::AffineForOp root) {
  return root->walk([](memref::StoreOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Returns true if it is worth a remark that the nest stays. It is not where no
/// subscript divides and no other order is estimated to be faster.
static bool isWorthRemark(affine::AffineForOp root,
                          const OrderRefusal &refusal) {
  return refusal.reason.empty() || hasDigits(root) ||
         (refusal.reason != "gain" && (mayGain(root) || hasOtherStore(root)));
}

/// Strip-mines loops over panels in place. Returns the loops over panels, which
/// stay around all that they contain.
static llvm::SmallDenseSet<Operation *> splitPanelLoops(Operation *function,
                                                        const Target &target) {
  llvm::SmallDenseSet<Operation *> overPanels;
  for (affine::AffineForOp loop : findPanelLoops(function, target)) {
    if (containsPlan(loop))
      continue;
    SmallVector<affine::AffineForOp> digits = splitInPlace(loop);
    if (!digits.empty())
      overPanels.insert_range(ArrayRef(digits).drop_back());
  }
  return overPanels;
}

namespace {

/// Recurrences that run tile by tile, as `enableLanes` made them: they are
/// distributed, and nothing divides there.
class TiledRecurrences {
public:
  explicit TiledRecurrences(ArrayRef<affine::AffineForOp> loops) {
    for (affine::AffineForOp loop : loops) {
      over.insert(loop);
      for (Operation *op = loop; op && around.insert(op).second;)
        op = op->getParentOp();
    }
  }

  /// Returns true if the op is in one of them or around one.
  bool touches(Operation *op) const {
    if (around.contains(op))
      return true;
    while (op && !over.contains(op))
      op = op->getParentOp();
    return op;
  }

private:
  llvm::SmallDenseSet<Operation *> over, around;
};

/// What is known of a function when its nests are planned.
struct PreparedLoops {
  TiledRecurrences recurrences;
  InterchangedSums interchanged; ///< they stay, sums in registers
  SearchedPlans stated;          ///< in place of the search
};

/// What is to be done in a function.
struct TilingPlan {
  SmallVector<affine::AffineForOp> loops; ///< all that are not on a device
  std::vector<NestPlanner::Plan> nests;
  llvm::SmallDenseSet<Operation *> planned; ///< loops of `nests`
  SmallVector<affine::AffineForOp> stay;    ///< roots of the other nests
  std::vector<RegisterSums> sums;           ///< of loops that stay
  std::vector<int64_t> sumLanes;            ///< of each of these; 0: none

  /// Puts sums into registers; their loops are others then. Returns true if
  /// `loops` are to be collected again.
  bool applySums();
  /// Returns the innermost loops that are not longer as parts of merged ones.
  llvm::SmallDenseSet<Operation *> applyNests(const Target &target);
  /// Strip-mines the other loops that are `worthwhile` in place.
  void splitOthers(const llvm::SmallDenseSet<Operation *> &worthwhile);
};

} // namespace

/// Loops of nests with plans that are followed already, or left to LLVM, are
/// none of `all`.
static SmallVector<affine::AffineForOp> collectLoops(Operation *function,
                                                     TilingPlan &all) {
  SmallVector<affine::AffineForOp> roots;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (getPlan(loop))
      return WalkResult::skip();
    if (isOnDevice(loop))
      return WalkResult::advance();
    all.loops.push_back(loop);
    if (!isInPerfectNest(loop))
      roots.push_back(loop);
    return WalkResult::advance();
  });
  return roots;
}

/// Fails where a plan that takes the place of the search cannot be followed.
static FailureOr<TilingPlan> planTiling(Operation *function,
                                        const Target &target, bool reassociate,
                                        const PreparedLoops &prepared) {
  TilingPlan all;
  SmallVector<affine::AffineForOp> roots = collectLoops(function, all);
  if (all.loops.empty())
    return all;
  const InterchangedSums &interchanged = prepared.interchanged;
  NestPlanner planner(function, target, reassociate);
  for (affine::AffineForOp root : roots) {
    OrderRefusal refusal;
    std::optional<NestPlanner::Plan> plan;
    if (const auto *stated = prepared.stated.find(root);
        stated != prepared.stated.end()) {
      std::string why;
      plan =
          planAsStated(root, stated->second, planner, target, reassociate, why);
      if (!plan) {
        (void)reportPlan(root, stated->second, "layout-tile-loops/plan", why);
        return failure();
      }
    } else {
      plan = planner.plan(root, refusal);
    }
    if (!plan) {
      if (!interchanged.contains(root) && isWorthRemark(root, refusal))
        explain(root, refusal);
      if (!interchanged.contains(root) && !refusal.isMarked)
        all.stay.push_back(root);
      continue;
    }
    for (affine::AffineForOp loop : plan->nest.loops)
      all.planned.insert(loop);
    all.nests.push_back(std::move(*plan));
  }
  for (affine::AffineForOp loop : all.loops)
    if (!all.planned.contains(loop) && isInnermost(loop) &&
        (hasDigits(loop) || prepared.recurrences.touches(loop) ||
         interchanged.contains(loop)))
      if (std::optional<RegisterSums> its =
              planner.planSums(loop, interchanged.lookup(loop) > 0)) {
        all.sums.push_back(std::move(*its));
        all.sumLanes.push_back(interchanged.lookup(loop));
      }
  return all;
}

bool TilingPlan::applySums() {
  bool replacesOthers = false;
  for (auto [its, lanes] : llvm::zip_equal(sums, sumLanes)) {
    remarkDone(its.loop.getLoc(), "layout-tile-loops/kept")
        << "elements that each iteration loads, changes and stores are kept in "
           "registers: they are loaded before the loop, and stored after it";
    auto *old = llvm::find(loops, its.loop);
    replacesOthers |= !its.around.empty();
    *old = its.apply();
    if (lanes)
      if (SmallVector<affine::AffineForOp> tiles = splitInPlace(*old, lanes);
          !tiles.empty())
        *old = tiles.back();
  }
  return replacesOthers;
}

/// Returns true if the last tile of lanes shall be a loop of its own, which is
/// as long as it is: a masked store of 256 bits takes some twenty cycles on
/// some processors, and each register of a partial tile needs one. 64 x 253
/// products took 7.2 us so, and 1.9 us without masks (Zen, x86-64-v3). Elements
/// that a reduction keeps in registers are stored too seldom for that.
static bool needsFullLanes(const NestPlanner::Plan &plan,
                           const Target &target) {
  const AffineNest &nest = plan.nest;
  affine::AffineForOp lanes =
      nest.loops[plan.loops.getOrder().getDigits().back().loop];
  if (!lanes.hasConstantBounds())
    return false;
  // Masks of all elements are registers of their own, and cheap.
  constexpr unsigned bitsOfAll = 8;
  if (target.getMaskedStoreBits() == bitsOfAll)
    return false;
  return !nest.hasReductions();
}

llvm::SmallDenseSet<Operation *> TilingPlan::applyNests(const Target &target) {
  llvm::SmallDenseSet<Operation *> unmerged;
  for (NestPlanner::Plan &plan : nests) {
    remarkDone(plan.nest.loops.front().getLoc(), "layout-tile-loops/tiled")
        << plan.text;
    bool isPeeled = needsFullLanes(plan, target);
    SmallVector<affine::AffineForOp> loops = plan.loops.apply(plan.nest);
    // What the next iteration reads of a recurrence is still in a register
    // where no access divides.
    if (loops.size() > 1 && plan.nest.readsStored())
      splitAtBorders(loops[loops.size() - 2]);
    else if (mergeDigits(loops.back(), target))
      continue;
    else if (isPeeled)
      makeFullTiles(loops.back());
    else
      unmerged.insert(loops.back());
  }
  return unmerged;
}

void TilingPlan::splitOthers(
    const llvm::SmallDenseSet<Operation *> &worthwhile) {
  SmallVector<affine::AffineForOp> innermost;
  for (affine::AffineForOp loop : loops)
    if (!planned.contains(loop) && worthwhile.contains(loop))
      if (SmallVector<affine::AffineForOp> digits = splitInPlace(loop);
          !digits.empty())
        innermost.push_back(digits.back());
  for (affine::AffineForOp loop : innermost)
    if (!splitAtBorders(loop))
      peelPartialTile(loop);
}

/// Rows that are less than a vector become longer, where several are one. That
/// they are not is known of the loops `unmerged`.
static void mergeNarrowRows(Operation *function, const Target &target,
                            const llvm::SmallDenseSet<Operation *> &unmerged) {
  SmallVector<affine::AffineForOp> innermost;
  function->walk([&](affine::AffineForOp loop) {
    if (!isOnDevice(loop) && isInnermost(loop) && loop.hasConstantBounds() &&
        isInPerfectNest(loop) && !unmerged.contains(loop))
      innermost.push_back(loop);
  });
  for (affine::AffineForOp loop : innermost)
    mergeDigits(loop, target);
}

/// Erases unused `affine.apply` ops, which would make nests imperfect.
static void eraseUnusedApplies(Operation *function) {
  SmallVector<affine::AffineApplyOp> applies;
  function->walk(
      [&](affine::AffineApplyOp apply) { applies.push_back(apply); });
  for (affine::AffineApplyOp apply : llvm::reverse(applies))
    if (apply->use_empty())
      apply->erase();
}

/// Nests are read with steps of 1 only.
static void normalizeStepsOfNests(Operation *function) {
  SmallVector<affine::AffineForOp> roots;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp root) {
    if (hasDigits(root) && !containsPlan(root))
      roots.push_back(root);
    return WalkResult::skip();
  });
  for (affine::AffineForOp root : roots)
    normalizeSteps(root);
}

/// Remarks on a function whose loops are not affine. Affine nests without tiles
/// get no remark.
static void explainNoLoops(Operation *function) {
  if (!hasLoops(function))
    remarkNotRaised(function, "layout-tile-loops");
}

/// Rewrites that let nests be planned. Only perfect nests can be reordered.
static TiledRecurrences prepareNests(Operation *function, const Target &target,
                                     bool reassociate) {
  normalizeStepsOfNests(function);
  TiledRecurrences recurrences(
      enableLanes(function, target, reassociate, [](Operation *root) {
        return hasDigits(root) && !containsPlan(root);
      }));
  llvm::SmallDenseSet<Operation *> overPanels =
      splitPanelLoops(function, target);
  distributeLoops(
      function,
      [&](Operation *op) { return hasDigits(op) && !recurrences.touches(op); },
      /*onKept=*/nullptr, overPanels);
  unrollRowsOfSums(function, target, reassociate, [&](Operation *root) {
    return !containsPlan(root) && !recurrences.touches(root);
  });
  return recurrences;
}

/// Nests are as `prepareNests` leaves them.
static LogicalResult tilePrepared(Operation *function, const Target &target,
                                  bool reassociate,
                                  const PreparedLoops &prepared) {
  FailureOr<TilingPlan> plan =
      planTiling(function, target, reassociate, prepared);
  if (failed(plan))
    return failure();
  if (plan->loops.empty()) {
    explainNoLoops(function);
    return success();
  }
  if (reassociate)
    for (affine::AffineForOp root : plan->stay)
      permitAnyOrder(root);
  if (plan->applySums()) {
    plan->loops.clear();
    (void)collectLoops(function, *plan);
  }
  // Of the nests as they were read.
  llvm::SmallDenseSet<Operation *> worthwhile =
      findWorthwhile(plan->loops, plan->planned);
  llvm::SmallDenseSet<Operation *> unmerged = plan->applyNests(target);
  plan->splitOthers(worthwhile);
  mergeNarrowRows(function, target, unmerged);
  eraseUnusedApplies(function);
  return success();
}

/// Plans that a planner has written are of nests that are prepared.
static LogicalResult tileBySearchedPlans(Operation *function,
                                         const Target &target, bool reassociate,
                                         SearchedPlans plans) {
  FailureOr<InterchangedSums> interchanged =
      followSumPlans(function, plans, target, reassociate);
  if (failed(interchanged))
    return failure();
  return tilePrepared(function, target, reassociate,
                      {TiledRecurrences(ArrayRef<affine::AffineForOp>()),
                       std::move(*interchanged), std::move(plans)});
}

/// Where plans are from a file, failure means that one of them cannot be
/// followed.
static LogicalResult tileBySearch(Operation *function, const Target &target,
                                  bool reassociate, TunedPlans *tuned) {
  TiledRecurrences recurrences = prepareNests(function, target, reassociate);
  PlacedPlans placed;
  if (tuned)
    placed = placeTunedPlans(function, target, reassociate, *tuned);
  std::vector<NestPlanner::Plan> sums =
      planSumInterchange(function, target, reassociate);
  llvm::erase_if(sums, [&](const NestPlanner::Plan &plan) {
    return placed.contains(plan.nest.loops.front());
  });
  for (auto &[root, plan] : placed.literal)
    setPlan(root, plan);
  if (!placed.literal.empty() &&
      followPlans(function, target, reassociate, &placed.literal) !=
          PlanOutcome::Followed)
    return failure();
  FailureOr<InterchangedSums> interchanged =
      followSumPlans(function, placed.searched, target, reassociate);
  if (failed(interchanged))
    return failure();
  for (auto [loop, lanes] : interchangeSums(sums, reassociate))
    (*interchanged)[loop] = lanes;
  return tilePrepared(function, target, reassociate,
                      {std::move(recurrences), std::move(*interchanged),
                       std::move(placed.searched)});
}

static LogicalResult tileBySearchOrTuned(Operation *function,
                                         const Target &target, bool reassociate,
                                         TunedPlans *tuned) {
  if (tuned) {
    BodyBackup backup(function);
    if (succeeded(tileBySearch(function, target, reassociate, tuned)))
      return success();
    backup.restore();
  }
  return tileBySearch(function, target, reassociate, /*tuned=*/nullptr);
}

LogicalResult layout::tileLoops(Operation *function, const Target &target,
                                bool reassociate, TunedPlans *tuned) {
  if (!containsPlan(function))
    return tileBySearchOrTuned(function, target, reassociate, tuned);
  BodyBackup backup(function);
  PlanOutcome outcome = followPlans(function, target, reassociate);
  if (outcome == PlanOutcome::Followed) {
    SearchedPlans plans = takeSearchedPlans(function);
    if (plans.empty())
      return tileBySearchOrTuned(function, target, reassociate, tuned);
    if (succeeded(tileBySearchedPlans(function, target, reassociate,
                                      std::move(plans))))
      return success();
  }
  backup.restore();
  return failure(outcome == PlanOutcome::Failed);
}

void layout::writeLoopPlans(Operation *function, const Target &target,
                            bool reassociate, TunedPlans *tuned) {
  // Another time, rewrites would do more than they did.
  if (hasSearchedPlans(function))
    return;
  PreparedLoops prepared{prepareNests(function, target, reassociate),
                         InterchangedSums(), SearchedPlans()};
  if (tuned) {
    PlacedPlans placed = placeTunedPlans(function, target, reassociate, *tuned);
    for (const SearchedPlans *plans : {&placed.searched, &placed.literal})
      for (auto &[root, plan] : *plans)
        setPlan(root, plan);
  }
  for (const NestPlanner::Plan &plan :
       planSumInterchange(function, target, reassociate))
    setPlan(plan.nest.loops.front(), describeOrder(plan));
  FailureOr<TilingPlan> plan =
      planTiling(function, target, reassociate, prepared);
  for (const NestPlanner::Plan &its : plan->nests)
    setPlan(its.nest.loops.front(), describeOrder(its));
  // Accesses that divide say by themselves that sums are in registers.
  for (const RegisterSums &its : plan->sums)
    if (affine::AffineForOp loop = its.loop; !hasDigits(loop))
      setPlan(loop, describeSumLoop(loop));
}
