//===- MergeLoops.cpp - Neighbouring loops become one ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of one block over equal ranges become one loop, in which an element is
// still in a register or in the cache when it is read:
//
//     affine.for %i = 0 to 14 {             affine.for %i = 0 to 14 {
//       B[%i] = A[%i]                         B[%i] = A[%i]
//     }                               ->      C[%i] = B[%i]
//     affine.for %i = 0 to 14 {             }
//       C[%i] = B[%i]
//     }
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Reorder/MergeLoops.h"

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/BlockOrder.h"
#include "Transforms/Nests/NotRaised.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTMERGELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the op is a loop of a kind that is fused. Results would have
/// to be those of both loops.
static bool isFusable(Operation *op) {
  return LoopRange::canHandle(op) && op->getNumResults() == 0;
}

namespace {

/// Plans and fuses the loops of one block. While planning only the order of the
/// ops is computed (`BlockOrder`), so that facts about the block stay valid.
class BlockPlan {
public:
  BlockPlan(Block *block, IntegerFacts &facts, Dependences &dependences)
      : facts(facts), dependences(dependences),
        order(
            block,
            [&](Operation *a, Operation *b) {
              return dependences.mayInterfere(a, b);
            },
            BlockOrder::Side::behind) {}

  void plan() {
    for (size_t i = 0; i < order.size(); ++i)
      if (isFusable(order[i].front()))
        extend(i);
  }

  void apply() {
    order.apply();
    for (size_t i = 0; i < order.size(); ++i)
      for (Operation *loop : ArrayRef(order[i]).drop_front())
        fuse(order[i].front(), loop);
  }

private:
  /// Failures after which no more partners of a loop are tried: each may be a
  /// query of dependences for all pairs of accesses.
  static constexpr unsigned maxAttempts = 4;
  static constexpr size_t maxLoops = 16; ///< limit of loops that become one

  /// Fuses the loop at `first`, whose place may change, with later ones.
  void extend(size_t &first) {
    unsigned numFailures = 0;
    size_t numLoops = order[first].size();
    for (size_t second = first + 1;
         order[first].size() < maxLoops &&
         second < std::min(order.size(), first + BlockOrder::maxDistance);) {
      Operation *loop = order[second].front();
      bool isPartner =
          isFusable(loop) && countAlike(order[first].front(), loop);
      if (!isPartner || !tryFuse(first, second)) {
        if (isPartner && ++numFailures == maxAttempts)
          break;
        ++second;
        continue;
      }
      // Joining moves ops, so that a loop that failed before may succeed now.
      second = first + 1;
    }
    if (order[first].size() != numLoops)
      remarkDone(order[first].front()->getLoc(), "layout-merge-loops/fused")
          << std::to_string(order[first].size()) +
                 " loops over equal ranges became one";
  }

  bool tryFuse(size_t &first, size_t second) {
    Operation *loop = order[second].front();
    BlockOrder::Obstacle obstacle;
    std::optional<BlockOrder::Joint> joint =
        order.planJoin(first, second, obstacle);
    if (!joint) {
      explainBetween(loop, obstacle);
      return false;
    }
    if (!haveEqualMarks(order[first].front(), loop))
      return false;
    // With each of the loops that are joined already: their iterations are
    // between those of the first and those of the new one.
    for (Operation *partner : order[first])
      if (!mayFuse(partner, loop))
        return false;
    first = order.join(*joint);
    return true;
  }

  static void explainBetween(Operation *loop,
                             const BlockOrder::Obstacle &obstacle) {
    std::string text = "not fused with a loop before it: '" +
                       obstacle.op->getName().getStringRef().str() +
                       "' is between them";
    if (!obstacle.why.witness.empty())
      text += ": " + obstacle.why.witness;
    if (obstacle.why.isUnknown())
      remarkUnknown(loop->getLoc(), "layout-merge-loops/between") << text;
    else
      remarkMissed(loop->getLoc(), "layout-merge-loops/between") << text;
  }

  /// The fused loop has the attributes of the first: those of the other would
  /// be lost, and what they ask for with them.
  static bool haveEqualMarks(Operation *first, Operation *second) {
    if (first->getDiscardableAttrDictionary() ==
        second->getDiscardableAttrDictionary())
      return true;
    remarkMissed(second->getLoc(), "layout-merge-loops/attributes")
        << "not fused with the loop before it: their attributes differ, and "
           "those of one would be lost; give both the same, or run the pass "
           "first that reads them";
    return false;
  }

