//===- MergeLoops.cpp - Neighbouring loops become one ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Reorder/MergeLoops.h"

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Support/WholeBody.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTMERGELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool isFusable(Operation *op) {
  return LoopRange::canHandle(op) && op->getNumResults() == 0;
}

namespace {

/// The ops of one block in the order that they shall have. Loops that become
/// one are one item.
class BlockPlan {
public:
  BlockPlan(Block *block, IntegerFacts &facts, Dependences &dependences)
      : facts(facts), dependences(dependences), block(block) {
    for (Operation &op : block->without_terminator())
      items.push_back({&op});
  }

  void plan() {
    for (size_t i = 0; i < items.size(); ++i)
      if (isFusable(items[i].front()))
        extend(i);
  }

  bool apply() {
    if (!isChanged)
      return false;
    Operation *end = block->getTerminator();
    for (const Item &item : items)
      for (Operation *op : item)
        op->moveBefore(end);
    for (const Item &item : items)
      for (Operation *loop : ArrayRef(item).drop_front())
        fuse(item.front(), loop);
    return true;
  }

private:
  using Item = SmallVector<Operation *, 1>;
  /// How far, and how often, a partner is looked for.
  static constexpr size_t maxDistance = 64;
  static constexpr unsigned maxAttempts = 4;
  static constexpr size_t maxLoops = 16; ///< that become one

  /// Fuses the loop at `first`, whose place may change, with later ones.
  void extend(size_t &first) {
    unsigned numFailures = 0;
    size_t numLoops = items[first].size();
    for (size_t second = first + 1;
         items[first].size() < maxLoops &&
         second < std::min(items.size(), first + maxDistance);) {
      Operation *loop = items[second].front();
      bool isPartner =
          isFusable(loop) && countAlike(items[first].front(), loop);
      if (!isPartner || !tryFuse(first, second)) {
        if (isPartner && ++numFailures == maxAttempts)
          break;
        ++second;
        continue;
      }
      second = first + 1;
    }
    if (items[first].size() != numLoops)
      remarkDone(items[first].front()->getLoc(), "layout-merge-loops/fused")
          << std::to_string(items[first].size()) +
                 " loops over equal ranges became one";
  }

  bool tryFuse(size_t &first, size_t second) {
    Operation *loop = items[second].front();
    SmallVector<size_t> early, late;
    for (size_t between = first + 1; between < second; ++between)
      if (!place(first, between, second, early, late))
        return false;
    if (!haveEqualMarks(items[first].front(), loop))
      return false;
    for (Operation *partner : items[first])
      if (!mayFuse(partner, loop))
        return false;
    reorder(first, second, early, late);
    return true;
  }

  /// Decides for an item between the two: behind the fused loop, or in front.
  bool place(size_t first, size_t between, size_t second,
             SmallVectorImpl<size_t> &early, SmallVectorImpl<size_t> &late) {
    bool isComputation = onlyComputes(*items[between].front());
    Decision why = Decision::no({});
    auto canStay = [&] {
      return !uses(items[second], items[between]) &&
             !interfere(items[between], items[second], why);
    };
    auto canGoFirst = [&] {
      for (size_t other : late)
        if (uses(items[between], items[other]) ||
            interfere(items[other], items[between], why))
          return false;
      return !interfere(items[first], items[between], why);
    };
    if (isComputation ? canGoFirst() : false) {
      early.push_back(between);
      return true;
    }
    if (canStay()) {
      late.push_back(between);
      return true;
    }
    if (!isComputation && canGoFirst()) {
      early.push_back(between);
      return true;
    }
    explainBetween(items[second].front(), items[between].front(), why);
    return false;
  }

  static void explainBetween(Operation *loop, Operation *op,
                             const Decision &why) {
    std::string text = "not fused with a loop in front of it: '" +
                       op->getName().getStringRef().str() + "' is between them";
    if (!why.witness.empty())
      text += ": " + why.witness;
    if (why.isUnknown())
      remarkUnknown(loop->getLoc(), "layout-merge-loops/between") << text;
    else
      remarkMissed(loop->getLoc(), "layout-merge-loops/between") << text;
  }

  /// Does `user` take a value of `source`?
  static bool uses(const Item &user, const Item &source) {
    for (Operation *op : source)
      for (Operation *other : op->getUsers())
        for (Operation *candidate : user)
          if (candidate->isAncestor(other))
            return true;
    return false;
  }

  bool interfere(const Item &a, const Item &b, Decision &why) {
    for (Operation *one : a)
      for (Operation *other : b) {
        Decision answer = dependences.mayInterfere(one, other);
        if (answer.isNo())
          continue;
        why = answer;
        return true;
      }
    return false;
  }

  /// The fused loop has the attributes of the first: those of the other would
  /// be lost, and what they ask for with them.
  static bool haveEqualMarks(Operation *first, Operation *second) {
    if (first->getDiscardableAttrDictionary() ==
        second->getDiscardableAttrDictionary())
      return true;
    remarkMissed(second->getLoc(), "layout-merge-loops/attributes")
        << "not fused with the loop in front of it: their attributes differ, "
           "and "
           "those of one would be lost";
    return false;
  }

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
        "not fused with the loop in front of it: " + answer.decision.witness;
    if (answer.decision.isUnknown())
      remarkUnknown(second->getLoc(), "layout-merge-loops/not-decided") << text;
    else
      remarkMissed(second->getLoc(), "layout-merge-loops/dependence") << text;
    return false;
  }

  void reorder(size_t &first, size_t second, ArrayRef<size_t> early,
               ArrayRef<size_t> late) {
    std::vector<Item> window;
    for (size_t index : early)
      window.push_back(items[index]);
    Item fused = items[first];
    fused.append(items[second]);
    size_t place = first + window.size();
    window.push_back(fused);
    for (size_t index : late)
      window.push_back(items[index]);
    llvm::copy(window, items.begin() + first);
    items.erase(items.begin() + second);
    first = place;
    isChanged = true;
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
  Block *block;
  std::vector<Item> items;
  bool isChanged = false;
};

} // namespace

/// Blocks with several loops, by the number of blocks around them.
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

namespace {

class LayoutMergeLoopsPass
    : public layout::impl::LayoutMergeLoopsBase<LayoutMergeLoopsPass> {
public:
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation().walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    for (Operation *function : functions)
      mergeLoops(function);
  }
};

} // namespace

void layout::mergeLoops(Operation *function) {
  // Loops inside of fused ones stand in a row only then.
  for (size_t depth = 0;; ++depth) {
    SmallVector<SmallVector<Block *>> blocks = collectBlocks(function);
    if (depth >= blocks.size())
      return;
    if (blocks[depth].empty())
      continue;
    BufferFlow flow(function);
    IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    std::vector<BlockPlan> plans;
    for (Block *block : blocks[depth])
      plans.emplace_back(block, facts, dependences).plan();
    for (BlockPlan &plan : plans)
      plan.apply();
  }
}
