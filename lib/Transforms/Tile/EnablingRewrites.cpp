//===- EnablingRewrites.cpp - What lets nests be reordered ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EnablingRewrites.h"

#include "IndexSetSplitting.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Layout/Transforms/Tile/DistributeLoops.h"
#include "NestPlanner.h"
#include "ScalarExpansion.h"
#include "Transforms/Support/HostFunctions.h"
#include "TripEstimates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Rewrites of one nest
//===----------------------------------------------------------------------===//

namespace {

/// What may be done to a nest.
struct Rewrite {
  struct Expansion {
    CarryingLoops nest;
    ExpandedShape shape;
  };
  SmallVector<Expansion> expansions;
  SmallVector<SplitPoint> points;

  bool isEmpty() const { return expansions.empty() && points.empty(); }

  Rewrite map(const IRMapping &copies) const {
    Rewrite mapped;
    for (const Expansion &its : expansions) {
      ExpandedShape shape = its.shape;
      if (shape.dynamic)
        shape.dynamic = cast<affine::AffineForOp>(
            copies.lookup(shape.dynamic.getOperation()));
      mapped.expansions.push_back({its.nest.map(copies), std::move(shape)});
    }
    for (const SplitPoint &point : points)
      mapped.points.push_back(point.map(copies));
    return mapped;
  }

  /// Cannot fail.
  SmallVector<ExpandedValues> apply() const {
    splitIndexSets(points);
    return llvm::map_to_vector(expansions, [](const Expansion &its) {
      return expandValues(its.nest, its.shape);
    });
  }
};

/// A copy of a nest, rewritten, and what it costs.
class Trial {
public:
  Trial(affine::AffineForOp root, Rewrite rewrite)
      : rewrite(std::move(rewrite)), failed(this->rewrite.expansions.size()),
        root(root) {}

  Rewrite rewrite; ///< of the nest itself
  double cost = 0; ///< instructions, estimated
  /// Of the expansions those of which something is not in a nest for lanes.
  llvm::SmallBitVector failed;
  OrderRefusal refusal; ///< of such a nest

  /// Puts the copy behind the nest.
  Operation *begin();
  /// An op, perhaps of the copy, stays in a loop with others.
  void noteKept(Operation *op, StringRef reason, bool isUnknown);
  void evaluate(NestPlanner &planner, const Target &target);
  /// Nothing of the copy is left.
  void end();

private:
  SmallVector<Operation *> getCopies() const;
  void findFailed(const llvm::SmallDenseSet<Operation *> &reordered);

  affine::AffineForOp root;
  Operation *behind = nullptr; ///< marks the end of the copy
  SmallVector<ExpandedValues> values;
  SmallVector<Operation *> extra; ///< of the values, around the copy
};

} // namespace

//===----------------------------------------------------------------------===//
// What it gains
//===----------------------------------------------------------------------===//

Operation *Trial::begin() {
  OpBuilder builder(root->getContext());
  builder.setInsertionPointAfter(root);
  IRMapping copies;
  Operation *copy = builder.clone(*root, copies);
  // Buffers of other copies may come to stand behind it.
  behind = arith::ConstantIndexOp::create(builder, root.getLoc(), 0);
  // Splitting replaces loops, but never the outermost.
  values = rewrite.map(copies).apply();
  // What stands in the copy is moved, copied and erased with its loops.
  for (const ExpandedValues &its : values)
    llvm::copy_if(its.extra, std::back_inserter(extra),
                  [&](Operation *op) { return !copy->isAncestor(op); });
  return copy;
}

SmallVector<Operation *> Trial::getCopies() const {
  affine::AffineForOp its = root;
  SmallVector<Operation *> copies;
  for (Operation *op = its->getNextNode(); op != behind; op = op->getNextNode())
    if (!llvm::is_contained(extra, op))
      copies.push_back(op);
  return copies;
}

void Trial::end() {
  SmallVector<Operation *> copies = getCopies();
  for (Operation *op : llvm::reverse(copies))
    op->erase();
  for (Operation *op : llvm::reverse(extra))
    op->erase();
  behind->erase();
}

void Trial::noteKept(Operation *op, StringRef reason, bool isUnknown) {
  Operation *its = root->getBlock()->findAncestorOpInBlock(*op);
  if (its && root->isBeforeInBlock(its) && its->isBeforeInBlock(behind))
    refusal.decision = isUnknown ? Decision::unknown(reason.str())
                                 : Decision::no(reason.str());
}

