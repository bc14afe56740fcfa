//===- StatedPlans.cpp - Following the plans on nests ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for %i = 0 to 64 {            plan: (i, j)
//                                       -> (j floordiv 16, i, lanes j mod 16)
//       for %j = 0 to 64 {
//
//     for %o = 0 to 4 {             plan: (o, i, j) -> (o, i, lanes j)
//       for %i = 0 to 64 {
//         for %j = 0 to 16 {
//
//===----------------------------------------------------------------------===//

#include "StatedPlans.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/PlanReport.h"
#include "Transforms/Nests/SumGroups.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/HostFunctions.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

bool layout::isPlainPlan(LoopsAttr plan) {
  return !plan.getKeep() && !plan.getDot() &&
         llvm::all_of(plan.getTileLoops(), [](const TileLoop &loop) {
           return loop.role != LoopRole::Unroll &&
                  loop.partial == PartialTile::Any && !loop.isMerged();
         });
}

bool layout::hasNoLanes(LoopsAttr plan) {
  return plan.getLoopsOf(LoopRole::Lanes).empty();
}

/// The tile loops in the order in which loops run over them.
static SmallVector<TileLoop> getLoopOrder(LoopsAttr plan) {
  SmallVector<TileLoop> order(
      plan.getTileLoops().take_front(plan.getNumOuter()));
  for (LoopRole role : {LoopRole::Steps, LoopRole::Rows, LoopRole::Lanes})
    for (unsigned number : plan.getLoopsOf(role))
      order.push_back(plan.getTileLoops()[number]);
  return order;
}

static std::string toString(const TileLoop &loop) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '\'' << stringify(loop.role);
  os << (loop.role == LoopRole::Sequential ? "" : " ");
  printDigit(os, loop);
  os << '\'';
  return text;
}

LoopsAttr layout::describeMadeLoops(LoopsAttr plan) {
  SmallVector<TileLoop> order = getLoopOrder(plan);
  SmallVector<unsigned> numbers =
      llvm::to_vector(llvm::seq<unsigned>(0, order.size()));
  SmallVector<TileLoop> made;
  auto add = [&](ArrayRef<LoopRole> roles) {
    for (auto [number, loop] : llvm::enumerate(order))
      if (llvm::is_contained(roles, loop.role))
        made.push_back({loop.role, loop.partial,
                        ArrayRef(numbers).slice(number, 1), /*step=*/1,
                        /*size=*/std::nullopt});
  };
  add({LoopRole::Sequential, LoopRole::Unroll});
  for (LoopRole role : {LoopRole::Rows, LoopRole::Lanes, LoopRole::Steps})
    add(role);
  return LoopsAttr::get(plan.getContext(), /*keep=*/false,
                        unsigned(order.size()), made, plan.getDot(), {},
                        plan.getAuthor());
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

static SmallVector<affine::AffineForOp> getNest(affine::AffineForOp root) {
  SmallVector<affine::AffineForOp> loops;
  for (affine::AffineForOp loop = root; loop; loop = getOnlyLoop(loop))
    loops.push_back(loop);
  return loops;
}

static SmallVector<int64_t> getExtents(ArrayRef<affine::AffineForOp> loops) {
  SmallVector<int64_t> extents;
  for (affine::AffineForOp loop : loops)
    extents.push_back(loop.hasConstantBounds()
                          ? std::max<int64_t>(loop.getConstantUpperBound() -
                                                  loop.getConstantLowerBound(),
                                              0)
                          : ShapedType::kDynamic);
  return extents;
}

static std::string toString(ArrayRef<int64_t> extents) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(extents, os, [&](int64_t extent) {
    ShapedType::isDynamic(extent) ? os << '?' : os << extent;
  });
  os << ']';
  return text;
}

