//===- Simplify.cpp - Simplification by facts -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts decide conditions, minima and loads:
//
//     for %j = 0 to 3
//       if %j <= 2 and %i > 0  ->  if %i > 0
//       min(%j, 7)             ->  %j
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Conditions/Simplify.h"

#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "MergeBranches.h"
#include "Transforms/Support/Advice.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSIMPLIFY
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void applyDecided(IRRewriter &rewriter,
                         const SimplifyPlan::Decided &decided) {
  Operation *op = decided.op;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    rewriter.replaceOp(select, decided.isTrue ? select.getTrueValue()
                                              : select.getFalseValue());
    return;
  }
  Region &region = op->getRegion(decided.isTrue ? 0 : 1);
  if (region.empty()) {
    rewriter.eraseOp(op);
    return;
  }
  Operation *yield = region.front().getTerminator();
  SmallVector<Value> results(yield->getOperands());
  rewriter.inlineBlockBefore(&region.front(), op);
  rewriter.eraseOp(yield);
  rewriter.replaceOp(op, results);
}

static void applyDecidedUse(IRRewriter &rewriter,
                            const SimplifyPlan::DecidedUse &decided) {
  rewriter.setInsertionPoint(decided.use->getOwner());
  Value constant =
      arith::ConstantOp::create(rewriter, decided.use->get().getLoc(),
                                rewriter.getBoolAttr(decided.isTrue));
  decided.use->set(constant);
}

/// The value of `part`, at `user`.
static Value buildPart(IRRewriter &rewriter, const SimplifyPlan::Part &part,
                       Operation *user) {
  if (!part.stricter)
    return part.value;
  auto compare = part.value.getDefiningOp<arith::CmpIOp>();
  rewriter.setInsertionPoint(user);
  return arith::CmpIOp::create(rewriter, compare.getLoc(), *part.stricter,
                               compare.getLhs(), compare.getRhs());
}

static void applyShortened(IRRewriter &rewriter,
                           const SimplifyPlan::Shortened &shortened) {
  Operation *root = shortened.root;
  rewriter.setInsertionPoint(root);
  Value joined;
  for (const SimplifyPlan::Part &part : shortened.operands) {
    Value operand = buildPart(rewriter, part, root);
    if (!joined)
      joined = operand;
    else if (isa<arith::AndIOp>(root))
      joined = arith::AndIOp::create(rewriter, root->getLoc(), joined, operand);
    else
      joined = arith::OrIOp::create(rewriter, root->getLoc(), joined, operand);
  }
  rewriter.replaceOp(root, joined);
}

static void applyChosen(IRRewriter &rewriter,
                        const SimplifyPlan::Chosen &chosen) {
  Operation *op = chosen.op;
  rewriter.setInsertionPoint(op);
  auto replaceByResult = [&](auto extremum) {
    // The operands may be dimensions that no other result uses.
    AffineMap map = extremum.getMap().getSubMap({chosen.part});
    SmallVector<Value> operands(extremum.getOperands());
    affine::canonicalizeMapAndOperands(&map, &operands);
    rewriter.replaceOpWithNewOp<affine::AffineApplyOp>(op, map, operands);
  };
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    replaceByResult(min);
  else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    replaceByResult(max);
  else
    rewriter.replaceOp(op, op->getOperand(chosen.part));
}

static Value buildKnown(IRRewriter &rewriter,
                        const SimplifyPlan::KnownLoad &known) {
  if (known.value)
    return known.value;
  rewriter.setInsertionPoint(known.load);
  Location loc = known.load->getLoc();
  Type type = known.load->getResult(0).getType();
  if (known.constant) {
    Dialect *arith = rewriter.getContext()->getLoadedDialect("arith");
    Operation *constant =
        arith->materializeConstant(rewriter, known.constant, type, loc);
    return constant ? constant->getResult(0) : Value();
  }
  AffineMap map = known.number;
  SmallVector<Value> operands(known.operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  Value number = affine::AffineApplyOp::create(rewriter, loc, map, operands);
  return type.isIndex()
             ? number
             : arith::IndexCastOp::create(rewriter, loc, type, number);
}

/// Arithmetic on numbers; booleans and choices are in the plan, if anything.
static bool isFoldable(Operation *op) {
  // An unregistered op has no dialect.
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) && isPure(op) &&
         op->getNumResults() == 1 && op->getNumOperands() > 0 &&
         !isa<arith::SelectOp, arith::MinSIOp, arith::MaxSIOp>(op) &&
         !op->getResult(0).getType().isInteger(1) &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           return !operand.getType().isInteger(1) &&
                  matchPattern(operand, m_Constant());
         });
}

