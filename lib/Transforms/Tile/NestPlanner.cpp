//===- NestPlanner.cpp - Orders of perfect nests --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestPlanner.h"

#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Vectorize/BandOrder.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Returns the text of the remark about a nest that is rewritten.
static std::string describe(const TiledNest &tiled, double before) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  int64_t numLanes = *tiled.digits.back().extent;
  stream << "strip-mined and interchanged: blocks of ";
  if (tiled.hasRows)
    stream << *tiled.digits[tiled.digits.size() - 2].extent << " x ";
  stream << numLanes << " iterations, ";
  stream << llvm::format("%.2f", tiled.cost)
         << " instructions each, estimated, "
         << "instead of " << llvm::format("%.2f", before);
  return text;
}

/// Returns the loops that are rows, lanes and steps. In a nest without
/// reductions the last tile loop before the lanes may be the steps; then there
/// are no rows.
static NestPlanner::TilePositions findTile(const TiledNest &tiled) {
  unsigned lanes = tiled.digits.size() - 1;
  NestPlanner::TilePositions tile{std::nullopt, lanes, tiled.group};
  if (tiled.hasRows && tiled.group != lanes - 1)
    tile.rows = lanes - 1;
  return tile;
}

std::string layout::describeRefusal(const OrderRefusal &refusal) {
  if (!refusal.reason.empty())
    return refusal.text;
  if (refusal.isMarked)
    return "a loop or an access has an attribute that would be lost; remove "
           "it, or run the pass that reads it first";
  if (refusal.hasLanes)
    return "its innermost loop is one of lanes already";
  return refusal.decision.isYes() ? "" : refusal.decision.witness;
}

void layout::explain(affine::AffineForOp root, const OrderRefusal &refusal) {
  if (!refusal.reason.empty())
    remarkMissed(root.getLoc(), ("layout-tile-loops/" + refusal.reason).str())
        << "not reordered for vectors: " + refusal.text;
  if (refusal.isMarked)
    remarkMissed(root.getLoc(), "layout-tile-loops/marked")
        << "not reordered: a loop or an access has an attribute that would "
           "be lost; remove it, or run the pass that reads it first";
  if (refusal.decision.isNo())
    remarkMissed(root.getLoc(), "layout-tile-loops/order")
        << "not reordered for vectors, as results would change: " +
               refusal.decision.witness;
  if (refusal.decision.isUnknown())
    remarkUnknown(root.getLoc(), "layout-tile-loops/not-decided")
        << "not reordered for vectors, as results might change: " +
               refusal.decision.witness;
}

//===----------------------------------------------------------------------===//
// Nests that stay
//===----------------------------------------------------------------------===//

/// Returns true if the nest is in a vectorizable order already: the innermost
/// loop runs from 0 to at most `kMaxLanes`, stores are contiguous along it, and
/// no subscript divides.
static bool hasLanes(const AffineNest &nest, const CostModel &model) {
  unsigned innermost = nest.loops.size() - 1;
  std::optional<int64_t> span = getSpan(nest.ranges[innermost]);
  if (nest.ranges[innermost].low != 0 || !span || *span > kMaxLanes ||
      !model.mayBeCarried(*span))
    return false;
  for (const SmallVector<int64_t> &weights : findWeights(nest))
    if (weights.size() > 1)
      return false;
  return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
    std::optional<int64_t> stride = getStride(access.map, innermost);
    return !access.isStore || stride == 1 || stride == -1;
  });
}

