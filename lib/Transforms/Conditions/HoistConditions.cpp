//===- HoistConditions.cpp - Hoisting conditions out of loops -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop unswitching:
//
//     for %j                            if %i < 2
//       if %j < 3 and %i < 2      ->      for %j
//         A                                 if %j < 3
//                                             A
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Conditions/HoistConditions.h"

#include "BranchTree.h"
#include "Layout/Analysis/Values/Poison.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LoopConditions.h"
#include "LoopGrowth.h"
#include "SplitCondition.h"
#include "Transforms/Nests/NotRaised.h"
#include "Transforms/Nests/WholeBody.h"
#include "Transforms/Support/MoveOutOfLoop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTHOISTCONDITIONS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

/// An `if` that yields values and has an effect: neither a branch nor a choice.
static bool isYieldingBranch(Operation *op) {
  return isa<affine::AffineIfOp, scf::IfOp>(op) && op->getNumResults() != 0 &&
         !isChoice(op);
}

/// Returns the first loop of a region; null if it has none.
static Operation *findFirstLoop(Region &region) {
  Operation *first = nullptr;
  region.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
    first = loop;
    return WalkResult::interrupt();
  });
  return first;
}

/// Returns true if the arms of a branch may be of copies of one loop: their
/// first loops have the same bounds.
static bool hasCopies(Operation *op) {
  if (!isa<affine::AffineIfOp, scf::IfOp>(op))
    return false;
  Operation *loop = findFirstLoop(op->getRegion(0)),
            *other = findFirstLoop(op->getRegion(1));
  return loop && other && loop->getName() == other->getName() &&
         loop->getAttrDictionary() == other->getAttrDictionary() &&
         llvm::equal(loop->getOperands(), other->getOperands());
}

namespace {

/// Bounds the growth of each function.
class FunctionGrowth {
public:
  struct Count {
    unsigned now, max; ///< loops
  };
  /// Of the function of `op`. To be called before its loops change.
  Count &find(Operation *op) {
    Operation *function = op->getParentOfType<FunctionOpInterface>();
    if (!function)
      function = op->getParentOfType<ModuleOp>();
    auto [it, isNew] = counts.try_emplace(function);
    if (isNew)
      it->second = {countLoops(function),
                    getMaxLoops(countWithoutCopies(function))};
    return it->second;
  }

private:
  /// Counts loops, of two arms that may have copies of one loop those of one
  /// arm: another run may have made them, so that this run has no more room
  /// than that.
  static unsigned countWithoutCopies(Operation *op) {
    unsigned sum = 0, most = 0;
    for (Region &region : op->getRegions()) {
      unsigned inside = 0;
      for (Operation &inner : region.getOps())
        inside += countWithoutCopies(&inner);
      sum += inside;
      most = std::max(most, inside);
    }
    return isa<LoopLikeOpInterface>(op) + (hasCopies(op) ? most : sum);
  }

  llvm::DenseMap<Operation *, Count> counts;
};

class LoopUnswitcher {
public:
  LoopUnswitcher(LoopLikeOpInterface loop,
                 const HoistConditionsOptions &options, FunctionGrowth &growth)
      : options(options), growth(growth), worklist{loop},
        numCopies(countOtherCopies(loop)) {}

  static constexpr unsigned maxCopies = 8;
  /// Pairs of conditions of a loop and its copies that are compared by what
  /// they mean, at about 20 us each: those of 120 nested conditions. All those
  /// of 600 took 6 s.
  static constexpr unsigned maxComparisons = 1 << 14;

  static bool canHandle(LoopLikeOpInterface loop) {
    return loop->getNumRegions() == 1 && loop->getRegion(0).hasOneBlock() &&
           loop.getLoopRegions().size() == 1;
  }

  static std::string describeChange(Operation *loop, ValueRange values) {
    std::string source = describeSource(loop, values);
    return source.empty()
               ? "; layout-partition-loops splits affine.for and scf.for at "
                 "conditions on their variables"
               : ": it depends on " + source;
  }