  /// Proves that dependent accesses keep their order. The time of an access is
  /// (loop, iteration) before fusion and (iteration, loop) after it.
  bool mayFuse(Operation *first, Operation *second) {
    MLIRContext *context = first->getContext();
    std::vector<ScheduledAccess> accesses;
    for (auto [number, loop] : {std::pair(0, first), std::pair(1, second)}) {
      AffineExpr variable = facts.express(LoopRange(loop).getVariable());
      AffineExpr rank = getAffineConstantExpr(number, context);
      for (const MemoryAccess &access : dependences.getAccesses(loop))
        accesses.push_back({access, loop, {rank}, {variable, rank}});
    }
    OrderAnswer answer = dependences.keepOrder(accesses);
    if (answer.decision.isYes())
      return true;
    std::string text =
        "not fused with the loop before it: " + answer.decision.witness;
    if (answer.decision.isUnknown())
      remarkUnknown(second->getLoc(), "layout-merge-loops/not-decided") << text;
    else
      remarkMissed(second->getLoc(), "layout-merge-loops/dependence") << text;
    return false;
  }

  static void fuse(Operation *into, Operation *loop) {
    Block *target = LoopRange(into).getBody(),
          *source = LoopRange(loop).getBody();
    source->getArgument(0).replaceAllUsesWith(target->getArgument(0));
    Operation *end = target->getTerminator();
    target->getOperations().splice(end->getIterator(), source->getOperations(),
                                   source->begin(),
                                   source->getTerminator()->getIterator());
    loop->erase();
  }

  IntegerFacts &facts;
  Dependences &dependences;
  BlockOrder order;
};

} // namespace

/// Returns the blocks with several loops: element d of the result are those
/// with d ops of the function around them.
static SmallVector<SmallVector<Block *>> collectBlocks(Operation *function) {
  SmallVector<SmallVector<Block *>> byDepth;
  function->walk([&](Block *block) {
    unsigned depth = 0;
    for (Operation *op = block->getParentOp(); op != function;
         op = op->getParentOp())
      ++depth;
    byDepth.resize(std::max<size_t>(byDepth.size(), depth + 1));
    if (llvm::count_if(*block, [](Operation &op) { return isFusable(&op); }) >
        1)
      byDepth[depth].push_back(block);
  });
  return byDepth;
}

/// What to do with a loop that is never fused with another one.
static std::string describeUnfusable(Operation *loop) {
  if (LoopRange::canHandle(loop))
    return " with results; store the values to memory instead";
  return "; " + adviseOnLoopKind(loop).str();
}

/// Explains why two adjacent loops are not fused, if nothing else says so.
static void explainNeighbours(Operation *first, Operation *second) {
  auto quote = [](Operation *op) {
    return ("'" + op->getName().getStringRef() + "'").str();
  };
  for (Operation *loop : {first, second})
    if (!isFusable(loop)) {
      remarkMissed(loop->getLoc(), "layout-merge-loops/kind")
          << "not fused with the loop beside it: expects affine.for or scf.for "
             "without results, found " +
                 quote(loop) + describeUnfusable(loop);
      return;
    }
  if (first->getName() != second->getName())
    remarkMissed(second->getLoc(), "layout-merge-loops/kind")
        << "not fused with the loop before it: " + quote(second) + " after " +
               quote(first) +
               "; run layout-raise-loops first, which makes both affine";
  else if (!countAlike(first, second))
    remarkMissed(second->getLoc(), "layout-merge-loops/ranges")
        << "not fused with the loop before it: their ranges differ, or "
           "are not known to be equal; give both the same bounds and step";
}

/// Loops with nothing between them but what is computed, such as bounds.
static void explainBlock(Block *block) {
  Operation *last = nullptr;
  for (Operation &op : *block) {
    if (isa<LoopLikeOpInterface>(op)) {
      if (last)
        explainNeighbours(last, &op);
      last = &op;
    } else if (!isPure(&op)) {
      last = nullptr;
    }
  }
}

namespace {

class LayoutMergeLoopsPass
    : public layout::impl::LayoutMergeLoopsBase<LayoutMergeLoopsPass> {
public:
  void runOnOperation() override {
    getOperation().walk([](FunctionOpInterface function) {
      mergeLoops(function);
      if (areRemarksEnabled(function.getContext()))
        function->walk(explainBlock);
    });
  }
};

} // namespace

void layout::mergeLoops(Operation *function) {
  // Outer loops first: when two loops are fused, the loops inside of them
  // become adjacent, and may be fused, too.
  for (size_t depth = 0;; ++depth) {
    SmallVector<SmallVector<Block *>> blocks = collectBlocks(function);
    if (depth >= blocks.size())
      return;
    if (blocks[depth].empty())
      continue;
    BufferFlow flow(function);
    IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    // All blocks of one depth are planned on the same facts before one is
    // changed.
    std::vector<BlockPlan> plans;
    for (Block *block : blocks[depth])
      plans.emplace_back(block, facts, dependences).plan();
    for (BlockPlan &plan : plans)
      plan.apply();
  }
}