/// Of an iteration of a loop that is split where it stands.
static double getCostInPlace(affine::AffineForOp loop, const Target &target) {
  if (std::optional<AffineNest> nest = AffineNest::readOne(loop))
    return CostModel(*nest, target).getSplitCost();
  return llvm::range_size(loop.getBody()->without_terminator());
}

void Trial::evaluate(NestPlanner &planner, const Target &target) {
  llvm::SmallDenseSet<Operation *> reordered;
  for (Operation *copy : getCopies())
    copy->walk([&](affine::AffineForOp loop) {
      if (loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted())
        return;
      affine::AffineForOp nest = findNestRoot(loop);
      OrderRefusal its;
      std::optional<NestPlanner::Plan> plan = planner.plan(nest, its);
      cost += estimateIterations(loop) *
              (plan ? plan->cost : getCostInPlace(loop, target));
      if (plan || its.hasLanes)
        reordered.insert(nest);
      else if (!its.decision.isYes())
        refusal = its;
    });
  findFailed(reordered);
}

void Trial::findFailed(const llvm::SmallDenseSet<Operation *> &reordered) {
  auto isReordered = [&](Operation *op) {
    for (; op; op = op->getParentOp())
      if (reordered.contains(op))
        return true;
    return false;
  };
  for (auto [number, its] : llvm::enumerate(values))
    for (Value buffer : its.buffers)
      for (Operation *user : buffer.getUsers())
        if (!isa<memref::DeallocOp>(user) && !isReordered(user))
          failed.set(number);
}

//===----------------------------------------------------------------------===//
// The best for each nest
//===----------------------------------------------------------------------===//

namespace {

/// A nest, what may be done to it, and what is best so far.
struct Candidate {
  affine::AffineForOp root;
  std::vector<CarryingLoops> carrying;
  SmallVector<SplitPoint> points;

  double costAsItIs = 0, cost = 0;
  Rewrite best = {};
  OrderRefusal refusal = {};

  bool isEmpty() const { return carrying.empty() && points.empty(); }
  Rewrite getExpansion(bool isDeep, const Target &target) const;
};

class Chooser {
public:
  Chooser(Operation *function, const Target &target, bool reassociate)
      : function(function), target(target), reassociate(reassociate) {}

  void choose(MutableArrayRef<Candidate> candidates);

private:
  using MakeRewrite = llvm::function_ref<Rewrite(const Candidate &)>;
  void improve(MutableArrayRef<Candidate> candidates, MakeRewrite make);
  void run(MutableArrayRef<Trial> trials);

  Operation *function;
  const Target &target;
  bool reassociate;
};

} // namespace

/// Deep: an element for each iteration of as many loops as there is room for,
/// so that more loops may be distributed; else for each of the innermost one.
Rewrite Candidate::getExpansion(bool isDeep, const Target &target) const {
  Rewrite rewrite;
  for (const CarryingLoops &nest : carrying)
    for (unsigned depth = isDeep ? nest.around.size() : 1; depth > isDeep;
         --depth)
      if (std::optional<ExpandedShape> shape =
              findExpandedShape(nest, depth, target)) {
        rewrite.expansions.push_back({nest, std::move(*shape)});
        break;
      }
  return rewrite;
}

void Chooser::run(MutableArrayRef<Trial> trials) {
  llvm::SmallDenseSet<Operation *> copies;
  for (Trial &trial : trials)
    copies.insert(trial.begin());
  auto onKept = [&](Operation *op, StringRef reason, bool isUnknown) {
    for (Trial &trial : trials)
      trial.noteKept(op, reason, isUnknown);
  };
  distributeLoops(
      function, [&](Operation *root) { return copies.contains(root); }, onKept);
  {
    NestPlanner planner(function, target, reassociate);
    for (Trial &trial : trials)
      trial.evaluate(planner, target);
  }
  for (Trial &trial : trials)
    trial.end();
}