  /// Says what stays in the loop because it changes there.
  void explainChanging() {
    LoopLikeOpInterface loop = worklist.front();
    loop->walk([&](Operation *op) {
      if (!(isBranch(op) || isYieldingBranch(op)) ||
          op->getParentOfType<LoopLikeOpInterface>() != loop ||
          canMoveOut(loop, getCondition(op)))
        return;
      remarkMissed(op->getLoc(), "layout-hoist-conditions/changes")
          << "the condition is not loop-invariant" +
                 describeChange(loop, getCondition(op).operands);
    });
  }

  /// Says what could leave a loop that is not handled.
  static void explainOther(LoopLikeOpInterface loop) {
    loop->walk([&](Operation *op) {
      if ((isBranch(op) || isYieldingBranch(op)) &&
          op->getParentOfType<LoopLikeOpInterface>() == loop &&
          canMoveOut(loop, getCondition(op)))
        remarkMissed(op->getLoc(), "layout-hoist-conditions/loop")
            << ("the condition is loop-invariant, but '" +
                loop->getName().getStringRef() + "' cannot be guarded by it; " +
                adviseOnLoopKind(loop))
                   .str();
    });
  }

  void run() {
    Location loc = worklist.front().getLoc();
    while (!worklist.empty()) {
      LoopLikeOpInterface loop = worklist.pop_back_val();
      while (hoistOne(loop)) {
      }
    }
    if (comparisons.isExceeded)
      remarkUnknown(loc, "layout-hoist-conditions/too-many-pairs")
          << "more than " + std::to_string(maxComparisons) +
                 " pairs of conditions in the loop: of those left, conditions "
                 "that are written in two ways are taken for different ones; "
                 "write them the same way";
  }

private:
  /// Counts the copies of `loop` that an earlier run may have made: loops as
  /// deep as it in the other arms around it, whether those of this loop or of
  /// loops that do nothing else. Counts up to one more than the limit.
  static unsigned countOtherCopies(Operation *loop) {
    // Of an innermost loop in a chain of a thousand cases, all are around it.
    constexpr unsigned maxLevels = 32;
    unsigned count = 0, depth = 0;
    for (unsigned level = 0; level < maxLevels && count <= maxCopies; ++level) {
      Block *block = loop->getBlock();
      Operation *parent = block->getParentOp();
      auto around = dyn_cast<LoopLikeOpInterface>(parent);
      if (!(around ? canHandle(around) : isIf(parent)) || doesMore(block, loop))
        break;
      if (around)
        ++depth;
      else if (hasCopies(parent))
        for (Region &region : parent->getRegions())
          if (&region != block->getParent())
            addLoops(region, depth, count);
      loop = parent;
    }
    return count;
  }

  /// Returns true if a block does more than `op`.
  static bool doesMore(Block *block, Operation *op) {
    return llvm::any_of(block->without_terminator(), [&](Operation &other) {
      return &other != op && !wouldOpBeTriviallyDead(&other);
    });
  }

  /// Adds the loops in `region` that so many loops in it are around to `count`.
  static void addLoops(Region &region, unsigned depth, unsigned &count) {
    for (Operation &op : region.getOps()) {
      bool isLoop = isa<LoopLikeOpInterface>(op);
      if (count > maxCopies)
        return;
      if (isLoop && depth == 0)
        ++count;
      else
        for (Region &inner : op.getRegions())
          addLoops(inner, depth - isLoop, count);
    }
  }

  static Block *getBody(LoopLikeOpInterface loop) {
    return &loop->getRegion(0).front();
  }

  bool hoistOne(LoopLikeOpInterface loop) {
    SmallVector<Operation *> acting = getActingOps(getBody(loop));
    if (acting.size() > 1) {
      explainBodyOfSeveral(loop);
      return false;
    }
    if (options.selects && hoistChoice(loop, acting))
      return true;
    return !acting.empty() && isIf(acting.front()) &&
           hoistBranch(loop, acting.front());
  }

