//===- MergeBranches.cpp - Merging adjacent branches ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adjacent branches of one condition, or of one and its complement, become one.
//
//     affine.if #s(%i) { A }
//     affine.if #s(%i) { B }
//
// becomes
//
//     affine.if #s(%i) { A B }
//
//===----------------------------------------------------------------------===//

#include "MergeBranches.h"

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Two branches that become the first one.
struct Merge {
  Operation *first, *second;
  bool isComplement; ///< the second is executed where the first is not
};

class BranchMerger {
public:
  explicit BranchMerger(Operation *scope)
      : scope(scope), facts(scope, /*explains=*/false) {}

  bool run() {
    planRegions(scope->getRegions());
    for (Operation *branch : equalArms)
      replaceByThen(branch);
    // Chains of adjacent branches become one from the last to the first.
    for (const Merge &merge : llvm::reverse(merges))
      apply(merge);
    return !merges.empty() || !equalArms.empty();
  }

private:
  std::optional<Condition> read(Operation *branch) {
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
      return facts.read(affineIf.getIntegerSet(), affineIf.getOperands());
    return facts.read(cast<scf::IfOp>(branch).getCondition());
  }

  void planRegions(MutableArrayRef<Region> regions) {
    for (Region &region : regions)
      for (Block &block : region)
        planBlock(block);
  }

  void planBlock(Block &block) {
    Operation *previous = nullptr;
    for (Operation &op : block) {
      bool dropsElse = isBranch(&op) && hasEqualArms(&op);
      planRegions(dropsElse ? op.getRegions().take_front() : op.getRegions());
      // Pure ops may move before both.
      if (op.getNumRegions() == 0 && isPure(&op))
        continue;
      if (dropsElse) {
        equalArms.push_back(&op);
        previous = nullptr;
        continue;
      }
      if (isBranch(&op) && previous)
        planPair(previous, &op);
      previous = isBranch(&op) ? &op : nullptr;
    }
  }

  static bool hasEqualArms(Operation *branch) {
    Region &one = branch->getRegion(0), &other = branch->getRegion(1);
    return !other.empty() &&
           OperationEquivalence::isRegionEquivalentTo(
               &one, &other, OperationEquivalence::IgnoreLocations);
  }

  void planPair(Operation *first, Operation *second) {
    std::optional<Condition> one = read(first), other = read(second);
    std::optional<Condition> notOther = other ? other->negate() : std::nullopt;
    if (!one || !notOther)
      return;
    if (areEqual(*one, *other, first))
      merges.push_back({first, second, /*isComplement=*/false});
    else if (areEqual(*one, *notOther, first))
      merges.push_back({first, second, /*isComplement=*/true});
  }

  bool areEqual(const Condition &one, const Condition &other, Operation *op) {
    return isImpliedBy(one, other, op) && isImpliedBy(other, one, op);
  }

  bool isImpliedBy(const Condition &premise, const Condition &conclusion,
                   Operation *op) {
    std::optional<Condition> negation = premise.negate();
    std::optional<Condition> implication =
        negation ? negation->disjoin(conclusion) : std::nullopt;
    return implication && facts.isImplied(*implication, op).isYes();
  }

  static void replaceByThen(Operation *branch) {
    moveOps(branch->getRegion(0).front(), branch);
    branch->erase();
  }

  /// Moves all ops but the terminator before `before`.
  static void moveOps(Block &from, Operation *before) {
    before->getBlock()->getOperations().splice(
        before->getIterator(), from.getOperations(), from.begin(),
        std::prev(from.end()));
  }

  static void apply(const Merge &merge) {
    // What the second condition is computed from comes first.
    while (Operation *between = merge.first->getNextNode()) {
      if (between == merge.second)
        break;
      between->moveBefore(merge.first);
    }
    remarkDone(merge.second->getLoc(), "layout-simplify/branches-merged")
        << (merge.isComplement ? "joined as else of the branch before it"
                               : "joined with the branch before it");
    for (unsigned arm : {0, 1}) {
      Region &from = merge.second->getRegion(arm);
      if (from.empty())
        continue;
      Region &to = merge.first->getRegion(merge.isComplement ? 1 - arm : arm);
      if (to.empty()) {
        OpBuilder builder(merge.first->getContext());
        builder.createBlock(&to);
        if (isa<affine::AffineIfOp>(merge.first))
          affine::AffineYieldOp::create(builder, merge.first->getLoc());
        else
          scf::YieldOp::create(builder, merge.first->getLoc());
      }
      moveOps(from.front(), to.front().getTerminator());
    }
    merge.second->erase();
  }

  Operation *scope;
  IntegerFacts facts;
  SmallVector<Operation *> equalArms;
  SmallVector<Merge> merges;
};

} // namespace

bool layout::mergeBranches(Operation *scope) {
  return BranchMerger(scope).run();
}