/// The last ones first: what one is replaced by may be another. Then folds what
/// has become constant.
static void replaceLoads(IRRewriter &rewriter,
                         ArrayRef<SimplifyPlan::KnownLoad> loads) {
  llvm::SetVector<Operation *> users;
  for (const SimplifyPlan::KnownLoad &known : llvm::reverse(loads))
    if (Value value = buildKnown(rewriter, known)) {
      users.insert_range(known.load->getUsers());
      rewriter.replaceAllUsesWith(known.load->getResult(0), value);
    }
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    SmallVector<Value> folded;
    if (!isFoldable(user))
      continue;
    rewriter.setInsertionPoint(user);
    if (failed(rewriter.tryFold(user, folded)) || folded.size() != 1)
      continue;
    users.insert_range(user->getUsers());
    rewriter.replaceOp(user, folded);
  }
}

void layout::applySimplify(Operation *scope, const SimplifyPlan &plan) {
  IRRewriter rewriter(scope->getContext());
  replaceLoads(rewriter, plan.loads);
  for (const SimplifyPlan::DecidedUse &decided : plan.decidedUses)
    applyDecidedUse(rewriter, decided);
  for (const SimplifyPlan::Narrowed &narrowed : plan.narrowed)
    narrowed.use->set(buildPart(rewriter,
                                {narrowed.use->get(), narrowed.predicate},
                                narrowed.use->getOwner()));
  for (const SimplifyPlan::Weakened &weakened : plan.weakened) {
    auto branch = cast<affine::AffineIfOp>(weakened.op);
    IntegerSet set = weakened.set;
    SmallVector<Value> operands(branch.getOperands());
    affine::canonicalizeSetAndOperands(&set, &operands);
    branch.setConditional(set, operands);
  }
  for (const SimplifyPlan::Chosen &chosen : plan.chosen)
    applyChosen(rewriter, chosen);
  // Inner ones come later in the plan and go first.
  for (const SimplifyPlan::Shortened &shortened : llvm::reverse(plan.shortened))
    applyShortened(rewriter, shortened);
  for (const SimplifyPlan::Decided &decided : llvm::reverse(plan.decided))
    applyDecided(rewriter, decided);
  for (const SimplifyPlan::KnownLoad &known : llvm::reverse(plan.loads))
    if (known.load->use_empty())
      rewriter.eraseOp(known.load);
}

namespace {

class LayoutSimplifyPass
    : public layout::impl::LayoutSimplifyBase<LayoutSimplifyPass> {
public:
  using LayoutSimplifyBase::LayoutSimplifyBase;

  void runOnOperation() override {
    explainUnmetRequests(getOperation(), getArgument());
    // What one round decides may decide more: twice nested is enough for most.
    constexpr unsigned maxRounds = 8;
    // Only an assumption can be false, and a later round may find that.
    OwningOpRef<ModuleOp> before;
    if (getOperation()
            ->walk([](AssumeOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      before = getOperation().clone();
    bool changed = true;
    for (unsigned round = 0; round < maxRounds && changed; ++round) {
      FailureOr<SimplifyPlan> plan =
          planSimplify(getOperation(), {SimplifyRemarks::Done});
      if (failed(plan)) {
        if (round > 0)
          getOperation().getBodyRegion().takeBody(before->getBodyRegion());
        return signalPassFailure();
      }
      applySimplify(getOperation(), *plan);
      changed = mergeBranches(getOperation()) || !plan->isEmpty();
      if (round == 0 && !changed)
        markAllAnalysesPreserved();
    }
    // Once, of what is left in the end.
    if (areRemarksEnabled(&getContext()))
      (void)planSimplify(getOperation(), {SimplifyRemarks::Missed});
  }
};

} // namespace