std::string layout::describeOtherNest(affine::AffineForOp root,
                                      LoopsAttr plan) {
  SmallVector<affine::AffineForOp> loops = getNest(root);
  if (!plan.getKeep() && loops.size() != plan.getNumLoops())
    return "it is of " + std::to_string(plan.getNumLoops()) +
           (plan.getNumLoops() == 1 ? " loop" : " loops") +
           ", and the perfect nest has " + std::to_string(loops.size());
  SmallVector<int64_t> extents = getExtents(loops);
  if (!plan.getExtents().empty() && plan.getExtents() != ArrayRef(extents))
    return "it is stale: it was made for the extents " +
           toString(plan.getExtents()) + ", and those of the nest are " +
           toString(extents);
  return "";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class OrderReader {
public:
  OrderReader(affine::AffineForOp root, LoopsAttr plan, NestPlanner &planner,
              const Target &target, bool reassociate, std::string &why)
      : root(root), plan(plan), planner(planner), target(target),
        reassociate(reassociate), why(why), order(getLoopOrder(plan)) {}

  std::optional<NestPlanner::Plan> read();

private:
  bool fail(const Twine &text) {
    why = text.str();
    return false;
  }
  bool readNest();
  const TileLoop *getOnly(LoopRole role) const;
  std::optional<int64_t> getCount(const TileLoop &loop) const;
  bool isFull(const TileLoop &loop) const;
  bool checkVariables();
  bool checkRoles();
  bool checkCount(const TileLoop &loop, int64_t most);
  bool checkRows();
  bool checkLanes(const TileLoop &lanes);
  bool checkSumLanes(const TileLoop &lanes);
  bool checkSteps(const TileLoop &steps);
  bool checkPartial();
  bool checkDot();
  bool checkOrder();
  bool keepsReductions() const;
  SmallVector<Digit> getDigits() const;

  affine::AffineForOp root;
  LoopsAttr plan;
  NestPlanner &planner;
  const Target &target;
  bool reassociate;
  std::string &why;
  SmallVector<TileLoop> order;
  std::optional<AffineNest> nest;
  int64_t sumLanes = 0; ///< lanes with a part of a reduction each
};

} // namespace

bool OrderReader::readNest() {
  if (why = describeOtherNest(root, plan); !why.empty())
    return false;
  nest = AffineNest::read(root);
  if (!nest)
    return fail(whyNotRead(root));
  if (nest->loops.size() != plan.getNumLoops())
    return fail("a loop of the nest has another step than 1, or carries "
                "values; run affine-loop-normalize, or store them to memory");
  if (!nest->isLinear())
    return fail("a bound of the nest divides, or has numbers beyond 2^48; use "
                "sums of variables and constants");
  nest->takeInGuard();
  auto isLost = [](Operation *op) { return hasOtherAttributes(op); };
  if (llvm::any_of(nest->loops, isLost) ||
      llvm::any_of(ArrayRef(nest->loops).drop_front(),
                   [](Operation *op) { return bool(getPlan(op)); }) ||
      llvm::any_of(nest->accesses,
                   [&](const auto &access) { return isLost(access.op); }))
    return fail("a loop or an access has an attribute that would be lost; "
                "remove it, or run the pass that reads it first");
  return true;
}

const TileLoop *OrderReader::getOnly(LoopRole role) const {
  const auto *it = llvm::find_if(
      order, [&](const TileLoop &loop) { return loop.role == role; });
  return it == order.end() ? nullptr : it;
}

/// How many iterations it has, in tiles that lack none.
std::optional<int64_t> OrderReader::getCount(const TileLoop &loop) const {
  if (loop.size)
    return loop.size;
  const Interval &range = nest->ranges[loop.loops.front()];
  std::optional<int64_t> span = getSpan(range);
  if (!span || range.low != 0)
    return std::nullopt;
  return llvm::divideCeil(*span, loop.step);
}

/// Returns true if no tile lacks iterations of it, as far as bounds that are
/// constants tell.
bool OrderReader::isFull(const TileLoop &loop) const {
  affine::AffineForOp its = nest->loops[loop.loops.front()];
  std::optional<int64_t> count = getCount(loop);
  // A loop that has no iteration for some of this one shortens it.
  bool isBound =
      llvm::any_of(nest->constraints, [&](const AffineNest::Bound &constraint) {
        unsigned number = loop.loops.front();
        return constraint.owner != number &&
               constraint.terms.coefficients[number] != 0;
      });
  if (!count || !its.hasConstantBounds() || its.getConstantLowerBound() != 0 ||
      nest->guard || isBound)
    return false;
  return its.getConstantUpperBound() % (*count * loop.step) == 0;
}

