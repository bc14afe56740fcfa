//===- TileLoops.cpp - Loops over the digits of layouts -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Tile/TileLoops.h"

#include "CostModel.h"
#include "DigitLoops.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Layout/Transforms/Tile/DistributeLoops.h"
#include "LoopParts.h"
#include "RegisterSums.h"
#include "SplitAtBorders.h"
#include "Transforms/Support/AccessRuns.h"
#include "Transforms/Support/EmptyLoops.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Support/VectorBody.h"
#include "llvm/Support/Format.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTTILELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Perfect nests in another order
//===----------------------------------------------------------------------===//

/// What a remark says of a nest that is rewritten.
static std::string describe(const TiledNest &tiled, double before) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  int64_t numLanes = *tiled.digits.back().extent;
  stream << "loops over digits: blocks of ";
  if (tiled.hasRows)
    stream << *tiled.digits[tiled.digits.size() - 2].extent << " x ";
  stream << numLanes << " iterations, ";
  stream << llvm::format("%.2f", tiled.cost)
         << " instructions each, estimated, "
         << "instead of " << llvm::format("%.2f", before);
  return text;
}

namespace {

/// Finds an order for the perfect nests of a function.
class NestPlanner {
public:
  NestPlanner(Operation *function, const Target &target, bool reassociate)
      : target(target), flow(function),
        facts(function, areRemarksEnabled(function->getContext())),
        dependences(function, facts, flow, reassociate) {}

  struct Plan {
    AffineNest nest;
    DigitLoops loops;
    std::string text;
  };

  /// Nullopt where the nest keeps its order.
  std::optional<Plan> plan(affine::AffineForOp root) {
    std::optional<AffineNest> nest = AffineNest::read(root);
    if (!nest || !nest->isLinear())
      return std::nullopt;
    nest->takeInGuard();
    if (nest->accesses.empty())
      return std::nullopt;
    if (isMarked(*nest)) {
      remarkMissed(root.getLoc(), "layout-tile-loops/marked")
          << "not reordered: a loop or an access has an attribute that would "
             "be lost; remove it, or run the pass that reads it first";
      return std::nullopt;
    }
    if (findUnvectorizable(nest->getBody()))
      return std::nullopt;
    if (hasLanes(*nest))
      return std::nullopt;
    CostModel model(*nest, target);
    constexpr unsigned maxAttempts = 4;
    Decision kept = Decision::yes();
    for (const TiledNest &tiled : model.findOrders(maxAttempts)) {
      if (isAsItIs(*nest, tiled))
        return std::nullopt;
      std::optional<DigitLoops> loops = DigitLoops::plan(*nest, tiled.digits);
      if (!loops)
        continue;
      if (dependsAlongSumsOnly(*nest, model) || keepsOrder(*nest, tiled, kept))
        return Plan{std::move(*nest), std::move(*loops),
                    describe(tiled, model.getScalarCost())};
    }
    explain(root, kept);
    return std::nullopt;
  }

  std::optional<RegisterSums> planSums(affine::AffineForOp loop) {
    return RegisterSums::plan(loop, facts, dependences);
  }

private:
  /// Why the order that lanes want is not taken; nothing if there is none.
  static void explain(affine::AffineForOp root, const Decision &kept) {
    if (kept.isNo())
      remarkMissed(root.getLoc(), "layout-tile-loops/order")
          << "not reordered for vectors, as results would change: " +
                 kept.witness;
    if (kept.isUnknown())
      remarkUnknown(root.getLoc(), "layout-tile-loops/not-decided")
          << "not reordered for vectors, as results might change: " +
                 kept.witness;
  }

  /// Would attributes of loops or accesses get lost, and what they ask for?
  static bool isMarked(AffineNest &nest) {
    for (const AffineNest::Access &access : nest.accesses)
      if (!access.op->getDiscardableAttrDictionary().empty())
        return true;
    return llvm::any_of(nest.loops, [](affine::AffineForOp loop) {
      return !loop->getDiscardableAttrDictionary().empty();
    });
  }

  /// Are the iterations of the innermost loop lanes as they stand, as this pass
  /// leaves them, and does nothing divide?
  static bool hasLanes(const AffineNest &nest) {
    unsigned innermost = nest.loops.size() - 1;
    std::optional<int64_t> span = getSpan(nest.ranges[innermost]);
    if (nest.ranges[innermost].low != 0 || !span || *span > kMaxLanes)
      return false;
    for (const SmallVector<int64_t> &weights : findWeights(nest))
      if (weights.size() > 1)
        return false;
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
      return !access.isStore || getStride(access.map, innermost) == 1;
    });
  }

  /// Is every loop one digit, in the order in which they stand?
  static bool isAsItIs(const AffineNest &nest, const TiledNest &tiled) {
    if (tiled.digits.size() != nest.loops.size())
      return false;
    for (auto [number, digit] : llvm::enumerate(tiled.digits))
      if (digit.loop != number)
        return false;
    return true;
  }

  /// Do iterations that depend on each other differ in the loops of sums only?
  /// These keep their order in all that the model finds. It takes no digits,
  /// and so decides much that is too large otherwise.
  bool dependsAlongSumsOnly(AffineNest &nest, const CostModel &model) {
    SmallVector<AffineExpr> parallel;
    for (auto [number, loop] : llvm::enumerate(nest.loops))
      if (!model.isSum(number))
        parallel.push_back(facts.express(loop.getInductionVar()));
    return dependences.dependOnlyAtSame(nest.loops[0], parallel);
  }

  /// Do the results stay if each op is executed for all lanes before the next?
  /// The loops keep the order of iterations, but the orders that the model
  /// finds pay only where lanes may run at once.
  bool keepsOrder(AffineNest &nest, const TiledNest &tiled, Decision &kept) {
    SmallVector<AffineExpr> before, after;
    for (affine::AffineForOp loop : nest.loops)
      before.push_back(facts.express(loop.getInductionVar()));
    for (const Digit &digit : tiled.digits) {
      AffineExpr value = before[digit.loop].floorDiv(digit.weight);
      after.push_back(digit.extent ? value % *digit.extent : value);
    }
    AffineExpr lane = after.pop_back_val();
    std::vector<ScheduledAccess> accesses;
    for (const MemoryAccess &access : dependences.getAccesses(nest.loops[0])) {
      SmallVector<AffineExpr> time(after);
      time.push_back(getAffineConstantExpr(accesses.size(), lane.getContext()));
      time.push_back(lane);
      accesses.push_back({access, nest.loops[0], before, std::move(time)});
    }
    OrderAnswer answer = dependences.keepOrder(accesses);
    kept = answer.decision;
    return answer.decision.isYes() && answer.losesFlags.empty();
  }

  const Target &target;
  BufferFlow flow;
  IntegerFacts facts;
  Dependences dependences;
};

} // namespace

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// Does the innermost loop wait for a sum of floating-point numbers in each
/// iteration? It has the time to divide, and shorter loops would cost more.
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

