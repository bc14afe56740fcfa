//===- Finalize.cpp - Removal of facts and undef --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts and undefined values end here:
//
//     layout.assume_padding %a : ..              ->  (erased)
//     %u = layout.undef : f32
//     %s = arith.select %c, %u, %x : f32         ->  %x
//     affine.store %u, %a[%i] : memref<4xf32>    ->  (erased)
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Apply/Finalize.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LoopsAttr.h"
#include "Layout/IR/Requests.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Lowering/DotProducts.h"
#include "Transforms/Support/DeadOps.h"
#include "Transforms/Support/UndefValues.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFINALIZE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool isFact(Operation *op) {
  return isa<AssumeOp, AssumePaddingOp, PaddingOp>(op);
}

/// In the form that the constant op of `type` takes; null if there is none.
static Attribute getZero(Builder &builder, Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex)
    return builder.getZeroAttr(type);
  TypedAttr part = builder.getZeroAttr(complex.getElementType());
  return part ? builder.getArrayAttr({part, part}) : Attribute();
}

static Value buildZero(OpBuilder &builder, Location loc, Type type) {
  Attribute zero = getZero(builder, type);
  if (isa<ComplexType>(type))
    return complex::ConstantOp::create(builder, loc, type,
                                       cast<ArrayAttr>(zero));
  return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(zero));
}

namespace {

/// Erases what the removal of other ops leaves without purpose: computations
/// without uses, empty loops and branches.
class Sweeper {
public:
  explicit Sweeper(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Erases `op`, and remembers what it may have kept alive.
  void erase(Operation *op) {
    for (Value operand : op->getOperands())
      suspect(operand.getDefiningOp());
    suspect(op->getParentOp());
    suspects.remove(op);
    rewriter.eraseOp(op);
  }

  void suspect(Operation *op) {
    if (op)
      suspects.insert(op);
  }

  void sweep() {
    while (!suspects.empty()) {
      Operation *op = suspects.pop_back_val();
      if (isDeadOp(op))
        erase(op);
    }
  }

private:
  RewriterBase &rewriter;
  llvm::SetVector<Operation *> suspects;
};

class Finalizer {
public:
  explicit Finalizer(ModuleOp module)
      : rewriter(module.getContext()), module(module), sweeper(rewriter) {}

  void run() {
    SmallVector<Operation *> facts;
    module.walk([&](Operation *op) {
      if (getPlan(op))
        dropPlan(op);
      if (isFact(op))
        facts.push_back(op);
      else if (auto undef = dyn_cast<UndefOp>(op))
        note(undef);
    });
    for (Operation *fact : facts)
      sweeper.erase(fact);
    // What becomes undef on the way, or gets new uses, is appended.
    for (size_t i = 0; i < worklist.size(); ++i)
      forwardUndef(worklist[i]);
    for (UndefOp undef : undefs)
      replaceByZero(undef);
    suspectTensors();
    sweeper.sweep();
    eraseTensorDeclarations();
  }

private:
  /// The lowering of loops would lose it silently.
  static void dropPlan(Operation *op) {
    remarkMissed(op->getLoc(), "layout-finalize/plan")
        << "the plan of the nest is dropped, as no pass has followed it; run "
           "layout-tile-loops and layout-vectorize-loops before";
    removePlan(op);
  }

  /// Bufferization leaves unused constants.
  void suspectTensors() {
    module.walk([&](Operation *op) {
      if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
        sweeper.suspect(op);
    });
  }

  void eraseTensorDeclarations() {
    auto isIdle = [&](func::FuncOp function) {
      return function.isPrivate() && function.isExternal() &&
             (llvm::any_of(function.getArgumentTypes(),
                           llvm::IsaPred<TensorType>) ||
              llvm::any_of(function.getResultTypes(),
                           llvm::IsaPred<TensorType>)) &&
             SymbolTable::symbolKnownUseEmpty(function, module);
    };
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (isIdle(function))
        rewriter.eraseOp(function);
  }

  void note(UndefOp undef) {
    undefs.insert(undef);
    worklist.push_back(undef);
  }

  /// Uses up what is permitted of `undef`; what stays is left to zero.
  void forwardUndef(UndefOp undef) {
    llvm::SetVector<Operation *> users(undef->user_begin(), undef->user_end());
    for (Operation *user : users)
      forwardUndef(undef, user);
  }