bool OrderReader::checkVariables() {
  // The body is copied for each iteration of all of them.
  constexpr int64_t mostCopies = 256;
  int64_t copies = 1;
  for (const TileLoop &loop : order) {
    if (loop.isMerged())
      return fail("loops cannot be joined by 'merge' here yet; expects tile "
                  "loops of one loop each, found " +
                  toString(loop));
    if (loop.role != LoopRole::Unroll)
      continue;
    constexpr int64_t mostUnrolled = 64;
    std::optional<int64_t> count = getCount(loop);
    if (!count || *count > mostUnrolled || !isFull(loop))
      return fail(toString(loop) +
                  " expects a constant number of iterations, " +
                  Twine(mostUnrolled) + " at most, and the same in all tiles");
    copies *= *count;
    if (copies > mostCopies)
      return fail("loops with 'unroll' make " + Twine(copies) +
                  " copies of the body; expects " + Twine(mostCopies) +
                  " at most");
  }
  return true;
}

bool OrderReader::checkCount(const TileLoop &loop, int64_t most) {
  std::optional<int64_t> count = getCount(loop);
  if (!count)
    return fail(toString(loop) + " has no constant number of iterations from "
                                 "0; expects a tile of it, by 'mod'");
  const Interval &range = nest->ranges[loop.loops.front()];
  if (std::optional<int64_t> span = getSpan(range);
      span && *span < *count * loop.step &&
      (plan.isUsers() || !isPlainPlan(plan)))
    return fail(toString(loop) + " is a tile of " + Twine(*count * loop.step) +
                " iterations, and its loop has " + Twine(*span) +
                "; expects as many at most");
  if (*count <= most)
    return true;
  return fail(toString(loop) + " has " + Twine(*count) +
              " iterations; expects " + Twine(most) + " at most");
}

bool OrderReader::checkRoles() {
  const TileLoop *lanes = getOnly(LoopRole::Lanes),
                 *steps = getOnly(LoopRole::Steps),
                 *rows = getOnly(LoopRole::Rows);
  if (!lanes && (rows || steps))
    return fail("there are " + Twine(rows ? "rows" : "steps") +
                " without lanes; expects lanes, or 'unroll'");
  if (!lanes)
    return true;
  if (Operation *op = findUnvectorizable(nest->getBody()))
    return fail("lanes cannot execute the body: " + describeUnvectorizable(op));
  if (!checkCount(*lanes, kMaxLanes))
    return false;
  if (nest->isReduction(lanes->loops.front()))
    return checkSumLanes(*lanes);
  return checkLanes(*lanes) && checkRows() && (!steps || checkSteps(*steps));
}

bool OrderReader::checkLanes(const TileLoop &lanes) {
  int64_t count = *getCount(lanes);
  if (count < 2)
    return fail(toString(lanes) + " has " + Twine(count) +
                " iterations; expects 2 or more");
  if (nest->hasReductions() && !llvm::isPowerOf2_64(count))
    return fail("vectors of " + Twine(count) +
                " sums would be carried around a loop, where LLVM takes them "
                "apart; expects a power of two of lanes");
  return true;
}

bool OrderReader::checkRows() {
  SmallVector<unsigned> numbers = plan.getLoopsOf(LoopRole::Rows);
  if (numbers.empty())
    return true;
  if (numbers.size() > 1)
    return fail("there are " + Twine(numbers.size()) +
                " tile loops of rows, and one can be executed yet; expects "
                "the others to be 'unroll'");
  const TileLoop &rows = plan.getTileLoops()[numbers.front()];
  if (!checkCount(rows, kMaxRows))
    return false;
  if (nest->isReduction(rows.loops.front()))
    return fail(toString(rows) + " goes along a reduction; expects a loop "
                                 "along which all stores move");
  int64_t registers = RegisterTile::countRegisters(
      *nest, target, *getCount(*getOnly(LoopRole::Lanes)));
  int64_t most = (int64_t(target.numVectorRegisters) - 1) / registers - 1;
  if (nest->hasReductions() && *getCount(rows) > most)
    return fail(Twine(*getCount(rows)) + " rows of " + Twine(registers) +
                (registers == 1 ? " register" : " registers") +
                " do not fit the " + Twine(target.numVectorRegisters) +
                " registers of the target beside what is loaded; expects " +
                Twine(std::max<int64_t>(most, 0)) + " rows at most");
  return true;
}