/// Returns true if no loop is strip-mined and the order is that of the nest.
static bool isAsItIs(const AffineNest &nest, const TiledNest &tiled) {
  if (tiled.digits.size() != nest.loops.size())
    return false;
  for (auto [number, digit] : llvm::enumerate(tiled.digits))
    if (digit.loop != number)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

Decision NestPlanner::dependAlongReductions(AffineNest &nest) {
  SmallVector<AffineExpr> parallel;
  for (auto [number, loop] : llvm::enumerate(nest.loops))
    if (!nest.isReduction(number))
      parallel.push_back(facts.express(loop.getInductionVar()));
  return dependences.dependOnlyAtSame(nest.loops[0], parallel);
}

Decision NestPlanner::keepOrder(AffineNest &nest, ArrayRef<Digit> digits,
                                bool hasLanes) {
  SmallVector<AffineExpr> before, after;
  for (affine::AffineForOp loop : nest.loops)
    before.push_back(facts.express(loop.getInductionVar()));
  for (const Digit &digit : digits)
    after.push_back(digit.getValue(before[digit.loop]));
  std::optional<AffineExpr> lane;
  if (hasLanes)
    lane = after.pop_back_val();
  std::vector<ScheduledAccess> accesses;
  for (const MemoryAccess &access : dependences.getAccesses(nest.loops[0])) {
    SmallVector<AffineExpr> time(after);
    time.push_back(getAffineConstantExpr(accesses.size(), nest.getContext()));
    if (lane)
      time.push_back(*lane);
    accesses.push_back({access, nest.loops[0], before, std::move(time)});
  }
  OrderAnswer answer = dependences.keepOrder(accesses);
  // The order is legal only without these flags, and plans drop none.
  if (answer.decision.isYes() && !answer.losesFlags.empty())
    return Decision::no("an op of a reduction guarantees not to wrap around, "
                        "or no infinity, in the order of the program only");
  return answer.decision;
}

//===----------------------------------------------------------------------===//
// Register tiles
//===----------------------------------------------------------------------===//

namespace {

/// Answers about loops over digits that do not exist yet.
class OrderQueries : public ProgramQueries {
public:
  OrderQueries(const NestPlanner::Plan &plan, IntegerFacts &facts,
               Dependences &dependences)
      : ProgramQueries(plan.nest.loops.front(), facts, dependences),
        digits(plan.loops.getOrder().getDigits()) {}

  /// Returns true if the loop has an iteration for all values that the bounds
  /// of the loops around it permit. These values may belong to no iteration of
  /// the nest: an outer tile loop may be entered for a tile that turns out
  /// empty.
  bool isAlwaysEntered(const AffineNest &nest, unsigned loop) override {
    if (TileQueries::isAlwaysEntered(nest, loop))
      return true;
    SmallVector<AffineExpr> dims;
    for (unsigned outer = 0; outer < nest.loops.size(); ++outer)
      dims.push_back(facts.createVariable(nest.ranges[outer], "digit"));
    for (Value value : nest.fixed)
      dims.push_back(facts.express(value));
    if (llvm::is_contained(dims, AffineExpr()))
      return false;
    Conjunction reached;
    for (const AffineNest::Bound &bound : nest.constraints)
      if (bound.owner < loop)
        reached.push_back({bound.expr.replaceDims(dims)});
    const AffineNest::Ends &ends = nest.ends[loop];
    return llvm::all_of(ends.lower.getResults(), [&](AffineExpr lower) {
      return llvm::all_of(ends.upper.getResults(), [&](AffineExpr upper) {
        AffineExpr slack = (upper - lower - 1).replaceDims(dims);
        return facts
            .isImplied(Condition(Conjunction{{slack}}), root,
                       Condition(reached))
            .isYes();
      });
    });
  }

  /// `NestPlanner::keepOrder` proves the order of a plan, but not that the
  /// stores of all steps of a row may be delayed to the last step.
  LogicalResult checkOrder(const RegisterTile &tile,
                           VectorRefusal &refusal) override {
    return tile.storesInGroup() ? ProgramQueries::checkOrder(tile, refusal)
                                : success();
  }

protected:
  AffineExpr express(const AffineNest &nest, unsigned loop) override {
    AffineExpr variable = ProgramQueries::express(nest, loop);
    return variable ? digits[loop].getValue(variable) : variable;
  }

private:
  ArrayRef<Digit> digits;
};

} // namespace

FailureOr<RegisterTile>
NestPlanner::makeTile(const Plan &plan, VectorRefusal &refusal,
                      std::optional<PlannedTile> planned) {
  OrderQueries queries(plan, facts, dependences);
  return RegisterTile::make(plan.loops.describe(plan.nest), target,
                            unreadable.findIn(plan.nest), queries, refusal,
                            std::move(planned));
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Refuses a nest because of `op`. Says nothing of an op with loops inside:
/// these get remarks of their own, and the imperfect nest one of distribution.
static std::nullopt_t refuseBody(
    Operation *op,
    llvm::function_ref<std::nullopt_t(StringRef, const Twine &)> refuse) {
  if (op->getNumRegions() > 0 && containsLoop(op))
    return std::nullopt;
  return refuse("body", describeUnvectorizable(op));
}

/// Explains why no order is found.
static std::string describeNoGain(const AffineNest &nest,
                                  const CostModel &model) {
  if (llvm::none_of(nest.accesses,
                    [](const auto &access) { return access.isStore; }))
    return "the nest stores nothing";
  std::string text;
  llvm::raw_string_ostream(text)
      << "no block of lanes is estimated to take less than 0.8 of the "
      << llvm::format("%.2f", model.getScalarCost())
      << " instructions of an iteration of the original nest; choose a layout "
         "in which "
         "stores are contiguous along a loop, and loads along the same one";
  return text;
}

/// Reads a nest that may get another order, or says why there is none.
static std::optional<AffineNest> readNest(affine::AffineForOp root,
                                          OrderRefusal &refusal) {
  auto refuse = [&](StringRef reason, const Twine &text) {
    refusal.reason = reason;
    refusal.text = text.str();
    return std::nullopt;
  };
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest)
    return refuse("loops", whyNotRead(root));
  if (!nest->isLinear())
    return refuse("loops", "a bound divides, or has numbers beyond 2^48; use "
                           "sums of variables and constants");
  nest->takeInGuard();
  if (nest->accesses.empty())
    return std::nullopt;
  if (nest->isMarked()) {
    refusal.isMarked = true;
    return std::nullopt;
  }
  if (Operation *op = findUnvectorizable(nest->getBody()))
    return refuseBody(op, refuse);
  return nest;
}

std::optional<NestPlanner::Plan> NestPlanner::plan(affine::AffineForOp root,
                                                   OrderRefusal &refusal) {
  auto refuse = [&](StringRef reason, const Twine &text) {
    refusal.reason = reason;
    refusal.text = text.str();
    return std::nullopt;
  };
  std::optional<AffineNest> nest = readNest(root, refusal);
  if (!nest)
    return std::nullopt;
  CostModel model(*nest, target, reassociate);
  if (hasLanes(*nest, model)) {
    refusal.hasLanes = true;
    return std::nullopt;
  }
  constexpr unsigned maxAttempts = 4;
  SmallVector<TiledNest> orders = model.findOrders(maxAttempts);
  if (chooseSums(*nest, model, orders)) {
    refusal.hasLanes = true;
    return std::nullopt;
  }
  if (orders.empty()) {
    refusal.hasLanes = model.hasLanesAsItIs();
    return refuse("gain", describeNoGain(*nest, model));
  }
  bool hasBounds = false;
  for (const TiledNest &tiled : orders) {
    if (isAsItIs(*nest, tiled)) {
      refusal = {Decision::yes(), /*isMarked=*/false, /*hasLanes=*/true};
      return std::nullopt;
    }
    std::optional<DigitLoops> loops = DigitLoops::plan(*nest, tiled.digits);
    if (!loops)
      continue;
    hasBounds = true;
    refusal.decision = dependAlongReductions(*nest).isYes()
                           ? Decision::yes()
                           : keepOrder(*nest, tiled.digits, /*hasLanes=*/true);
    if (refusal.decision.isYes())
      return Plan{std::move(*nest),
                  std::move(*loops),
                  describe(tiled, model.getScalarCost()),
                  tiled.cost,
                  /*sumLanes=*/0,
                  findTile(tiled)};
  }
  if (!hasBounds)
    return refuse("loops", "bounds may be so far from 0 that sums of them wrap "
                           "around; use extents of buffers as bounds");
  return std::nullopt;
}

std::vector<NestPlanner::Plan>
NestPlanner::planCandidates(affine::AffineForOp root, unsigned maxNumber) {
  std::vector<Plan> plans;
  OrderRefusal refusal;
  std::optional<AffineNest> nest = readNest(root, refusal);
  if (!nest)
    return plans;
  CostModel model(*nest, target, reassociate);
  bool isLegal = dependAlongReductions(*nest).isYes();
  for (const TiledNest &tiled :
       model.findOrders(maxNumber, /*onlyGains=*/false)) {
    std::optional<DigitLoops> loops = DigitLoops::plan(*nest, tiled.digits);
    if (loops &&
        (isLegal || keepOrder(*nest, tiled.digits, /*hasLanes=*/true).isYes()))
      plans.push_back({*nest, std::move(*loops),
                       describe(tiled, model.getScalarCost()), tiled.cost,
                       /*sumLanes=*/0, findTile(tiled)});
  }
  return plans;
}

std::optional<TiledNest> NestPlanner::chooseSums(AffineNest &nest,
                                                 const CostModel &model,
                                                 ArrayRef<TiledNest> orders) {
  std::optional<TiledNest> sums = model.findSumsInnermost();
  if (!sums || nest.guard || !model.isGain(sums->cost) ||
      (!sums->sumLanes && isAsItIs(nest, *sums)) ||
      (!orders.empty() && orders.front().cost <= sums->cost) ||
      !dependAlongReductions(nest).isYes())
    return std::nullopt;
  return sums;
}

std::optional<NestPlanner::Plan>
NestPlanner::planSumsInnermost(affine::AffineForOp root) {
  OrderRefusal refusal;
  std::optional<AffineNest> nest = readNest(root, refusal);
  if (!nest)
    return std::nullopt;
  CostModel model(*nest, target, reassociate);
  // Checked first, as `findOrders` takes longer.
  if (nest->guard || !model.findSumsInnermost())
    return std::nullopt;
  std::optional<TiledNest> sums = chooseSums(*nest, model, model.findOrders(1));
  if (!sums)
    return std::nullopt;
  std::optional<DigitLoops> loops = DigitLoops::plan(*nest, sums->digits);
  if (!loops)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!isAsItIs(*nest, *sums))
    stream << "interchanged, so that adjacent elements are added up innermost";
  if (sums->sumLanes)
    stream << (text.empty() ? "" : "; ") << "the reduction is strip-mined by "
           << sums->sumLanes << ", for lanes with a part of it each";
  stream << llvm::format(": %.2f instructions an iteration, estimated, instead "
                         "of %.2f",
                         sums->cost, model.getScalarCost());
  return Plan{std::move(*nest), std::move(*loops), std::move(text), sums->cost,
              sums->sumLanes};
}

affine::AffineForOp layout::findNestRoot(affine::AffineForOp loop) {
  while (isInPerfectNest(loop))
    loop = cast<affine::AffineForOp>(loop->getParentOp());
  return loop;
}