/// Tries again without what failed; that may stand in the way of the rest.
void Chooser::improve(MutableArrayRef<Candidate> candidates, MakeRewrite make) {
  constexpr unsigned maxAttempts = 3;
  SmallVector<Candidate *> tried;
  std::vector<Trial> trials;
  for (Candidate &candidate : candidates)
    if (Rewrite rewrite = make(candidate); !rewrite.isEmpty()) {
      tried.push_back(&candidate);
      trials.emplace_back(candidate.root, std::move(rewrite));
    }
  for (unsigned attempt = 0; attempt < maxAttempts && !trials.empty();
       ++attempt) {
    // All candidates at once: each run copies and reads the function anew.
    run(trials);
    SmallVector<Candidate *> again;
    std::vector<Trial> next;
    for (auto [candidate, trial] : llvm::zip_equal(tried, trials)) {
      if (trial.failed.none() && trial.cost < candidate->cost) {
        candidate->cost = trial.cost;
        candidate->best = std::move(trial.rewrite);
        continue;
      }
      if (!trial.refusal.decision.isYes())
        candidate->refusal = trial.refusal;
      Rewrite rest;
      for (auto [number, its] : llvm::enumerate(trial.rewrite.expansions))
        if (!trial.failed.test(number))
          rest.expansions.push_back(its);
      if (trial.failed.none() || rest.isEmpty())
        continue;
      again.push_back(candidate);
      next.emplace_back(candidate->root, std::move(rest));
    }
    tried = std::move(again);
    trials = std::move(next);
  }
}

void Chooser::choose(MutableArrayRef<Candidate> candidates) {
  // A rewrite costs memory that the model does not see, so it must gain for
  // sure. Loops as they are set the mark.
  std::vector<Trial> asTheyAre;
  for (Candidate &candidate : candidates)
    asTheyAre.emplace_back(candidate.root, Rewrite());
  run(asTheyAre);
  constexpr double minGain = 0.8;
  for (auto [candidate, trial] : llvm::zip_equal(candidates, asTheyAre)) {
    candidate.costAsItIs = trial.cost;
    candidate.cost = minGain * trial.cost;
  }
  for (bool isDeep : {false, true})
    improve(candidates, [&](const Candidate &candidate) {
      return candidate.getExpansion(isDeep, target);
    });
  improve(candidates, [&](const Candidate &candidate) {
    Rewrite rewrite;
    rewrite.points = candidate.points;
    return rewrite;
  });
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static void explainChoice(const Candidate &candidate) {
  for (const SplitPoint &point : candidate.best.points) {
    affine::AffineForOp loop = point.loop;
    remarkDone(loop.getLoc(), "layout-tile-loops/index-set")
        << "index set split where the variable is that of a loop around it";
  }
  for (const Rewrite::Expansion &its : candidate.best.expansions) {
    affine::AffineForOp loop = its.nest.loops.front();
    unsigned count = loop.getNumResults();
    remarkDone(loop.getLoc(), "layout-tile-loops/expanded")
        << "memory holds " + std::to_string(count) + " value" +
               (count == 1 ? "" : "s") +
               " that the loop carries, for each iteration of " +
               std::to_string(its.shape.sizes.size()) + " loop" +
               (its.shape.sizes.size() == 1 ? "" : "s") + " around it";
  }
  if (!candidate.best.isEmpty() || candidate.refusal.decision.isYes())
    return;
  affine::AffineForOp root = candidate.root;
  const Decision &decision = candidate.refusal.decision;
  std::string text =
      "values that loops carry stay in registers: in memory, too, iterations "
      "around them depend on each other: " +
      decision.witness;
  if (candidate.carrying.empty())
    return;
  if (decision.isUnknown())
    remarkUnknown(root.getLoc(), "layout-tile-loops/carried") << text;
  else
    remarkMissed(root.getLoc(), "layout-tile-loops/carried") << text;
}

void layout::enableLanes(Operation *function, const Target &target,
                         bool reassociate,
                         llvm::function_ref<bool(Operation *root)> wanted) {
  std::vector<Candidate> candidates;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp root) {
    if (isOnDevice(root) || root.getNumResults() || !wanted(root))
      return WalkResult::skip();
    Candidate candidate{root, findCarryingLoops(root), findSplitPoints(root)};
    if (!candidate.isEmpty())
      candidates.push_back(std::move(candidate));
    return WalkResult::skip();
  });
  if (candidates.empty())
    return;
  Chooser(function, target, reassociate).choose(candidates);
  for (const Candidate &candidate : candidates) {
    explainChoice(candidate);
    candidate.best.apply();
  }
}