  void forwardUndef(Value undef, Operation *user) {
    if (isa<scf::YieldOp, affine::AffineYieldOp>(user)) {
      for (OpOperand &use : user->getOpOperands())
        if (use.get() == undef)
          dropBranch(user, use);
      return;
    }
    OpOperand &use = *llvm::find_if(user->getOpOperands(), [&](OpOperand &use) {
      return use.get() == undef;
    });
    if (isStoredValue(use))
      eraseStore(user);
    else if (auto select = dyn_cast<arith::SelectOp>(user))
      dropArm(select, use);
    else if (user->getNumResults() == 1 && isAnyValue(user->getResult(0)))
      makeUndef(user);
  }

  /// A tensor that undef is written to may stay as it is.
  void eraseStore(Operation *store) {
    if (auto write = dyn_cast<vector::TransferWriteOp>(store))
      if (write.getNumResults() == 1)
        rewriter.replaceAllUsesWith(write.getResult(), write.getBase());
    sweeper.erase(store);
  }

  /// It cannot be observed that the undefined arm was taken: this is its only
  /// use, or the result is only stored.
  static bool mayBecomeAnything(OpOperand &use, Value result) {
    return isFreshUse(use) || llvm::all_of(result.getUses(), isStoredValue);
  }

  void dropArm(arith::SelectOp select, OpOperand &use) {
    if (use.getOperandNumber() == 0 ||
        !mayBecomeAnything(use, select.getResult()))
      return;
    Value data = use.getOperandNumber() == 1 ? select.getFalseValue()
                                             : select.getTrueValue();
    replace(select.getResult(), data);
    sweeper.erase(select);
  }

  /// The other branch's value replaces both if it is computed outside; inside,
  /// its computation stays conditional.
  void dropBranch(Operation *yield, OpOperand &use) {
    Operation *branch = yield->getParentOp();
    if (!isa<scf::IfOp, affine::AffineIfOp>(branch))
      return;
    unsigned number = use.getOperandNumber();
    Value result = branch->getResult(number);
    if (result.use_empty() || !mayBecomeAnything(use, result))
      return;
    Region &other =
        branch->getRegion(1 - yield->getParentRegion()->getRegionNumber());
    Value data = other.front().getTerminator()->getOperand(number);
    if (branch->isAncestor(data.getParentBlock()->getParentOp()))
      return;
    replace(result, data);
    yield->setOperand(number, data); // unused now
    sweeper.suspect(branch);
  }

  void replace(Value value, Value data) {
    rewriter.replaceAllUsesWith(value, data);
    if (auto undef = data.getDefiningOp<UndefOp>())
      note(undef);
  }

  void makeUndef(Operation *op) {
    rewriter.setInsertionPoint(op);
    auto undef =
        UndefOp::create(rewriter, op->getLoc(), op->getResult(0).getType());
    note(undef);
    rewriter.replaceAllUsesWith(op->getResult(0), undef.getResult());
    sweeper.erase(op);
  }

  void replaceByZero(UndefOp undef) {
    if (!undef->use_empty()) {
      rewriter.setInsertionPoint(undef);
      Value zero = buildZero(rewriter, undef.getLoc(), undef.getType());
      rewriter.replaceAllUsesWith(undef.getResult(), zero);
    }
    sweeper.erase(undef);
  }

  IRRewriter rewriter;
  ModuleOp module;
  Sweeper sweeper;
  llvm::SetVector<UndefOp> undefs;
  SmallVector<UndefOp> worklist;
};

class LayoutFinalizePass
    : public layout::impl::LayoutFinalizeBase<LayoutFinalizePass> {
public:
  using LayoutFinalizeBase::LayoutFinalizeBase;

  void runOnOperation() override {
    if (failed(planFinalize(getOperation())))
      return signalPassFailure();
    applyFinalize(getOperation());
    if (!keepDots)
      expandDots();
  }

private:
  void expandDots() {
    SmallVector<DotOp> dots;
    getOperation().walk([&](DotOp dot) { dots.push_back(dot); });
    IRRewriter rewriter(&getContext());
    for (DotOp dot : dots)
      expandDot(rewriter, dot, /*mayBeInstruction=*/true);
  }
};

} // namespace

LogicalResult layout::planFinalize(ModuleOp module) {
  if (failed(verifyNothingRequested(module)))
    return failure();
  bool hasErrors = failed(verifyNoUndefIndex(module));
  Builder builder(module.getContext());
  module.walk([&](UndefOp undef) {
    if (!undef->use_empty() && !getZero(builder, undef.getType())) {
      hasErrors = true;
      undef.emitOpError(
          "is used, and cannot be lowered: there is no zero of type ")
          << undef.getType() << " to take its place; use a defined value";
    }
  });
  return failure(hasErrors);
}

void layout::applyFinalize(ModuleOp module) { Finalizer(module).run(); }
