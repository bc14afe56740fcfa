//===- EnablingRewrites.cpp - What lets nests be reordered ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EnablingRewrites.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "RewriteTrial.h"
#include "TileInterchange.h"
#include "Transforms/Support/HostFunctions.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The best for each nest
//===----------------------------------------------------------------------===//

namespace {

/// A nest, what may be done to it, and what is best so far.
struct Candidate {
  affine::AffineForOp root;
  std::vector<CarryingLoops> carrying;
  SmallVector<SplitPoint> points;
  std::optional<RecurrenceTiling> tiling;
  RecurrenceRefusal notTiled; ///< why there is no such tiling

  double costAsItIs = 0, inPlace = 0, cost = 0;
  NestRewrite best = {};
  affine::AffineForOp tiles = {}; ///< took the place of the nest
  OrderRefusal refusal = {};

  bool isEmpty() const {
    return carrying.empty() && points.empty() && !tiling && !notTiled.loop;
  }
  NestRewrite getExpansion(bool isDeep, const Target &target) const;
};

class Chooser {
public:
  Chooser(Operation *function, const Target &target, bool reassociate)
      : function(function), target(target), reassociate(reassociate) {}

  void choose(MutableArrayRef<Candidate> candidates);

private:
  using MakeRewrite = llvm::function_ref<NestRewrite(const Candidate &)>;
  void improve(MutableArrayRef<Candidate> candidates, MakeRewrite make);
  void tileRecurrences(MutableArrayRef<Candidate> candidates);
  using Wanted = llvm::function_ref<bool(RewriteTrial &)>;
  void run(
      MutableArrayRef<RewriteTrial> trials,
      Wanted isKept = [](RewriteTrial &) { return false; });

  Operation *function;
  const Target &target;
  bool reassociate;
};

} // namespace

