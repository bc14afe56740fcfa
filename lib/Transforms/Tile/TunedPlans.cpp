//===- TunedPlans.cpp - Plans that were measured, and what to measure -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   the model's choice   (i, j, k) -> (i floordiv 4, j floordiv 64, k, rows i mod 4, lanes j mod 64)
//   other tiles          (i, j, k) -> (i floordiv 7, j floordiv 32, k, rows i mod 7, lanes j mod 32)
//   other orders         (i, j, k) -> (j floordiv 64, i floordiv 4, k, rows i mod 4, lanes j mod 64)
//   cache blocks         (i, j, k) -> (k floordiv 128, i floordiv 4, j floordiv 64, k mod 128, ..)
//   LLVM's               keep
//
//===----------------------------------------------------------------------===//

#include "TunedPlans.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "Layout/Transforms/Tile/TileLoops.h"
#include "Layout/Transforms/Tuning/NestCopy.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

/// Outermost loops of the perfect nests that have no plan.
static SmallVector<affine::AffineForOp> findRoots(Operation *function) {
  SmallVector<affine::AffineForOp> roots;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (getPlan(loop))
      return WalkResult::skip();
    if (!isOnDevice(loop) && !isInPerfectNest(loop))
      roots.push_back(loop);
    return WalkResult::advance();
  });
  return roots;
}

//===----------------------------------------------------------------------===//
// Plans of a file
//===----------------------------------------------------------------------===//

LoopsAttr TunedPlans::find(affine::AffineForOp root) {
  OwningOpRef<func::FuncOp> copy = copyNest(root);
  std::optional<unsigned> number =
      copy ? file.find(getNestText(*copy)) : std::nullopt;
  if (!number)
    return {};
  isUsed[*number] = true;
  StringRef text = file.getEntries()[*number].plan;
  if (text.empty())
    return {};
  // It was parsed once, in another context.
  auto plan = cast<LoopsAttr>(parseAttribute(text, root.getContext()));
  return plan.withAuthor(PlanAuthor::Tuned);
}

void TunedPlans::explainUnused(ModuleOp module) const {
  SmallVector<std::string> unused;
  for (auto [entry, used] : llvm::zip_equal(file.getEntries(), isUsed))
    if (!used)
      unused.push_back("@" + entry.name);
  if (unused.empty())
    return;
  constexpr unsigned most = 4;
  std::string rest = unused.size() > most
                         ? " and " + std::to_string(unused.size() - most) + " more"
                         : "";
  if (unused.size() > most)
    unused.resize(most);
  remarkMissed(module.getLoc(), "layout-tile-loops/tuned-unused")
      << "of " + std::to_string(isUsed.size()) +
             " nests that were measured, the program has none that is equal to " +
             llvm::join(unused, ", ") + rest;
}

