//===- HoistConditions.cpp - Conditions out of loops ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/HoistConditions.h"

#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Remarks.h"
#include "Poison.h"
#include "WholeBody.h"
#include "WrittenConditions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
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

namespace {

class LoopUnswitcher {
public:
  LoopUnswitcher(LoopLikeOpInterface loop,
                 const HoistConditionsOptions &options)
      : options(options), worklist{loop} {}

  static constexpr unsigned maxCopies = 8;

  static bool canHandle(LoopLikeOpInterface loop) {
    return loop->getNumResults() == 0 && loop->getNumRegions() == 1 &&
           loop->getRegion(0).hasOneBlock() &&
           loop.getLoopRegions().size() == 1;
  }

  /// Says what stays in the loop because it changes there.
  void explainChanging() {
    LoopLikeOpInterface loop = worklist.front();
    loop->walk([&](Operation *op) {
      if (!isBranch(op) || op->getParentOfType<LoopLikeOpInterface>() != loop ||
          canMoveOut(loop, getCondition(op)))
        return;
      remarkMissed(op->getLoc(), "layout-hoist-conditions/changes")
          << "the condition is computed from what changes in the loop";
    });
  }

  void run() {
    while (!worklist.empty()) {
      LoopLikeOpInterface loop = worklist.pop_back_val();
      while (hoistOne(loop)) {
      }
    }
  }

private:
  static Block *getBody(LoopLikeOpInterface loop) {
    return &loop->getRegion(0).front();
  }

  bool hoistOne(LoopLikeOpInterface loop) {
    Operation *body = getWholeBody(getBody(loop));
    if (!body)
      return explainBodyOfSeveral(loop);
    if (!isBranch(body))
      return options.selects && hoistSelect(loop, body);
    SmallVector<Operation *> tree;
    collectTree(body, tree);
    for (Operation *branch : tree) {
      if (options.split)
        splitOff(loop, branch);
      WrittenCondition condition = getCondition(branch);
      if (canMoveOut(loop, condition) && mayTest(loop, condition, branch) &&
          isAlwaysTested(getWholeBranch(getBody(loop)), condition) &&
          unswitch(loop, condition, branch->getLoc()))
        return true;
    }
    return false;
  }

  /// In front of a loop without iterations nobody has tested the condition.
  bool mayTest(LoopLikeOpInterface loop, const WrittenCondition &condition,
               Operation *op) const {
    if (llvm::none_of(condition.operands, mayBePoison) || isEntered(loop))
      return true;
    remarkMissed(op->getLoc(), "layout-hoist-conditions/may-be-poison")
        << "the loop may have no iteration, and then the condition may be "
           "poison: it is computed by an op that promises not to wrap around, "
           "or the like";
    return false;
  }

  /// Has the loop an iteration, by its constant bounds?
  static bool isEntered(LoopLikeOpInterface loop) {
    auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds();
    return lower && upper &&
           llvm::all_of(llvm::zip_equal(*lower, *upper), [](auto bounds) {
             std::optional<int64_t> low = getConstantIntValue(
                                        std::get<0>(bounds)),
                                    high = getConstantIntValue(
                                        std::get<1>(bounds));
             return low && high && *low < *high;
           });
  }

  /// Conditions that cannot leave because they are not alone in the body.
  bool explainBodyOfSeveral(LoopLikeOpInterface loop) {
    for (Operation &op : getBody(loop)->without_terminator())
      if (isBranch(&op) && canMoveOut(loop, getCondition(&op)))
        remarkMissed(op.getLoc(), "layout-hoist-conditions/not-whole-body")
            << "the condition does not change in the loop, but the loop does "
               "more than what it guards";
    return false;
  }

  //===--------------------------------------------------------------------===//
  // What does not change in a loop
  //===--------------------------------------------------------------------===//

  /// Can all that the condition is computed from stand in front of the loop?
  bool canMoveOut(LoopLikeOpInterface loop,
                  const WrittenCondition &condition) const {
    llvm::SmallPtrSet<Operation *, 8> seen;
    return llvm::all_of(condition.operands, [&](Value operand) {
      return canMoveOut(loop, operand, seen);
    });
  }

