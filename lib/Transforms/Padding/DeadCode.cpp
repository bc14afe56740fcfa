//===- DeadCode.cpp - Unused control flow and values ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadCode.h"

#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/WholeBody.h"
#include "Transforms/Support/DeadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class DeadCodeEraser {
public:
  explicit DeadCodeEraser(MLIRContext *context) : rewriter(context) {}

  void visit(Region &region) {
    // Users are after their operands: one backward walk is enough.
    for (Block &block : llvm::reverse(region))
      for (Operation &op :
           llvm::make_early_inc_range(llvm::reverse(block.getOperations())))
        visit(op);
  }

  bool changed = false;

private:
  void visit(Operation &op) {
    for (Region &region : op.getRegions())
      visit(region);
    if (isDeadOp(&op)) {
      if (isFiniteControlFlow(&op))
        remarkDone(op.getLoc(), "layout-remove-noop/empty")
            << "nothing happens in it";
      erase(&op);
    } else if (isUnusedBuffer(op)) {
      remarkDone(op.getLoc(), "layout-remove-noop/unused-buffer")
          << "the buffer is neither read nor written";
      for (Operation *user : llvm::make_early_inc_range(op.getUsers()))
        erase(user);
      erase(&op);
    } else if (isBranch(&op)) {
      eraseEmptyArm(&op);
    }
  }

  /// Only its end and facts about it name it.
  static bool isUnusedBuffer(Operation &op) {
    // Of several results, one may be another name of the same memory: only ops
    // with one result are known to be unused.
    return onlyAllocates(&op) &&
           llvm::all_of(op.getUsers(), [](Operation *user) {
             return onlyFrees(user) || isa<PaddingOp, AssumePaddingOp>(user);
           });
  }

  void erase(Operation *op) {
    rewriter.eraseOp(op);
    changed = true;
  }

  void eraseEmptyArm(Operation *branch) {
    Region &ifTrue = branch->getRegion(0), &ifFalse = branch->getRegion(1);
    if (ifFalse.empty())
      return;
    if (!doesNothing(ifFalse)) {
      if (!doesNothing(ifTrue) || !negateCondition(branch))
        return;
      rewriter.eraseBlock(&ifTrue.front());
      ifTrue.takeBody(ifFalse);
    } else {
      rewriter.eraseBlock(&ifFalse.front());
    }
    remarkDone(branch->getLoc(), "layout-remove-noop/empty")
        << "nothing happens in one arm";
    changed = true;
  }

  bool negateCondition(Operation *branch) {
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch)) {
      IntegerSet set = affineIf.getIntegerSet();
      // The negation of a conjunction is no conjunction.
      if (set.getNumConstraints() != 1 || set.isEq(0))
        return false;
      AffineExpr negation = simplifyAffineExpr(
          -set.getConstraint(0) - 1, set.getNumDims(), set.getNumSymbols());
      affineIf.setIntegerSet(IntegerSet::get(
          set.getNumDims(), set.getNumSymbols(), {negation}, {false}));
      return true;
    }
    auto scfIf = cast<scf::IfOp>(branch);
    rewriter.setInsertionPoint(branch);
    Location loc = branch->getLoc();
    auto compare = scfIf.getCondition().getDefiningOp<arith::CmpIOp>();
    Value negation;
    if (compare) {
      negation = arith::CmpIOp::create(
          rewriter, loc, arith::invertPredicate(compare.getPredicate()),
          compare.getLhs(), compare.getRhs());
    } else {
      Value isTrue =
          arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
      negation =
          arith::XOrIOp::create(rewriter, loc, scfIf.getCondition(), isTrue);
    }
    scfIf.getConditionMutable().assign(negation);
    return true; // what it was computed from is visited later
  }

  IRRewriter rewriter;
};

} // namespace

bool layout::eraseDeadCode(ModuleOp module) {
  DeadCodeEraser eraser(module.getContext());
  module.walk([&](func::FuncOp function) { eraser.visit(function.getBody()); });
  return eraser.changed;
}

/// Returns true if the loop yields its initial values if it has no iteration.
static bool forwardsInitialValues(Operation *op) {
  return isCountedLoop(op) || (isParallelLoop(op) && op->getNumResults() == 0);
}

bool layout::eraseLoopsWithoutIterations(ModuleOp module) {
  SmallVector<Operation *> loops;
  module.walk([&](func::FuncOp function) {
    IntegerFacts facts(function, /*explains=*/false);
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!forwardsInitialValues(op) ||
          !facts.isReachable(&op->getRegion(0).front().front()).isNo())
        return WalkResult::advance();
      loops.push_back(op);
      return WalkResult::skip();
    });
  });
  IRRewriter rewriter(module.getContext());
  for (Operation *loop : loops) {
    remarkDone(loop->getLoc(), "layout-remove-noop/no-iterations")
        << "the loop never has an iteration";
    rewriter.replaceOp(loop, cast<LoopLikeOpInterface>(loop).getInits());
  }
  return !loops.empty();
}