  /// The condition of `root`, or of a branch that is all that an arm of it
  /// does, and so on.
  bool hoistBranch(LoopLikeOpInterface loop, Operation *root) {
    SmallVector<Operation *> tree{root};
    for (size_t i = 0; i < tree.size(); ++i) {
      Operation *branch = tree[i];
      if (options.split && isBranch(branch))
        splitOffInvariant(loop, branch);
      if (i == 0)
        root = branch;
      WrittenCondition condition = getCondition(branch);
      // Moving is not enough: the program may not test the condition where the
      // loop begins.
      if (canMoveOut(loop, condition) &&
          mayTest(loop, root, condition, branch) &&
          unswitch(loop, condition, branch->getLoc()))
        return true;
      addArms(branch, tree);
    }
    return false;
  }

  static bool isIf(Operation *op) {
    return isBranch(op) || isYieldingBranch(op);
  }

  static void addArms(Operation *branch, SmallVectorImpl<Operation *> &tree) {
    for (bool isThen : {true, false}) {
      Block *arm = getArm(branch, isThen);
      SmallVector<Operation *> acting =
          arm ? getActingOps(arm) : SmallVector<Operation *>();
      if (acting.size() == 1 && isIf(acting.front()))
        tree.push_back(acting.front());
    }
  }

  /// Before the loop the condition is tested unconditionally: also if there is
  /// none, or if they do not come to it.
  bool mayTest(LoopLikeOpInterface loop, Operation *root,
               const WrittenCondition &condition, Operation *op) {
    if (llvm::none_of(condition.operands, mayBePoison))
      return true;
    // Of this condition, not of others before it.
    ComparisonBudget budget{comparisons.left};
    bool isTested =
        root == op ||
        (isBranch(root) &&
         ConditionComparison(loop, budget).isAlwaysTested(root, condition));
    comparisons.left = budget.left;
    comparisons.isExceeded |= budget.isExceeded;
    // If the loop may have no iteration, the program may never test the
    // condition. Computing poison is no fault, but branching on it is undefined
    // behaviour.
    if (isTested && isSurelyEntered(loop))
      return true;
    remarkMissed(op->getLoc(), "layout-hoist-conditions/may-be-poison")
        << (isTested            ? "the loop may have no iteration"
            : budget.isExceeded ? "not every iteration is known to reach the "
                                  "condition, as too many pairs were compared"
                                : "not every iteration reaches the condition") +
               std::string(", and the condition may be poison then: an op with "
                           "poison-generating flags, such as nsw, computes it; "
                           "remove these flags");
    return false;
  }

  /// A choice between values by a condition that does not change, in a loop
  /// that does no more than one op: one loop for each condition's value.
  bool hoistChoice(LoopLikeOpInterface loop, ArrayRef<Operation *> acting) {
    if (acting.empty() ? loop->getNumResults() == 0
                       : acting.front()->getNumRegions() != 0)
      return false;
    for (Operation &op : getBody(loop)->without_terminator())
      if (isChoice(&op) && !op.use_empty() &&
          canMoveOut(loop, getCondition(&op)) && mayBranch(loop, &op))
        return unswitch(loop, getCondition(&op), op.getLoc());
    return false;
  }

  /// A select of poison is poison; a branch on it is undefined behaviour.
  bool mayBranch(LoopLikeOpInterface loop, Operation *choice) {
    WrittenCondition condition = getCondition(choice);
    if (isa<arith::SelectOp>(choice))
      return llvm::none_of(condition.operands, mayBePoison);
    return mayTest(loop, choice, condition, choice);
  }