/// Deep: an element for each iteration of as many loops as there is room for,
/// so that more loops may be distributed; else for each of the innermost one.
NestRewrite Candidate::getExpansion(bool isDeep, const Target &target) const {
  NestRewrite rewrite;
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

static void explainTiles(const Candidate &candidate, const RewriteTrial &trial,
                         bool pays) {
  affine::AffineForOp loop = candidate.tiling->root;
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << (pays ? "" : "not ") << "executed tile by tile, "
         << candidate.tiling->size
         << " iterations each: " << llvm::format("%.3g", trial.cost)
         << " instructions, estimated, instead of "
         << llvm::format("%.3g", candidate.costAsItIs);
  if (pays) {
    remarkDone(loop.getLoc(), "layout-tile-loops/recurrence") << text;
    return;
  }
  // For the words only.
  if (!trial.refusal.decision.isYes())
    stream << ", as also in tiles iterations depend on each other: "
           << trial.refusal.decision.witness;
  remarkMissed(loop.getLoc(), "layout-tile-loops/recurrence-kept") << text;
}

/// Of a nest that waits for its own results.
static void explainNotTiled(const Candidate &candidate) {
  if (affine::AffineForOp loop = candidate.notTiled.loop)
    remarkMissed(loop.getLoc(), "layout-tile-loops/recurrence-kept")
        << "not executed tile by tile: " + candidate.notTiled.text;
}

void Chooser::run(MutableArrayRef<RewriteTrial> trials, Wanted isKept) {
  llvm::SmallDenseSet<Operation *> copies;
  SmallVector<affine::AffineForOp> tiles;
  llvm::SmallDenseSet<Operation *> whole;
  for (RewriteTrial &trial : trials) {
    copies.insert(trial.begin());
    if (trial.getTiles()) {
      tiles.push_back(trial.getTiles());
      whole.insert(trial.getTiles());
    }
  }
  auto onKept = [&](Operation *op, StringRef reason, bool isUnknown) {
    for (RewriteTrial &trial : trials)
      trial.noteKept(op, reason, isUnknown);
  };
  distributeInTiles(
      function, [&](Operation *root) { return copies.contains(root); }, onKept,
      tiles, whole);
  {
    NestPlanner planner(function, target, reassociate);
    for (RewriteTrial &trial : trials)
      trial.evaluate(planner, target);
  }
  for (RewriteTrial &trial : trials)
    isKept(trial) ? trial.keep() : trial.end();
}

/// Tries again without the rewrites that failed, which may prevent others.
void Chooser::improve(MutableArrayRef<Candidate> candidates, MakeRewrite make) {
  constexpr unsigned maxAttempts = 3;
  SmallVector<Candidate *> tried;
  std::vector<RewriteTrial> trials;
  for (Candidate &candidate : candidates)
    if (NestRewrite rewrite = make(candidate); !rewrite.isEmpty()) {
      tried.push_back(&candidate);
      trials.emplace_back(candidate.root, std::move(rewrite));
    }
  for (unsigned attempt = 0; attempt < maxAttempts && !trials.empty();
       ++attempt) {
    // All candidates at once: each run copies and reads the function anew.
    run(trials);
    SmallVector<Candidate *> again;
    std::vector<RewriteTrial> next;
    for (auto [candidate, trial] : llvm::zip_equal(tried, trials)) {
      if (trial.failed.none() && trial.cost < candidate->cost) {
        candidate->cost = trial.cost;
        candidate->best = std::move(trial.rewrite);
        continue;
      }
      if (!trial.refusal.decision.isYes())
        candidate->refusal = trial.refusal;
      NestRewrite rest;
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
  std::vector<RewriteTrial> asTheyAre;
  for (Candidate &candidate : candidates)
    asTheyAre.emplace_back(candidate.root, NestRewrite());
  run(asTheyAre);
  constexpr double minGain = 0.8;
  for (auto [candidate, trial] : llvm::zip_equal(candidates, asTheyAre)) {
    candidate.costAsItIs = trial.cost;
    candidate.inPlace = trial.inPlace;
    candidate.cost = minGain * trial.cost;
  }
  for (bool isDeep : {false, true})
    improve(candidates, [&](const Candidate &candidate) {
      return candidate.getExpansion(isDeep, target);
    });
  improve(candidates, [&](const Candidate &candidate) {
    NestRewrite rewrite;
    rewrite.points = candidate.points;
    return rewrite;
  });
  tileRecurrences(candidates);
}

/// What pays stays as it was tried: to prove all of it again would take as
/// long.
void Chooser::tileRecurrences(MutableArrayRef<Candidate> candidates) {
  // The part of a nest that waits for the iteration before.
  constexpr double minInPlace = 0.2, maxInPlaceLeft = 0.5;
  std::vector<RewriteTrial> trials;
  SmallVector<Candidate *> tried;
  for (Candidate &candidate : candidates) {
    if (candidate.inPlace <= minInPlace * candidate.costAsItIs)
      continue;
    if (!candidate.tiling) {
      explainNotTiled(candidate);
      continue;
    }
    NestRewrite rewrite;
    rewrite.tiling = candidate.tiling;
    trials.emplace_back(candidate.root, std::move(rewrite));
    tried.push_back(&candidate);
  }
  if (trials.empty())
    return;
  run(trials, [&](RewriteTrial &trial) {
    Candidate &candidate = *tried[&trial - trials.data()];
    // Loops over digits have shorter loops inside without it, too.
    bool hasLanes = trial.inPlace < trial.cost;
    bool pays = hasLanes && trial.cost < candidate.cost &&
                trial.inPlace < maxInPlaceLeft * candidate.inPlace;
    explainTiles(candidate, trial, pays);
    if (pays)
      candidate.tiles = trial.getTiles();
    return pays;
  });
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static void explainChoice(const Candidate &candidate) {
  for (const SplitPoint &point : candidate.best.points) {
    affine::AffineForOp loop = point.loop;
    remarkDone(loop.getLoc(), "layout-tile-loops/index-set")
        << "split at the iteration in which its variable equals that of a loop "
           "around it";
  }
  for (const NestRewrite::Expansion &its : candidate.best.expansions) {
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

SmallVector<affine::AffineForOp>
layout::enableLanes(Operation *function, const Target &target, bool reassociate,
                    llvm::function_ref<bool(Operation *root)> wanted) {
  std::vector<Candidate> candidates;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp root) {
    if (isOnDevice(root) || root.getNumResults() || !wanted(root))
      return WalkResult::skip();
    Candidate candidate{
        root, findCarryingLoops(root), findSplitPoints(root), std::nullopt, {}};
    candidate.tiling = findRecurrence(root, candidate.notTiled);
    // It takes a trial to see whether there is anything to say.
    if (candidate.tiling || !areRemarksEnabled(function->getContext()))
      candidate.notTiled = {};
    if (!candidate.isEmpty())
      candidates.push_back(std::move(candidate));
    return WalkResult::skip();
  });
  SmallVector<affine::AffineForOp> tiles;
  if (candidates.empty())
    return tiles;
  Chooser(function, target, reassociate).choose(candidates);
  for (const Candidate &candidate : candidates) {
    if (candidate.tiles) {
      tiles.push_back(candidate.tiles);
      continue;
    }
    explainChoice(candidate);
    candidate.best.apply();
  }
  return tiles;
}
