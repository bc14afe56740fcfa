//===- VectorizeLoops.cpp - Inner loops as vector code --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Vectorize/VectorizeLoops.h"

#include "LaneSums.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "RegisterTile.h"
#include "Transforms/Nests/NotRaised.h"
#include "Transforms/Nests/PlanReport.h"
#include "Transforms/Nests/PreferredWidth.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/EmptyLoops.h"
#include "Transforms/Support/HostFunctions.h"
#include "UnreadableBuffers.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVECTORIZELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

class LayoutVectorizeLoopsPass
    : public layout::impl::LayoutVectorizeLoopsBase<LayoutVectorizeLoopsPass> {
public:
  using LayoutVectorizeLoopsBase::LayoutVectorizeLoopsBase;

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (Operation *function : collectHostFunctions(getOperation())) {
      if (failed(vectorizeLoops(function, *target)))
        signalPassFailure();
      else
        removeEmptyLoops(function);
    }
  }
};

} // namespace

/// Returns true if the loop contains vector code, as copies do after
/// layout-vectorize-copies.
static bool isVectorCode(affine::AffineForOp loop) {
  return loop
      ->walk([](Operation *op) {
        return isa_and_present<vector::VectorDialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The outermost loops of perfect nests with an innermost loop.
static SmallVector<affine::AffineForOp> findRoots(Operation *function) {
  SmallVector<affine::AffineForOp> roots;
  function->walk([&](affine::AffineForOp loop) {
    bool isInnermost = llvm::none_of(
        *loop.getBody(), [](Operation &op) { return containsLoop(&op); });
    if (!isInnermost || isOnDevice(loop) || isVectorCode(loop))
      return;
    while (isInPerfectNest(loop))
      loop = cast<affine::AffineForOp>(loop->getParentOp());
    roots.push_back(loop);
  });
  return roots;
}

/// Returns how partial tiles run.
static StringRef describeTails(const RegisterTile &tile) {
  const TileTails &tails = tile.tails;
  if (!tails.isPartial())
    return "";
  if (tails.computesMissingRows())
    return ", stores masked in partial tiles";
  if (tails.takesRowsTogether)
    return ", fewer rows in partial tiles";
  if (tails.execution == TileTails::Execution::Loops)
    return ", loops for partial tiles";
  return tile.isCarried() ? ", masked in partial tiles"
                          : ", row by row in partial tiles";
}

static std::string describe(const RegisterTile &tile) {
  std::string text = "vectorized: ";
  if (tile.hasRows)
    text += std::to_string(tile.numRows) + " x ";
  text += std::to_string(tile.numLanes) + " iterations at a time";
  if (tile.isCarried())
    text += ", each lane with a part of the sum";
  else if (!tile.kept.empty())
    text += ", sums in registers";
  bool isTransposed = llvm::any_of(tile.forms, [](const AccessForm &form) {
    return form.steps == AccessForm::Steps::Transposed;
  });
  if (tile.storesInGroup())
    text += ", " + std::to_string(tile.groupSize) + " rows of them " +
            (isTransposed ? "transposed" : "interleaved") + " in registers";
  else if (tile.groupSize > 1)
    text += ", " + std::to_string(tile.groupSize) +
            (tile.products.empty()              ? " steps of the sum"
             : tile.products.front().isOfFloats ? " products of bf16"
                                                : " products of integers") +
            " at once";
  return text + describeTails(tile).str();
}

static void remarkVectorized(const RegisterTile &tile) {
  Location loc = tile.getRoot().getLoc();
  remarkDone(loc, "layout-vectorize-loops/vectorized") << describe(tile);
  auto addsPairs = [&] {
    SmallVector<DotProduct> products = findDotProducts(tile.nest, tile.target);
    return !products.empty() && mayAddPairs(products, tile.target);
  };
  if (tile.numSums && tile.products.empty() && addsPairs())
    remarkMissed(loc, "layout-vectorize-loops/narrow")
        << "products of narrow integers are not added up by the pair: expects "
           "a factor with 2 or 4 iterations of the sum side by side between "
           "those of the lanes, as (k, n) -> (k floordiv 4, n, k mod 4)";
}

static void explain(affine::AffineForOp root, const VectorRefusal &refusal) {
  if (refusal.reason == "loops" && onlyAddsUp(root))
    return;
  std::string name = "layout-vectorize-loops/" + refusal.reason;
  std::string text = refusal.reason == "left-to-llvm"
                         ? refusal.text
                         : "not vectorized: " + refusal.text;
  if (refusal.reason == "not-decided")
    remarkUnknown(root.getLoc(), name) << text;
  else
    remarkMissed(root.getLoc(), name) << text;
}

namespace {

/// What becomes of the nests of a function.
struct VectorPlan {
  std::vector<RegisterTile> tiles;
  std::vector<PlannedTile> left;           ///< to LLVM, by their plans
  bool isRefused = false, isError = false; ///< a plan cannot be followed

  void refuse(const PlannedTile &planned, const Twine &why) {
    isRefused = true;
    isError |= failed(reportPlan(planned.root, planned.plan,
                                 "layout-vectorize-loops/plan", why));
  }
  void releasePlans();
};

} // namespace

/// Returns true if nothing more is to be done about the nest of a plan.
static bool isLeft(VectorPlan &all, const PlannedTile &planned) {
  std::string why = planned.describeOtherLoops();
  if (!why.empty())
    all.refuse(planned, why);
  else if (planned.leavesToLLVM())
    all.left.push_back(planned);
  else
    return false;
  return true;
}

/// Returns true if a plan (`keep`) leaves a loop around the nest to LLVM, with
/// all that is inside of it.
static bool isInKept(affine::AffineForOp root) {
  for (Operation *op = root->getParentOp(); op; op = op->getParentOp())
    if (LoopsAttr plan = getPlan(op); plan && plan.getKeep())
      return true;
  return false;
}

static VectorPlan planVectors(Operation *function, const Target &target,
                              ArrayRef<affine::AffineForOp> roots) {
  VectorPlan all;
  BufferFlow flow(function);
  IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
  Dependences dependences(function, facts, flow, /*reassociate=*/false);
  UnreadableBuffers unreadable(function, flow);
  for (affine::AffineForOp root : roots) {
    if (isInKept(root))
      continue;
    std::optional<PlannedTile> planned = PlannedTile::find(root);
    if (planned && isLeft(all, *planned))
      continue;
    VectorRefusal refusal;
    FailureOr<RegisterTile> tile = RegisterTile::read(
        root, target, facts, dependences, unreadable, refusal, planned);
    // A tile without steps may have been found after a refusal with them.
    std::string why = failed(tile) ? refusal.text : "";
    if (succeeded(tile) && planned && !tile->isCarried())
      why = planned->describeOtherTile(*tile);
    if (succeeded(tile) && why.empty())
      all.tiles.push_back(std::move(*tile));
    else if (planned)
      all.refuse(*planned, why);
    else
      explain(root, refusal);
  }
  return all;
}

/// Erases the plans, before the tiles are applied: later rewrites leave loops
/// with attributes alone.
void VectorPlan::releasePlans() {
  for (const PlannedTile &planned : left)
    planned.release(/*unrollsRows=*/false, /*unrollsSteps=*/false);
  for (const RegisterTile &tile : tiles)
    if (tile.planned)
      tile.planned->release(!tile.hasRows && !tile.isCarried(),
                            tile.groupSize == 1 && !tile.isCarried());
}

/// Unrolls the loops that plans ask to unroll, and erases plans that are left,
/// such as those of imperfect nests, for which there are no tiles.
static void finishPlans(Operation *function) {
  unrollByPlan(function);
  function->walk([](affine::AffineForOp loop) { removePlan(loop); });
}

LogicalResult layout::vectorizeLoops(Operation *function,
                                     const Target &target) {
  SmallVector<affine::AffineForOp> roots = findRoots(function);
  if (roots.empty()) {
    remarkNotRaised(function, "layout-vectorize-loops");
    return success();
  }
  // Before tiles are applied, which erases the loops with their plans.
  bool hasPlans = containsPlan(function);
  VectorPlan plan = planVectors(function, target, roots);
  // All nests are planned before one is changed, so that a plan that cannot be
  // followed leaves the function as it was.
  if (plan.isRefused)
    return failure(plan.isError);
  plan.releasePlans();
  for (RegisterTile &tile : plan.tiles) {
    remarkVectorized(tile);
    applyRegisterTile(tile);
  }
  if (hasPlans)
    finishPlans(function);
  // LLVM splits vectors longer than its preferred width, 256 bits by default on
  // some processors with registers of 512.
  if (!plan.tiles.empty())
    preferWidth(function, target.vectorBits);
  return success();
}