  /// Conditions that cannot leave because they are not alone in the body.
  void explainBodyOfSeveral(LoopLikeOpInterface loop) {
    for (Operation &op : getBody(loop)->without_terminator())
      if ((isBranch(&op) || isYieldingBranch(&op)) &&
          canMoveOut(loop, getCondition(&op)))
        remarkMissed(op.getLoc(), "layout-hoist-conditions/not-whole-body")
            << "the condition is loop-invariant, but guards only a part of the "
               "body; distribute the loop first (layout-distribute-loops)";
  }

  //===--------------------------------------------------------------------===//
  // Moving
  //===--------------------------------------------------------------------===//

  /// Empty arms, with ends that nothing is yielded to yet.
  static Operation *buildBranch(OpBuilder &builder, Location loc,
                                const WrittenCondition &condition,
                                TypeRange types, bool withElse) {
    if (IntegerSet set = condition.set)
      return affine::AffineIfOp::create(builder, loc, types, set,
                                        condition.operands, withElse);
    return scf::IfOp::create(builder, loc, types, condition.operands.front(),
                             withElse);
  }

  /// Puts `loop` into an arm, which yields what it does.
  static void putInto(Block *arm, Operation *loop) {
    if (loop->getNumResults() == 0) {
      loop->moveBefore(arm->getTerminator());
      return;
    }
    loop->moveBefore(arm, arm->end());
    OpBuilder builder = OpBuilder::atBlockEnd(arm);
    if (isa<affine::AffineIfOp>(arm->getParentOp()))
      affine::AffineYieldOp::create(builder, loop->getLoc(),
                                    loop->getResults());
    else
      scf::YieldOp::create(builder, loop->getLoc(), loop->getResults());
  }

  static void addTests(Block *block, SmallVectorImpl<Operation *> &tests) {
    for (Operation &op : block->without_terminator()) {
      if (!isChoice(&op) && !isIf(&op))
        continue;
      tests.push_back(&op);
      if (!isa<arith::SelectOp>(op))
        for (bool isThen : {true, false})
          if (Block *arm = getArm(&op, isThen))
            addTests(arm, tests);
    }
  }

  /// The next branch or choice of the loop's body that tests `condition`, and
  /// whether it takes the arm for true where `condition` holds.
  std::pair<Operation *, bool> findTest(LoopLikeOpInterface loop,
                                        const WrittenCondition &condition) {
    SmallVector<Operation *> candidates;
    addTests(getBody(loop), candidates);
    ConditionComparison comparison(loop, comparisons);
    for (Operation *candidate : candidates)
      if (auto isSame = comparison.isSame(getCondition(candidate), condition))
        return {candidate, *isSame};
    return {nullptr, false};
  }

  /// What tests `condition` in the loop's body takes one arm.
  void decide(LoopLikeOpInterface loop, const WrittenCondition &condition,
              bool isTrue) {
    for (auto [test, isSame] = findTest(loop, condition); test;
         std::tie(test, isSame) = findTest(loop, condition))
      replaceByArm(test, isSame == isTrue);
  }

  /// Returns true if the loop has no effect where `condition` does not hold.
  bool isIdleUnless(LoopLikeOpInterface loop,
                    const WrittenCondition &condition) {
    ConditionComparison comparison(loop, comparisons);
    return loop->getNumResults() == 0 &&
           isIdleUnless(getBody(loop), condition, comparison);
  }

  static bool isIdleUnless(Block *block, const WrittenCondition &condition,
                           ConditionComparison &comparison) {
    if (!block || getActingOps(block).empty())
      return true;
    Operation *whole = getWholeBranch(block);
    if (!whole)
      return false;
    auto isSame = comparison.isSame(getCondition(whole), condition);
    return llvm::all_of(ArrayRef({true, false}), [&](bool isThen) {
      bool isLeftOut = isSame && *isSame == isThen;
      return isLeftOut ||
             isIdleUnless(getArm(whole, isThen), condition, comparison);
    });
  }

