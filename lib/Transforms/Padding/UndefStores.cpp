//===- UndefStores.cpp - Removing stores of undef -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UndefStores.h"

#include "Layout/Analysis/Values/Poison.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/UndefValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

/// `if c { undef } else { x }` of one result, stored after it and nowhere else;
/// null if `stored` is something else.
static Operation *getBranchForStore(Value stored, Operation *store) {
  Operation *branch = stored.getDefiningOp();
  if (!isa_and_nonnull<affine::AffineIfOp, scf::IfOp>(branch) ||
      branch->getNumResults() != 1 || !stored.hasOneUse() ||
      branch->getBlock() != store->getBlock())
    return nullptr;
  // Where it is stored must be known before the branch, and nothing may happen
  // in between.
  for (Value operand : store->getOperands().drop_front())
    if (Operation *op = operand.getDefiningOp();
        op && op->getBlock() == store->getBlock() &&
        !op->isBeforeInBlock(branch))
      return nullptr;
  for (Operation *op = branch->getNextNode(); op != store;
       op = op->getNextNode())
    if (!isMemoryEffectFree(op))
      return nullptr;
  return branch;
}

namespace {

class UndefStoreEraser {
public:
  explicit UndefStoreEraser(MLIRContext *context) : rewriter(context) {}

  bool visit(Operation *store) {
    // An atomic update yields the old value, and stores a computed one.
    if (store->getNumResults() != 0 || store->getNumOperands() == 0 ||
        !isStoredValue(store->getOpOperand(0)))
      return false;
    Value stored = store->getOperand(0);
    if (isAnyValue(stored)) {
      remarkDone(store->getLoc(), "layout-remove-noop/undef")
          << "it stores undef, which may leave anything";
      rewriter.eraseOp(store);
      return true;
    }
    if (auto select = stored.getDefiningOp<arith::SelectOp>())
      return guard(store, select);
    if (Operation *branch = getBranchForStore(stored, store))
      return moveIntoArm(store, branch);
    return false;
  }

private:
  void explainPart(Operation *store) {
    remarkDone(store->getLoc(), "layout-remove-noop/partly-undef")
        << "the store is executed only where its value is not undefined";
  }

  bool guard(Operation *store, arith::SelectOp select) {
    bool isUndef[2] = {isAnyValue(select.getTrueValue()),
                       isAnyValue(select.getFalseValue())};
    if (isUndef[0] == isUndef[1] ||
        !select.getCondition().getType().isInteger(1) ||
        mayBePoison(select.getCondition())) // which a select may choose by
      return false;
    explainPart(store);
    rewriter.setInsertionPoint(store);
    Location loc = store->getLoc();
    Value condition = select.getCondition();
    if (isUndef[0]) {
      Value isTrue =
          arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
      condition = arith::XOrIOp::create(rewriter, loc, condition, isTrue);
    }
    auto branch = scf::IfOp::create(rewriter, loc, condition,
                                    /*withElseRegion=*/false);
    rewriter.moveOpBefore(store, branch.thenYield());
    store->setOperand(0, isUndef[0] ? select.getFalseValue()
                                    : select.getTrueValue());
    return true;
  }

  bool moveIntoArm(Operation *store, Operation *branch) {
    auto getYielded = [&](unsigned arm) {
      return branch->getRegion(arm).front().getTerminator()->getOperand(0);
    };
    bool isUndef[2] = {isAnyValue(getYielded(0)), isAnyValue(getYielded(1))};
    if (isUndef[0] == isUndef[1])
      return false;
    explainPart(store);
    Operation *yield =
        branch->getRegion(isUndef[0] ? 1 : 0).front().getTerminator();
    rewriter.moveOpBefore(store, yield);
    store->setOperand(0, yield->getOperand(0));
    dropResult(branch);
    return true;
  }

  /// The same branch without its result.
  void dropResult(Operation *branch) {
    rewriter.setInsertionPoint(branch);
    Operation *bare;
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
      bare = affine::AffineIfOp::create(rewriter, branch->getLoc(),
                                        affineIf.getIntegerSet(),
                                        affineIf.getOperands(),
                                        /*withElseRegion=*/true);
    else
      bare = scf::IfOp::create(rewriter, branch->getLoc(),
                               cast<scf::IfOp>(branch).getCondition(),
                               /*withElseRegion=*/true);
    for (unsigned arm : {0, 1}) {
      // The yielded values are stored in each arm, or are undefined.
      branch->getRegion(arm).front().getTerminator()->setOperands({});
      bare->getRegion(arm).takeBody(branch->getRegion(arm));
    }
    rewriter.eraseOp(branch);
  }

  IRRewriter rewriter;
};

} // namespace

bool layout::eraseUndefStores(ModuleOp module) {
  SmallVector<Operation *> stores;
  module.walk([&](Operation *op) {
    if (getStoredValue(op))
      stores.push_back(op);
  });
  UndefStoreEraser eraser(module.getContext());
  bool changed = false;
  for (Operation *store : stores)
    changed |= eraser.visit(store);
  return changed;
}