bool OrderReader::checkSteps(const TileLoop &steps) {
  if (!checkCount(steps, kMaxRowGroup))
    return false;
  if (nest->hasReductions() && !nest->isReduction(steps.loops.front()))
    return fail(toString(steps) + " does not go along the reduction; expects a "
                                  "loop along which no store moves");
  return true;
}

/// Lanes of which each has a part of a reduction.
bool OrderReader::checkSumLanes(const TileLoop &lanes) {
  unsigned loop = lanes.loops.front();
  int64_t count = *getCount(lanes);
  if (order.size() < 2 || getOnly(LoopRole::Rows) || getOnly(LoopRole::Steps) ||
      !lanes.size || order[order.size() - 2].loops.front() != loop ||
      order[order.size() - 2].size || lanes.step != 1)
    return fail(toString(lanes) + " goes along a reduction; expects 'd" +
                Twine(loop) + " floordiv " + Twine(count) +
                "' before it, and neither rows nor steps");
  if (!areLanesOfSum(count, nest->getElementBits()))
    return fail("lanes with a part of a reduction each expect a power of two "
                "of iterations, found " +
                Twine(count));
  // Partial sums are read of a loop that carries them, whatever is around it.
  affine::AffineForOp its = nest->loops[loop];
  if (!its.hasConstantLowerBound() || its.getConstantLowerBound() != 0 ||
      llvm::any_of(its.getUpperBoundOperands(), affine::isAffineForInductionVar))
    return fail("lanes with a part of a reduction each expect a loop from 0, "
                "to a bound that no loop around it changes");
  CostModel model(*nest, target, reassociate);
  if (nest->guard || !model.mayCombineInAnyOrder(loop))
    return fail(toString(lanes) +
                " goes along a reduction, whose order changes: expects a "
                "combination of integers, minima or maxima, fastmath<reassoc> "
                "on the op that combines, or the option reassociate");
  sumLanes = count;
  return true;
}

bool OrderReader::checkPartial() {
  for (const TileLoop &loop : order) {
    if (loop.partial == PartialTile::Any || isFull(loop))
      continue;
    if (loop.partial == PartialTile::Whole)
      return fail(toString(loop) +
                  ": 'whole' is not proven, as the last tile may lack "
                  "iterations; expects a multiple of " +
                  Twine(*getCount(loop)) +
                  " iterations, which layout-widen-loops makes where padding "
                  "permits it");
    bool areLanes = loop.role == LoopRole::Lanes;
    if (loop.partial == PartialTile::Edge && areLanes)
      return fail(toString(loop) +
                  ": lanes that are missing cannot be executed by 'edge'; "
                  "expects 'mask' or 'split'");
    if (loop.partial == PartialTile::Shift)
      return fail(
          toString(loop) +
          ": tiles that lack iterations cannot be executed by 'shift' "
          "yet; expects " +
          (areLanes ? "'mask' or 'split'" : "'mask', 'split' or 'edge'"));
  }
  return true;
}