  /// Puts `loop` and, unless the other case does nothing, a copy of it into the
  /// arms of a new branch.
  bool unswitch(LoopLikeOpInterface loop, const WrittenCondition &condition,
                Location loc) {
    unsigned &numLoops = growth.find(loop).now;
    unsigned numBefore = countLoops(loop);
    bool hasElse = !isIdleUnless(loop, condition);
    if (hasElse && !mayCopy(loop, loc))
      return false;
    for (Value operand : condition.operands)
      moveOutOfLoop(loop, operand);
    OpBuilder builder(loop);
    Operation *branch =
        buildBranch(builder, loc, condition, loop->getResultTypes(), hasElse);
    loop->replaceAllUsesWith(branch->getResults());
    // The clone is searched, too: it may have further conditions.
    if (hasElse) {
      auto copy = cast<LoopLikeOpInterface>(builder.clone(*loop));
      putInto(getArm(branch, /*isThen=*/false), copy);
      decide(copy, condition, /*isTrue=*/false);
      worklist.push_back(copy);
      ++numCopies;
      numLoops += countLoops(copy);
    }
    putInto(getArm(branch, /*isThen=*/true), loop);
    decide(loop, condition, /*isTrue=*/true);
    // What is decided in it may have been other copies.
    numLoops -= numBefore - countLoops(loop);
    remarkDone(loc, "layout-hoist-conditions/hoisted")
        << "the condition is loop-invariant and now guards the loop";
    return true;
  }

  bool mayCopy(LoopLikeOpInterface loop, Location loc) {
    FunctionGrowth::Count count = growth.find(loop);
    unsigned numThen = count.now + countLoops(loop);
    if (numCopies < maxCopies && numThen <= count.max)
      return true;
    // The same condition in another copy is no news.
    if (!isa<UnknownLoc>(loc) && !refused.insert(loc).second)
      return false;
    if (numCopies >= maxCopies)
      remarkUnknown(loc, "layout-hoist-conditions/too-many-copies")
          << "not moved: it would take more than " + std::to_string(maxCopies) +
                 " copies of the loop";
    else
      remarkUnknown(loc, "layout-hoist-conditions/too-many-loops")
          << "not moved: the function would have " + std::to_string(numThen) +
                 " loops, the limit is " + std::to_string(count.max);
    return false;
  }

  const HoistConditionsOptions &options;
  FunctionGrowth &growth;
  SmallVector<LoopLikeOpInterface> worklist;
  unsigned numCopies; ///< those that an earlier run may have made included
  ComparisonBudget comparisons{maxComparisons};
  llvm::SmallDenseSet<Location> refused; ///< conditions, by where they are
};

class LayoutHoistConditionsPass
    : public layout::impl::LayoutHoistConditionsBase<
          LayoutHoistConditionsPass> {
public:
  using LayoutHoistConditionsBase::LayoutHoistConditionsBase;

  void runOnOperation() override {
    hoistConditions(getOperation(), {split, selects});
  }
};

} // namespace

void layout::hoistConditions(ModuleOp module,
                             const HoistConditionsOptions &options) {
  // Inner loops first: what leaves one may leave the next.
  SmallVector<LoopLikeOpInterface> loops;
  module.walk<WalkOrder::PostOrder>([&](LoopLikeOpInterface loop) {
    if (LoopUnswitcher::canHandle(loop))
      loops.push_back(loop);
  });
  FunctionGrowth growth;
  for (LoopLikeOpInterface loop : loops)
    LoopUnswitcher(loop, options, growth).run();
  // mlir-opt always installs a remark engine, which by default drops all.
  // Explaining refusals to it took half of the time of the pass.
  if (!areRemarksEnabled(module.getContext()))
    return;
  // Once, of what is left in the end.
  module.walk([&](LoopLikeOpInterface loop) {
    if (LoopUnswitcher::canHandle(loop))
      LoopUnswitcher(loop, options, growth).explainChanging();
    else
      LoopUnswitcher::explainOther(loop);
  });
}