/// Is it an innermost loop whose variable is divided, and does that take time?
static bool isDividedInnermost(affine::AffineForOp loop) {
  if (!isInnermost(loop))
    return false;
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  return nest && findWeights(*nest).front().size() > 1 && !addsUp(*nest);
}

/// Splits the loop where it stands if accesses in it divide its variable. What
/// is innermost then comes to `innermost`.
static void splitInPlace(affine::AffineForOp loop,
                         SmallVectorImpl<affine::AffineForOp> &innermost) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || !nest->isLinear() ||
      !loop->getDiscardableAttrDictionary().empty())
    return;
  SmallVector<int64_t> weights = findWeights(*nest).front();
  if (weights.size() == 1)
    return;
  if (std::optional<DigitLoops> loops =
          DigitLoops::plan(*nest, makeDigits(0, weights))) {
    remarkDone(loop.getLoc(), "layout-tile-loops/split")
        << "split into " + std::to_string(weights.size()) +
               " loops over its digits";
    innermost.push_back(loops->apply(*nest).back());
  }
}

namespace {

class LayoutTileLoopsPass
    : public layout::impl::LayoutTileLoopsBase<LayoutTileLoopsPass> {
public:
  using LayoutTileLoopsBase::LayoutTileLoopsBase;

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (Operation *function : collectHostFunctions(getOperation())) {
      tileLoops(function, *target, reassociate);
      removeEmptyLoops(function);
    }
  }
};

} // namespace

/// Loops to be split where they stand: innermost ones whose divisions count,
/// and all around these and around nests that are rewritten. Around other
/// innermost loops more loops would cost time and save none.
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

/// Does an access in `nest` divide?
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

void layout::tileLoops(Operation *function, const Target &target,
                       bool reassociate) {
  // Only perfect nests can be reordered.
  distributeLoops(function, hasDigits);
  SmallVector<affine::AffineForOp> loops, roots;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (isOnDevice(loop))
      return;
    loops.push_back(loop);
    if (!isInPerfectNest(loop))
      roots.push_back(loop);
  });
  if (loops.empty())
    return;
  std::vector<NestPlanner::Plan> plans;
  llvm::SmallDenseSet<Operation *> planned;
  std::vector<RegisterSums> sums;
  {
    NestPlanner planner(function, target, reassociate);
    for (affine::AffineForOp root : roots)
      if (std::optional<NestPlanner::Plan> plan = planner.plan(root)) {
        for (affine::AffineForOp loop : plan->nest.loops)
          planned.insert(loop);
        plans.push_back(std::move(*plan));
      }
    for (affine::AffineForOp loop : loops)
      if (!planned.contains(loop) && isInnermost(loop) && hasDigits(loop))
        if (std::optional<RegisterSums> its = planner.planSums(loop))
          sums.push_back(std::move(*its));
  }
  for (RegisterSums &its : sums) {
    remarkDone(its.loop.getLoc(), "layout-tile-loops/kept")
        << "elements that each iteration adds to are in registers around the "
           "loop";
    auto *old = llvm::find(loops, its.loop);
    *old = its.apply();
  }
  llvm::SmallDenseSet<Operation *> worthwhile = findWorthwhile(loops, planned);
  for (NestPlanner::Plan &plan : plans) {
    remarkDone(plan.nest.loops.front().getLoc(), "layout-tile-loops/tiled")
        << plan.text;
    plan.loops.apply(plan.nest);
  }
  SmallVector<affine::AffineForOp> innermost;
  for (affine::AffineForOp loop : loops)
    if (!planned.contains(loop) && worthwhile.contains(loop))
      splitInPlace(loop, innermost);
  for (affine::AffineForOp loop : innermost)
    splitAtBorders(loop);
  // Variables that nothing needs any more would stand between loops.
  SmallVector<affine::AffineApplyOp> applies;
  function->walk(
      [&](affine::AffineApplyOp apply) { applies.push_back(apply); });
  for (affine::AffineApplyOp apply : llvm::reverse(applies))
    if (apply->use_empty())
      apply->erase();
}