PlacedPlans layout::placeTunedPlans(Operation *function, const Target &target,
                                    bool reassociate, TunedPlans &tuned) {
  PlacedPlans placed;
  SearchedPlans found;
  for (affine::AffineForOp root : findRoots(function))
    if (LoopsAttr plan = tuned.find(root))
      found[root] = plan;
  if (found.empty())
    return placed;
  NestPlanner planner(function, target, reassociate, /*explains=*/true);
  for (auto &[op, plan] : found) {
    auto root = cast<affine::AffineForOp>(op);
    std::string why = describeOtherNest(root, plan);
    if (why.empty() && !plan.getKeep())
      (void)planAsStated(root, plan, planner, target, reassociate, why);
    if (!why.empty()) {
      (void)reportPlan(root, plan, "layout-tile-loops/tuned-refused", why);
      continue;
    }
    remarkDone(root.getLoc(), "layout-tile-loops/tuned")
        << "takes the plan that layout-tune has measured: " +
               llvm::to_string(Attribute(plan));
    (isPlainPlan(plan) ? placed.searched : placed.literal)[root] = plan;
  }
  return placed;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

namespace {

/// Collects plans of one nest that differ, with those of the best at the front.
class CandidateList {
public:
  /// `model` is what the planner chooses, null if it leaves the nest alone.
  CandidateList(affine::AffineForOp root, LoopsAttr model, NestPlanner &planner,
                const Target &target, bool reassociate, unsigned maxNumber)
      : root(root), planner(planner), target(target), reassociate(reassociate),
        maxNumber(maxNumber) {
    if (model)
      this->model = model.withAuthor(PlanAuthor::Tuned);
  }

  SmallVector<LoopsAttr> find();

private:
  void add(LoopsAttr plan);
  /// Adds a plan that may change results, if it provably does not.
  void tryPlan(LoopsAttr like, ArrayRef<TileLoop> loops);
  void addOrders(LoopsAttr plan);
  void addCacheBlocks(LoopsAttr plan);
  bool isFull() const { return plans.size() >= maxNumber; }

  affine::AffineForOp root;
  LoopsAttr model;
  NestPlanner &planner;
  const Target &target;
  bool reassociate;
  unsigned maxNumber;
  SmallVector<LoopsAttr> plans;
};

} // namespace

void CandidateList::add(LoopsAttr plan) {
  plan = plan.withAuthor(PlanAuthor::Tuned);
  if (plan != model && !llvm::is_contained(plans, plan) && !isFull())
    plans.push_back(plan);
}

void CandidateList::tryPlan(LoopsAttr like, ArrayRef<TileLoop> loops) {
  LoopsAttr plan = LoopsAttr::get(like.getContext(), like.getNumLoops(), loops,
                                  like.getExtents(), PlanAuthor::Tuned);
  std::string why;
  if (!isFull() &&
      planAsStated(root, plan, planner, target, reassociate, why))
    add(plan);
}

/// With another loop outermost: what it goes through is reused by all others.
void CandidateList::addOrders(LoopsAttr plan) {
  ArrayRef<TileLoop> loops = plan.getTileLoops();
  for (unsigned i = 1; i < plan.getNumOuter(); ++i) {
    // The tile loops of one loop keep their order.
    if (llvm::any_of(loops.take_front(i), [&](const TileLoop &outer) {
          return outer.loops == loops[i].loops;
        }))
      continue;
    SmallVector<TileLoop> order{loops[i]};
    llvm::append_range(order, loops.take_front(i));
    llvm::append_range(order, loops.drop_front(i + 1));
    tryPlan(plan, order);
  }
}

/// With the innermost loop around the tile, such as that of a reduction, in
/// parts that go around all other loops: fewer lines of its operands are used
/// from one row to the next.
void CandidateList::addCacheBlocks(LoopsAttr plan) {
  unsigned numOuter = plan.getNumOuter();
  if (numOuter == 0 || plan.getExtents().empty())
    return;
  ArrayRef<TileLoop> loops = plan.getTileLoops();
  const TileLoop &inner = loops[numOuter - 1];
  int64_t extent = plan.getExtents()[inner.loops.front()];
  if (inner.size || inner.isMerged() || ShapedType::isDynamic(extent))
    return;
  for (int64_t block : {256, 64}) {
    if (extent < 2 * block * inner.step)
      continue;
    TileLoop outer = inner, rest = inner;
    outer.step = inner.step * block;
    rest.size = block;
    SmallVector<TileLoop> order{outer};
    llvm::append_range(order, loops);
    order[numOuter] = rest;
    tryPlan(plan, order);
  }
}

SmallVector<LoopsAttr> CandidateList::find() {
  // Most that differ from each other in more than the number of rows.
  constexpr unsigned numSearched = 64, mostWithLanes = 3, numVaried = 2;
  llvm::SmallMapVector<std::pair<unsigned, int64_t>, unsigned, 8> numWithLanes;
  SmallVector<LoopsAttr> tiles;
  for (const NestPlanner::Plan &order :
       planner.planCandidates(root, numSearched)) {
    LoopsAttr plan = describeOrder(order);
    unsigned lanes = plan.getLoopsOf(LoopRole::Lanes).front();
    const TileLoop &loop = plan.getTileLoops()[lanes];
    if (++numWithLanes[{loop.loops.front(), loop.size.value_or(0)}] <=
        mostWithLanes)
      tiles.push_back(plan);
  }
  if (auto sums = planner.planSumsInnermost(root))
    add(describeOrder(*sums));
  unsigned kept = maxNumber;
  // Those of LLVM, and other orders of the best ones, have places of their own.
  maxNumber = std::max<unsigned>(kept / 2, plans.size());
  for (LoopsAttr plan : tiles)
    add(plan);
  maxNumber = kept > 2 ? kept - 2 : kept;
  SmallVector<LoopsAttr> varied;
  if (model && !model.getKeep())
    varied.push_back(model);
  llvm::append_range(varied, ArrayRef(tiles).take_front(numVaried));
  for (LoopsAttr plan : varied)
    addCacheBlocks(plan);
  for (LoopsAttr plan : varied)
    addOrders(plan);
  for (LoopsAttr plan : tiles)
    add(plan);
  maxNumber = kept;
  if (model && !tiles.empty()) {
    SmallVector<unsigned> numbers =
        llvm::to_vector(llvm::seq<unsigned>(0, model.getNumLoops()));
    SmallVector<TileLoop> asItIs(numbers.size());
    for (auto [number, loop] : llvm::zip_equal(numbers, asItIs))
      loop.loops = number;
    tryPlan(model, asItIs);
  }
  if (model || !tiles.empty())
    add(LoopsAttr::getKeep(root.getContext()));
  return plans;
}

std::vector<PlanCandidates>
layout::findPlanCandidates(ModuleOp module, const Target &target,
                           bool reassociate, unsigned maxNumber) {
  std::vector<PlanCandidates> found;
  llvm::StringMap<unsigned> numbers; // of `found`
  for (Operation *function : collectHostFunctions(module)) {
    SearchedPlans models = takeSearchedPlans(function);
    NestPlanner planner(function, target, reassociate);
    for (affine::AffineForOp root : findRoots(function)) {
      OwningOpRef<func::FuncOp> copy = copyNest(root);
      if (!copy)
        continue;
      std::string text = getNestText(*copy);
      auto [known, isNew] = numbers.try_emplace(text, found.size());
      if (isNew)
        found.push_back({text, root.getLoc(), 0,
                         CandidateList(root, models.lookup(root), planner,
                                       target, reassociate, maxNumber)
                             .find()});
      ++found[known->second].numNests;
    }
  }
  llvm::erase_if(found, [](const PlanCandidates &candidates) {
    return candidates.plans.empty();
  });
  return found;
}
