//===- TileInterchange.cpp - Rows of a tile inside of tiles ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileInterchange.h"

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LoopParts.h"
#include "Transforms/Nests/VectorBody.h"
#include "mlir/Dialect/Affine/LoopUtils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LoopPair {
  affine::AffineForOp outer, inner;
};
} // namespace

static bool mayMoveLoop(affine::AffineForOp loop) {
  return !loop.getNumResults() && loop->getDiscardableAttrDictionary().empty();
}

/// `outer` with the loop that it would change places with.
static std::optional<LoopPair> findPair(affine::AffineForOp outer) {
  if (!llvm::hasSingleElement(outer.getBody()->without_terminator()))
    return std::nullopt;
  auto inner = dyn_cast<affine::AffineForOp>(outer.getBody()->front());
  if (!inner || !mayMoveLoop(outer) || !mayMoveLoop(inner) ||
      !llvm::all_of(inner->getOperands(), [&](Value operand) {
        return outer.isDefinedOutsideOfLoop(operand);
      }))
    return std::nullopt;
  // A perfect nest needs no help.
  if (llvm::count_if(*inner.getBody(),
                     [](Operation &op) { return containsLoop(&op); }) < 2)
    return std::nullopt;
  return LoopPair{outer, inner};
}

static bool mayInterchange(LoopPair pair, IntegerFacts &facts,
                           Dependences &dependences) {
  AffineExpr row = facts.express(pair.outer.getInductionVar()),
             tile = facts.express(pair.inner.getInductionVar());
  if (!row || !tile)
    return false;
  std::vector<ScheduledAccess> accesses;
  for (const MemoryAccess &access : dependences.getAccesses(pair.outer))
    accesses.push_back({access, pair.outer, {row, tile}, {tile, row}});
  OrderAnswer answer = dependences.keepOrder(accesses);
  // Not unknown: the tiles have been distributed from the diagonal, which
  // accesses the same elements by the same indices, so that an answer that the
  // indices leave unknown has kept the two together.
  return answer.decision.isYes() && answer.losesFlags.empty();
}

/// Returns the loops that went inside of others.
static llvm::SmallDenseSet<Operation *>
interchangeInTiles(Operation *function, ArrayRef<affine::AffineForOp> tiles) {
  SmallVector<LoopPair> pairs;
  for (affine::AffineForOp tile : tiles)
    for (auto loop : tile.getBody()->getOps<affine::AffineForOp>())
      if (std::optional<LoopPair> pair = findPair(loop))
        pairs.push_back(*pair);
  llvm::SmallDenseSet<Operation *> inner;
  if (pairs.empty())
    return inner;
  {
    BufferFlow flow(function);
    IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    llvm::erase_if(pairs, [&](LoopPair pair) {
      return !mayInterchange(pair, facts, dependences);
    });
  }
  for (LoopPair pair : pairs) {
    affine::interchangeLoops(pair.outer, pair.inner);
    inner.insert(pair.outer);
  }
  return inner;
}

void layout::distributeInTiles(Operation *function,
                               function_ref<bool(Operation *)> wanted,
                               OnKeptTogether onKept,
                               ArrayRef<affine::AffineForOp> tiles,
                               const llvm::SmallDenseSet<Operation *> &whole) {
  distributeLoops(function, wanted, onKept, whole);
  llvm::SmallDenseSet<Operation *> inner = interchangeInTiles(function, tiles);
  if (inner.empty())
    return;
  // Nothing new is to be said of others.
  llvm::SmallDenseSet<Operation *> others;
  function->walk([&](affine::AffineForOp loop) {
    if (!inner.contains(loop))
      others.insert(loop);
  });
  distributeLoops(function, wanted, onKept, others);
}
