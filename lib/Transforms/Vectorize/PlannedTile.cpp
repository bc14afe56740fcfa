//===- PlannedTile.cpp - The register tile that a plan states -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedTile.h"

#include "RegisterTile.h"
#include "mlir/Dialect/Affine/LoopUtils.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<PlannedTile> PlannedTile::find(affine::AffineForOp outermost) {
  for (affine::AffineForOp loop = outermost; loop; loop = getOnlyLoop(loop))
    if (LoopsAttr plan = getPlan(loop)) {
      PlannedTile tile{loop, plan, {}};
      for (affine::AffineForOp its = loop; its; its = getOnlyLoop(its))
        tile.loops.push_back(its);
      return tile;
    }
  return std::nullopt;
}

bool PlannedTile::has(LoopRole role) const {
  return !plan.getLoopsOf(role).empty();
}

PartialTile PlannedTile::getPartial(LoopRole role) const {
  SmallVector<unsigned> numbers = plan.getLoopsOf(role);
  return numbers.empty() ? PartialTile::Any
                         : plan.getTileLoops()[numbers.front()].partial;
}

bool PlannedTile::permitsDot(StringRef instruction) const {
  StringAttr dot = plan.getDot();
  return !dot || dot.getValue() == "auto" || dot.getValue() == instruction;
}

std::string PlannedTile::describeOtherLoops() const {
  if (plan.getKeep())
    return "";
  if (loops.size() != plan.getNumLoops())
    return "it is of " + std::to_string(plan.getNumLoops()) +
           (plan.getNumLoops() == 1 ? " loop" : " loops") +
           ", and the perfect nest has " + std::to_string(loops.size());
  unsigned next = 0;
  bool areLoops = true;
  auto add = [&](const TileLoop &loop) {
    areLoops &=
        loop.isWhole() && !loop.isMerged() && loop.loops.front() == next++;
  };
  for (const TileLoop &loop :
       plan.getTileLoops().take_front(plan.getNumOuter()))
    add(loop);
  for (LoopRole role : {LoopRole::Steps, LoopRole::Rows, LoopRole::Lanes})
    for (unsigned number : plan.getLoopsOf(role))
      add(plan.getTileLoops()[number]);
  return areLoops ? ""
                  : "its tile loops are not the loops of the nest, of which "
                    "steps, rows and lanes are the innermost, in this order; "
                    "run layout-tile-loops before, which makes these loops";
}

bool PlannedTile::executesPartialTilesBy(PartialTile partial) const {
  return getPartial(LoopRole::Rows) == partial ||
         getPartial(LoopRole::Lanes) == partial;
}

bool PlannedTile::splitsPartialTiles() const {
  return executesPartialTilesBy(PartialTile::Split);
}

TileTails::Execution
    PlannedTile::restrict(TileTails::Execution execution, bool hasRows) const {
  if (splitsPartialTiles())
    return TileTails::Execution::Loops;
  // Masking all rows needs each of them in bounds, and executing only those
  // that exist needs less: what is proven for the former holds for the latter.
  bool isEdge = hasRows && executesPartialTilesBy(PartialTile::Edge);
  return isEdge && execution == TileTails::Execution::AllRows
             ? TileTails::Execution::AllLanes
             : execution;
}

/// Returns how `role` is executed where a tile lacks iterations, in the words
/// of plans.
static PartialTile getPartial(const RegisterTile &tile, LoopRole role) {
  if (role == LoopRole::Steps)
    return PartialTile::Split;
  if (tile.tails.computesMissingRows())
    return PartialTile::Mask;
  if (tile.tails.execution == TileTails::Execution::Loops)
    return PartialTile::Split;
  return role == LoopRole::Rows ? PartialTile::Edge : PartialTile::Mask;
}

std::string PlannedTile::describeOtherTile(const RegisterTile &tile) const {
  bool hasRegisters = tile.numSums && !tile.storesInGroup();
  if (has(LoopRole::Rows) && !tile.hasRows && hasRegisters)
    return "rows cannot be in registers: expects reductions around them, and "
           "registers for all of them";
  StringAttr dot = plan.getDot();
  StringRef name = dot ? dot.getValue() : "auto";
  StringRef found = tile.products.empty() ? "none" : "vpmaddwd";
  if (!tile.dotForms.empty())
    found = getTraits(tile.dotForms.front().dot).name;
  if (name != "auto" && name != found)
    return ("products are not added up by '" + name + "', but by '" + found +
            "'; expects narrow integers whose steps lie side by side, of signs "
            "for which the instruction is")
        .str();
  for (LoopRole role : {LoopRole::Rows, LoopRole::Lanes, LoopRole::Steps}) {
    PartialTile wanted = getPartial(role), found = ::getPartial(tile, role);
    bool isPartial = role == LoopRole::Steps  ? tile.tails.lacksSteps
                     : role == LoopRole::Rows ? tile.tails.lacksRows
                                              : tile.tails.isPartial();
    if (isPartial && wanted != PartialTile::Any && wanted != found)
      return ("tiles that lack " + stringify(role) +
              " cannot be executed by '" + stringify(wanted) + "'; expects '" +
              stringify(found) + "'")
          .str();
  }
  return "";
}

/// The plan of one loop that is to be unrolled.
static LoopsAttr getUnrollPlan(MLIRContext *context) {
  unsigned loop = 0;
  TileLoop unrolled;
  unrolled.role = LoopRole::Unroll;
  unrolled.loops = loop;
  return LoopsAttr::get(context, 1, unrolled, {}, PlanAuthor::User);
}

void PlannedTile::release(bool unrollsRows, bool unrollsSteps) const {
  removePlan(root);
  LoopsAttr unroll = getUnrollPlan(plan.getContext());
  for (const TileLoop &loop : plan.getTileLoops())
    if (loop.role == LoopRole::Unroll ||
        (loop.role == LoopRole::Rows && unrollsRows) ||
        (loop.role == LoopRole::Steps && unrollsSteps))
      // A loop with other bounds cannot be unrolled as a whole.
      if (affine::AffineForOp its = loops[loop.loops.front()];
          its.hasConstantBounds())
        setPlan(its, unroll);
}

void layout::unrollByPlan(Operation *root) {
  // Collected first, and from the inside outwards, as unrolling copies what is
  // inside of a loop.
  SmallVector<affine::AffineForOp> loops;
  LoopsAttr plan = getUnrollPlan(root->getContext());
  root->walk([&](affine::AffineForOp loop) {
    if (getPlan(loop) == plan)
      loops.push_back(loop);
  });
  for (affine::AffineForOp loop : loops) {
    removePlan(loop);
    (void)affine::loopUnrollFull(loop);
  }
}