bool OrderReader::checkDot() {
  StringAttr dot = plan.getDot();
  if (!dot || dot.getValue() == "auto" || dot.getValue() == "none")
    return true;
  SmallVector<StringRef> names;
  for (const DotTraits &traits : getDotInstructions())
    if (target.getCost(traits.dot) != 0)
      names.push_back(traits.name);
  if (target.multipliesPairs)
    names.push_back("vpmaddwd");
  if (!llvm::is_contained(names, dot.getValue()))
    return fail("the target has no instruction '" + dot.getValue() +
                "' for dot products; expects 'dot' to be auto" +
                (names.empty() ? " or none, as it has no such instruction"
                               : ", none or " + llvm::join(names, " or ")));
  if (!getOnly(LoopRole::Steps))
    return fail("'dot' expects steps, the terms that one instruction adds up");
  return true;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// Returns true if the terms of each reduction come in the order in which they
/// were.
bool OrderReader::keepsReductions() const {
  std::pair<unsigned, int64_t> last{0, std::numeric_limits<int64_t>::min()};
  for (const TileLoop &loop : order) {
    unsigned number = loop.loops.front();
    if (!nest->isReduction(number))
      continue;
    std::pair<unsigned, int64_t> next{number, -loop.step};
    if (next < last)
      return false;
    last = next;
  }
  return true;
}

bool OrderReader::checkOrder() {
  bool keeps = keepsReductions();
  if (sumLanes && !keeps)
    return fail("lanes along a reduction expect its other loops in the order "
                "of the nest");
  Decision apart = keeps ? planner.dependAlongReductions(*nest) : Decision();
  if (apart.isYes())
    return true;
  if (sumLanes)
    return fail("lanes along a reduction expect iterations of the other loops "
                "that do not depend on each other" +
                (apart.witness.empty() ? "" : ": " + apart.witness));
  bool hasLanes = getOnly(LoopRole::Lanes);
  Decision kept = planner.keepOrder(*nest, getDigits(), hasLanes);
  if (kept.isYes())
    return true;
  return fail(
      (kept.isUnknown() ? "results might change: " : "results would change: ") +
      kept.witness);
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

/// Lanes with a part of a reduction are made of the whole loop later.
SmallVector<Digit> OrderReader::getDigits() const {
  SmallVector<Digit> digits;
  for (const TileLoop &loop : order)
    digits.push_back({loop.loops.front(), loop.step, loop.size});
  if (sumLanes) {
    digits.pop_back();
    digits.back().weight = 1;
  }
  return digits;
}

std::optional<NestPlanner::Plan> OrderReader::read() {
  if (!readNest() || !checkVariables() || !checkRoles() || !checkPartial() ||
      !checkDot() || !checkOrder())
    return std::nullopt;
  std::optional<DigitLoops> loops = DigitLoops::plan(*nest, getDigits());
  if (!loops) {
    why = "bounds may be so far from 0 that sums of them wrap around; use "
          "extents of buffers as bounds";
    return std::nullopt;
  }
  return NestPlanner::Plan{std::move(*nest),
                           std::move(*loops),
                           "loops as 'layout.loops' states them",
                           /*cost=*/0,
                           sumLanes,
                           {}};
}

std::optional<NestPlanner::Plan>
layout::planAsStated(affine::AffineForOp root, LoopsAttr plan,
                     NestPlanner &planner, const Target &target,
                     bool reassociate, std::string &why) {
  return OrderReader(root, plan, planner, target, reassociate, why).read();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

LoopsAttr layout::describeOrder(const NestPlanner::Plan &plan) {
  const AffineNest &nest = plan.nest;
  MLIRContext *context = nest.getContext();
  SmallVector<unsigned> numbers =
      llvm::to_vector(llvm::seq<unsigned>(0, nest.loops.size()));
  ArrayRef<Digit> digits = plan.loops.getOrder().getDigits();
  SmallVector<TileLoop> loops;
  auto add = [&](const Digit &digit, LoopRole role) {
    loops.push_back({role, PartialTile::Any,
                     ArrayRef(numbers).slice(digit.loop, 1), digit.weight,
                     digit.extent});
  };
  auto isOuter = [&](unsigned position) {
    return !llvm::is_contained(
        {plan.tile.rows, plan.tile.lanes, plan.tile.steps},
        std::optional(position));
  };
  for (auto [position, digit] : llvm::enumerate(digits))
    if (isOuter(position))
      add(digit, LoopRole::Sequential);
  if (plan.tile.rows)
    add(digits[*plan.tile.rows], LoopRole::Rows);
  if (plan.tile.lanes)
    add(digits[*plan.tile.lanes], LoopRole::Lanes);
  if (plan.tile.steps)
    add(digits[*plan.tile.steps], LoopRole::Steps);
  if (plan.sumLanes) {
    loops.back().step = plan.sumLanes;
    add({digits.back().loop, 1, plan.sumLanes}, LoopRole::Lanes);
  }
  return LoopsAttr::get(context, unsigned(nest.loops.size()), loops,
                        getExtents(nest.loops), PlanAuthor::Planner);
}

LoopsAttr layout::describeSumLoop(affine::AffineForOp loop) {
  unsigned number = 0;
  TileLoop whole;
  whole.loops = number;
  return LoopsAttr::get(loop.getContext(), 1, whole, getExtents(loop),
                        PlanAuthor::Planner);
}

//===----------------------------------------------------------------------===//
// Plans of a function
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kRemark = "layout-tile-loops/plan";

/// Returns true if the plan takes the place of the search. Words that
/// `layout-vectorize-loops` must read have no effect there.
static bool isSearched(LoopsAttr plan) {
  return !plan.isUsers() && isPlainPlan(plan);
}

bool layout::hasSearchedPlans(Operation *function) {
  return function
      ->walk([](affine::AffineForOp root) {
        LoopsAttr plan = getPlan(root);
        return plan && isSearched(plan) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

SearchedPlans layout::takeSearchedPlans(Operation *function) {
  SearchedPlans plans;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp root) {
    if (LoopsAttr plan = getPlan(root); plan && isSearched(plan))
      plans[root] = plan;
  });
  for (auto &[root, plan] : plans)
    removePlan(root);
  return plans;
}

//===----------------------------------------------------------------------===//
// Plans that are followed to the letter
//===----------------------------------------------------------------------===//

namespace {

class PlanFollower {
public:
  PlanFollower(Operation *function, const Target &target, bool reassociate,
               const SearchedPlans *only)
      : function(function), target(target), reassociate(reassociate),
        only(only) {}

  PlanOutcome follow();

private:
  struct Followed {
    affine::AffineForOp root;
    LoopsAttr plan;
    NestPlanner::Plan order;
  };
  void refuse(Operation *op, LoopsAttr plan, const Twine &why);
  void read();
  void apply();
  void makeSumLanes(RegisterSums &sums, const Followed &its);

  Operation *function;
  const Target &target;
  bool reassociate;
  const SearchedPlans *only; ///< null: all
  std::vector<Followed> all;
  PlanOutcome outcome = PlanOutcome::Followed;
};

} // namespace

void PlanFollower::refuse(Operation *op, LoopsAttr plan, const Twine &why) {
  bool isError = failed(reportPlan(op, plan, kRemark, why));
  if (outcome != PlanOutcome::Failed)
    outcome = isError ? PlanOutcome::Failed : PlanOutcome::Remarked;
}

/// Fails, and sets `why`, if `layout-vectorize-loops` would not execute the
/// loops of `order` by the register tile that `plan` states.
static LogicalResult checkTile(affine::AffineForOp root, LoopsAttr plan,
                               const NestPlanner::Plan &order,
                               NestPlanner &planner, std::string &why) {
  // Lanes along a reduction are made of the innermost loop later.
  if (hasNoLanes(plan) || order.sumLanes)
    return success();
  VectorRefusal refusal;
  PlannedTile planned{root, describeMadeLoops(plan), {}};
  FailureOr<RegisterTile> tile = planner.makeTile(order, refusal, planned);
  why = failed(tile) ? refusal.text : planned.describeOtherTile(*tile);
  return success(succeeded(tile) && why.empty());
}

void PlanFollower::read() {
  NestPlanner planner(function, target, reassociate, /*explains=*/true);
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    LoopsAttr plan = getPlan(op);
    if (!plan || isSearched(plan) || (only && !only->contains(op)))
      return;
    auto root = dyn_cast<affine::AffineForOp>(op);
    if (!root)
      return refuse(op, plan,
                    "'" + op->getName().getStringRef() +
                        "' is no affine.for; run layout-raise-loops before");
    if (isOnDevice(root))
      return refuse(op, plan, "the nest is in a kernel");
    std::string why = describeOtherNest(root, plan);
    if (!why.empty())
      return refuse(op, plan, why);
    if (plan.getKeep())
      return;
    auto order = planAsStated(root, plan, planner, target, reassociate, why);
    if (order && succeeded(checkTile(root, plan, *order, planner, why)))
      all.push_back({root, plan, std::move(*order)});
    else
      refuse(op, plan, why);
  });
}

/// The loop around lanes and the lanes, of a loop that carries a reduction.
static LoopsAttr describeSumLanes(LoopsAttr plan) {
  const unsigned numbers[] = {0, 1};
  TileLoop loops[] = {TileLoop(), plan.getTileLoops().back()};
  loops[0].loops = ArrayRef(numbers).take_front();
  loops[1].loops = ArrayRef(numbers).drop_front();
  loops[1].step = 1;
  loops[1].size.reset();
  return LoopsAttr::get(plan.getContext(), 2, loops, {}, plan.getAuthor());
}

/// Makes lanes of the innermost loop, each with a part of its reduction.
void PlanFollower::makeSumLanes(RegisterSums &sums, const Followed &its) {
  std::optional<AffineNest> nest = AffineNest::readOne(sums.apply());
  std::optional<DigitLoops> tiles =
      nest ? DigitLoops::plan(*nest, makeDigits(0, {its.order.sumLanes, 1}))
           : std::nullopt;
  if (!tiles)
    return refuse(function, its.plan, "a bound of the reduction divides");
  setPlan(tiles->apply(*nest).front(), describeSumLanes(its.plan));
}

void PlanFollower::apply() {
  SmallVector<std::pair<affine::AffineForOp, Followed *>> innermost;
  for (Followed &its : all) {
    removePlan(its.root);
    if (its.order.sumLanes) {
      innermost.push_back(
          {interchangeSum(its.order, reassociate).back(), &its});
      continue;
    }
    remarkDone(its.root.getLoc(), "layout-tile-loops/tiled") << its.order.text;
    SmallVector<affine::AffineForOp> loops =
        its.order.loops.apply(its.order.nest);
    setPlan(loops.front(), describeMadeLoops(its.plan));
  }
  if (innermost.empty())
    return;
  std::vector<std::pair<RegisterSums, Followed *>> sums;
  {
    NestPlanner planner(function, target, reassociate);
    for (auto &[loop, its] : innermost) {
      if (std::optional<RegisterSums> kept = planner.planSums(loop))
        sums.push_back({std::move(*kept), its});
      else
        refuse(loop, its->plan,
               "what the innermost loop adds to cannot be in registers: "
               "expects that nothing else in the loop may touch it, and that "
               "lanes read adjacent elements, or one for all");
    }
  }
  for (auto &[kept, its] : sums)
    makeSumLanes(kept, *its);
}

PlanOutcome PlanFollower::follow() {
  read();
  if (outcome == PlanOutcome::Followed)
    apply();
  return outcome;
}

void BodyBackup::restore() {
  for (auto [now, then] :
       llvm::zip_equal(function->getRegions(), before->getRegions()))
    now.takeBody(then);
}

PlanOutcome layout::followPlans(Operation *function, const Target &target,
                                bool reassociate, const SearchedPlans *only) {
  return PlanFollower(function, target, reassociate, only).follow();
}

//===----------------------------------------------------------------------===//
// Plans that take the place of the search
//===----------------------------------------------------------------------===//

static bool isIdentity(LoopsAttr plan) {
  return llvm::all_of(llvm::enumerate(plan.getTileLoops()), [](auto its) {
    return its.value().role == LoopRole::Sequential && its.value().isWhole() &&
           its.value().loops.front() == its.index();
  });
}

FailureOr<InterchangedSums> layout::followSumPlans(Operation *function,
                                                   SearchedPlans &plans,
                                                   const Target &target,
                                                   bool reassociate) {
  InterchangedSums interchanged;
  std::vector<NestPlanner::Plan> orders;
  SmallVector<Operation *> done;
  {
    NestPlanner planner(function, target, reassociate);
    for (auto &[op, plan] : plans) {
      auto root = cast<affine::AffineForOp>(op);
      std::string why = describeOtherNest(root, plan);
      if (!why.empty()) {
        (void)reportPlan(root, plan, kRemark, why);
        return failure();
      }
      if (hasNoLanes(plan) && isIdentity(plan)) {
        interchanged[root] = 0;
        done.push_back(root);
        continue;
      }
      std::optional<NestPlanner::Plan> order =
          planAsStated(root, plan, planner, target, reassociate, why);
      if (!order) {
        (void)reportPlan(root, plan, kRemark, why);
        return failure();
      }
      if (!hasNoLanes(plan) && !order->sumLanes)
        continue;
      orders.push_back(std::move(*order));
      done.push_back(root);
    }
  }
  for (Operation *root : done)
    plans.erase(root);
  for (auto [loop, lanes] : interchangeSums(orders, reassociate))
    interchanged[loop] = lanes;
  return interchanged;
}