  bool canMoveOut(LoopLikeOpInterface loop, Value value,
                  llvm::SmallPtrSetImpl<Operation *> &seen) const {
    Operation *op = value.getDefiningOp();
    if (!loop->isAncestor(value.getParentRegion()->getParentOp()))
      return true;
    if (!op || !onlyComputes(*op) || !isSpeculatable(op))
      return false;
    return !seen.insert(op).second ||
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return canMoveOut(loop, operand, seen);
           });
  }

  static void moveOut(LoopLikeOpInterface loop, Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !loop->isProperAncestor(op))
      return;
    for (Value operand : op->getOperands())
      moveOut(loop, operand);
    op->moveBefore(loop);
  }

  //===--------------------------------------------------------------------===//
  // Conjunctions
  //===--------------------------------------------------------------------===//

  /// `if a and b` becomes `if a { if b }`, with all that does not change in
  /// the loop in `a`; the given branch is then the outer one.
  void splitOff(LoopLikeOpInterface loop, Operation *&branch) const {
    if (!isEmpty(getArm(branch, /*isThen=*/false)))
      return;
    OpBuilder builder(branch);
    Operation *outer = nullptr;
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
      outer = splitOffSet(builder, loop, affineIf);
    else
      outer = splitOffValue(builder, loop, cast<scf::IfOp>(branch));
    if (!outer)
      return;
    branch->moveBefore(getArm(outer, /*isThen=*/true)->getTerminator());
    branch = outer;
  }

  Operation *splitOffSet(OpBuilder &builder, LoopLikeOpInterface loop,
                         affine::AffineIfOp branch) const {
    IntegerSet set = branch.getIntegerSet();
    ValueRange operands = branch.getOperands();
    SmallVector<AffineExpr> exprs[2];
    SmallVector<bool> eqFlags[2];
    for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
      AffineExpr expr = set.getConstraint(i);
      WrittenCondition one;
      for (unsigned o = 0, n = operands.size(); o < n; ++o)
        if (o < set.getNumDims()
                ? expr.isFunctionOfDim(o)
                : expr.isFunctionOfSymbol(o - set.getNumDims()))
          one.operands.push_back(operands[o]);
      bool stays = !canMoveOut(loop, one);
      exprs[stays].push_back(expr);
      eqFlags[stays].push_back(set.isEq(i));
    }
    if (exprs[0].empty() || exprs[1].empty())
      return nullptr;
    auto build = [&](bool stays) {
      IntegerSet part = IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                                        exprs[stays], eqFlags[stays]);
      SmallVector<Value> used(operands);
      affine::canonicalizeSetAndOperands(&part, &used);
      return std::pair(part, used);
    };
    auto [outerSet, outerOperands] = build(false);
    auto [innerSet, innerOperands] = build(true);
    auto outer = affine::AffineIfOp::create(builder, branch.getLoc(), outerSet,
                                            outerOperands,
                                            /*withElseRegion=*/false);
    branch.setConditional(innerSet, innerOperands);
    return outer;
  }

  Operation *splitOffValue(OpBuilder &builder, LoopLikeOpInterface loop,
                           scf::IfOp branch) const {
    SmallVector<Value> parts[2];
    SmallVector<Value> worklist{branch.getCondition()};
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (auto both = value.getDefiningOp<arith::AndIOp>()) {
        worklist.append({both.getRhs(), both.getLhs()});
        continue;
      }
      parts[!canMoveOut(loop, {IntegerSet(), {value}})].push_back(value);
    }
    if (parts[0].empty() || parts[1].empty())
      return nullptr;
    Value conditions[2];
    for (bool stays : {false, true})
      for (Value part : parts[stays])
        conditions[stays] =
            conditions[stays] ? arith::AndIOp::create(builder, branch.getLoc(),
                                                      conditions[stays], part)
                              : part;
    auto outer = scf::IfOp::create(builder, branch.getLoc(), conditions[0],
                                   /*withElseRegion=*/false);
    branch.getConditionMutable().assign(conditions[1]);
    return outer;
  }

  //===--------------------------------------------------------------------===//
  // Moving
  //===--------------------------------------------------------------------===//

  Operation *buildBranch(OpBuilder &builder, Location loc,
                         const WrittenCondition &condition, bool withElse) {
    if (IntegerSet set = condition.set)
      return affine::AffineIfOp::create(builder, loc, set, condition.operands,
                                        withElse);
    return scf::IfOp::create(builder, loc, condition.operands.front(),
                             withElse);
  }

  /// Branches of the loop's body that test `condition` take one arm.
  static void decide(LoopLikeOpInterface loop,
                     const WrittenCondition &condition, bool isTrue) {
    while (Operation *body = getWholeBranch(getBody(loop))) {
      SmallVector<Operation *> tree;
      collectTree(body, tree);
      auto it = llvm::find_if(tree, [&](Operation *branch) {
        return getCondition(branch) == condition;
      });
      if (it == tree.end())
        return;
      replaceByArm(*it, isTrue);
    }
  }

  bool unswitch(LoopLikeOpInterface loop, const WrittenCondition &condition,
                Location loc) {
    SmallVector<Operation *> tree;
    collectTree(getWholeBranch(getBody(loop)), tree);
    bool hasElse = llvm::any_of(tree, [&](Operation *branch) {
      return getCondition(branch) == condition &&
             !isEmpty(getArm(branch, /*isThen=*/false));
    });
    if (!mayCopy(hasElse, loc))
      return false;
    LoopLikeOpInterface copy = guard(loop, condition, loc, hasElse).first;
    if (copy)
      decide(copy, condition, /*isTrue=*/false);
    decide(loop, condition, /*isTrue=*/true);
    return true;
  }

  bool mayCopy(bool hasElse, Location loc) const {
    if (!hasElse || numCopies < maxCopies)
      return true;
    remarkUnknown(loc, "layout-hoist-conditions/too-many-copies")
        << "moving the condition would make more than "
        << std::to_string(maxCopies) << " copies of the loop";
    return false;
  }

  /// Puts `loop` and, with an else, a copy of it into the arms of a new branch.
  std::pair<LoopLikeOpInterface, IRMapping>
  guard(LoopLikeOpInterface loop, const WrittenCondition &condition,
        Location loc, bool hasElse) {
    for (Value operand : condition.operands)
      moveOut(loop, operand);
    OpBuilder builder(loop);
    Operation *branch = buildBranch(builder, loc, condition, hasElse);
    IRMapping mapping;
    LoopLikeOpInterface copy;
    if (hasElse) {
      builder.setInsertionPoint(
          getArm(branch, /*isThen=*/false)->getTerminator());
      copy = cast<LoopLikeOpInterface>(builder.clone(*loop, mapping));
      worklist.push_back(copy);
      ++numCopies;
    }
    loop->moveBefore(getArm(branch, /*isThen=*/true)->getTerminator());
    remarkDone(loc, "layout-hoist-conditions/hoisted")
        << "the condition does not change in the loop and now guards it";
    return {copy, mapping};
  }

  /// The only op of the body with an effect uses a select by a condition that
  /// does not change: one loop for each arm.
  bool hoistSelect(LoopLikeOpInterface loop, Operation *body) {
    if (body->getNumRegions() != 0)
      return false;
    for (Operation &op : getBody(loop)->without_terminator()) {
      auto select = dyn_cast<arith::SelectOp>(op);
      if (!select || !select.getCondition().getType().isInteger(1) ||
          !canMoveOut(loop, getCondition(select)) ||
          mayBePoison(select.getCondition()))
        continue;
      if (!mayCopy(/*hasElse=*/true, select.getLoc()))
        return false;
      IRMapping mapping = guard(loop, getCondition(select), select.getLoc(),
                                /*hasElse=*/true)
                              .second;
      auto copied =
          mapping.lookup(select.getResult()).getDefiningOp<arith::SelectOp>();
      replaceSelect(copied, copied.getFalseValue());
      replaceSelect(select, select.getTrueValue());
      return true;
    }
    return false;
  }

  static void replaceSelect(arith::SelectOp select, Value value) {
    select.replaceAllUsesWith(value);
    select.erase();
  }

  const HoistConditionsOptions &options;
  SmallVector<LoopLikeOpInterface> worklist;
  unsigned numCopies = 0;
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
  for (LoopLikeOpInterface loop : loops)
    LoopUnswitcher(loop, options).run();
  if (!module.getContext()->getRemarkEngine())
    return;
  // Once, of what is left in the end.
  module.walk([&](LoopLikeOpInterface loop) {
    if (LoopUnswitcher::canHandle(loop))
      LoopUnswitcher(loop, options).explainChanging();
  });
}
