//===- RaiseLoops.cpp - Loops of scf as affine ones -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     scf.for %i = %c0 to %n step %c1           affine.for %i = 0 to %n
//       %k = arith.subi %i, %c1           ->      affine.load %a[%i - 1]
//       memref.load %a[%k]
//
//===----------------------------------------------------------------------===//

#include "FloatIndices.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "RaisePlan.h"
#include "Transforms/Lowering/LowerLinalg.h"
#include "Transforms/Lowering/SplitSlices.h"
#include "Transforms/Nests/NotRaised.h"
#include "Transforms/Support/ComposedAccesses.h"
#include "Transforms/Support/EmptyLoops.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTRAISELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Lowers linalg ops on buffers to loops.
static void makeLoops(Operation *function) {
  SmallVector<linalg::LinalgOp> ops;
  function->walk([&](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics() && !isOnDevice(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(function->getContext());
  // Bounds of the loops are `memref.dim` of operands, which canonicalization
  // folds.
  if (!ops.empty())
    splitSlices(function);
  for (linalg::LinalgOp op : ops) {
    remarkDone(op.getLoc(), "layout-raise-loops/linalg")
        << ("'" + op->getName().getStringRef() + "' is now loops").str();
    lowerLinalg(rewriter, op);
  }
}

namespace {

/// Applies a plan. Cannot fail. Old loops are erased at the end, since the plan
/// refers to their variables.
class Raiser {
public:
  Raiser(AffineOperands &operands, bool keepParallel)
      : operands(operands), keepParallel(keepParallel) {}

  void apply(const RaisePlan &plan) {
    operands.prepare();
    for (const RaisedLoop &loop : plan.loops) {
      if (auto sequential = dyn_cast<scf::ForOp>(loop.loop))
        raise(sequential, loop.counters.front());
      else
        raise(cast<scf::ParallelOp>(loop.loop), loop);
    }
    for (const RaisedBranch &branch : plan.branches)
      raise(branch);
    for (const RaisedAccess &access : plan.accesses)
      raise(access);
    for (Operation *op : llvm::reverse(erased))
      op->erase();
  }

private:
  using Counter = RaisedLoop::Counter;

  affine::AffineForOp buildFor(OpBuilder &builder, Location loc,
                               const Counter &counter, ValueRange inits);
  affine::AffineParallelOp buildParallel(OpBuilder &builder, Location loc,
                                         const Counter &counter);
  void raise(scf::ForOp loop, const Counter &counter);
  void raise(scf::ParallelOp loop, const RaisedLoop &plan);
  void raise(const RaisedBranch &plan);
  void raise(const RaisedAccess &plan);
  void replaceVariable(OpBuilder &builder, Value old, Value variable);

  AffineOperands &operands;
  bool keepParallel;
  SmallVector<Operation *> erased;
};

class LayoutRaiseLoopsPass
    : public layout::impl::LayoutRaiseLoopsBase<LayoutRaiseLoopsPass> {
public:
  using LayoutRaiseLoopsBase::LayoutRaiseLoopsBase;

  void runOnOperation() override {
    for (Operation *function : collectHostFunctions(getOperation())) {
      if (linalg)
        makeLoops(function);
      raiseLoops(function);
    }
  }

private:
  void raiseLoops(Operation *function);
};

} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Moves the ops of `from` to the front of `to`, which has a terminator.
static void moveBody(Block *from, Block *to) {
  from->getTerminator()->erase();
  to->getOperations().splice(to->begin(), from->getOperations());
}

void Raiser::replaceVariable(OpBuilder &builder, Value old, Value variable) {
  operands.replace(old, variable);
  Value number = variable;
  if (!old.getType().isIndex() && !old.use_empty())
    number = arith::IndexCastOp::create(builder, variable.getLoc(),
                                        old.getType(), variable);
  old.replaceAllUsesWith(number);
}

affine::AffineForOp Raiser::buildFor(OpBuilder &builder, Location loc,
                                     const Counter &counter, ValueRange inits) {
  auto lower = operands.build(counter.lower);
  auto upper = operands.build(counter.upper);
  return affine::AffineForOp::create(builder, loc, lower.operands, lower.map,
                                     upper.operands, upper.map, counter.step,
                                     inits);
}

affine::AffineParallelOp Raiser::buildParallel(OpBuilder &builder, Location loc,
                                               const Counter &counter) {
  auto lower = operands.build(counter.lower);
  auto upper = operands.build(counter.upper);
  return affine::AffineParallelOp::create(
      builder, loc, TypeRange(), ArrayRef<arith::AtomicRMWKind>(), lower.map,
      lower.operands, upper.map, upper.operands, counter.step);
}

void Raiser::raise(scf::ForOp loop, const Counter &counter) {
  OpBuilder builder(loop);
  affine::AffineForOp made =
      buildFor(builder, loop.getLoc(), counter, loop.getInitArgs());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  SmallVector<Value> yielded(yield.getOperands());
  Location end = yield.getLoc();
  // A loop without carried values is built with a terminator.
  if (!made.getBody()->empty())
    made.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(made.getBody());
  affine::AffineYieldOp::create(builder, end, yielded);
  moveBody(loop.getBody(), made.getBody());
  builder.setInsertionPointToStart(made.getBody());
  replaceVariable(builder, loop.getInductionVar(), made.getInductionVar());
  for (auto [old, value] :
       llvm::zip_equal(loop.getRegionIterArgs(), made.getRegionIterArgs()))
    old.replaceAllUsesWith(value);
  for (auto [old, value] :
       llvm::zip_equal(loop.getResults(), made.getResults())) {
    operands.replace(old, value);
    old.replaceAllUsesWith(value);
  }
  erased.push_back(loop);
}

void Raiser::raise(scf::ParallelOp loop, const RaisedLoop &plan) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Block *body = nullptr;
  SmallVector<Value> variables;
  // Before the whole nest: bounds do not depend on its variables.
  for (auto [dim, counter] : llvm::enumerate(plan.counters)) {
    if (dim == 0 && keepParallel) {
      auto made = buildParallel(builder, loc, counter);
      variables.push_back(made.getIVs().front());
      body = made.getBody();
    } else {
      auto made = buildFor(builder, loc, counter, {});
      variables.push_back(made.getInductionVar());
      body = made.getBody();
    }
    builder.setInsertionPointToStart(body);
  }
  moveBody(loop.getBody(), body);
  builder.setInsertionPointToStart(body);
  for (auto [old, variable] :
       llvm::zip_equal(loop.getInductionVars(), variables))
    replaceVariable(builder, old, variable);
  erased.push_back(loop);
}

//===----------------------------------------------------------------------===//
// In loops
//===----------------------------------------------------------------------===//

void Raiser::raise(const RaisedBranch &plan) {
  scf::IfOp branch = plan.branch;
  OpBuilder builder(branch);
  auto [map, values] = operands.build(plan.constraints);
  IntegerSet set = IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                                   map.getResults(), plan.isEqual);
  auto made = affine::AffineIfOp::create(builder, branch.getLoc(), set, values,
                                         branch.elseBlock() != nullptr);
  made->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  moveBody(branch.thenBlock(), made.getThenBlock());
  if (branch.elseBlock())
    moveBody(branch.elseBlock(), made.getElseBlock());
  erased.push_back(branch);
}

void Raiser::raise(const RaisedAccess &plan) {
  OpBuilder builder(plan.access);
  Location loc = plan.access->getLoc();
  auto [map, values] = operands.build(plan.indices);
  Operation *made;
  if (auto load = dyn_cast<memref::LoadOp>(plan.access)) {
    made = affine::AffineLoadOp::create(builder, loc, load.getMemRef(), map,
                                        values);
    load.getResult().replaceAllUsesWith(made->getResult(0));
  } else {
    auto store = cast<memref::StoreOp>(plan.access);
    made = affine::AffineStoreOp::create(builder, loc, store.getValueToStore(),
                                         store.getMemRef(), map, values);
  }
  made->setDiscardableAttrs(plan.access->getDiscardableAttrDictionary());
  erased.push_back(plan.access);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns true if there is anything to be raised. Facts need not be collected
/// otherwise.
static bool hasCandidates(Operation *function) {
  return function
      ->walk([](Operation *op) {
        return isa<scf::ForOp, scf::ParallelOp>(op) ||
                       (isa<memref::LoadOp, memref::StoreOp, scf::IfOp>(op) &&
                        op->getParentOfType<affine::AffineForOp>())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Arithmetic between loops would hide that they are a nest.
static void eraseUnused(Operation *function) {
  SmallVector<Operation *> ops;
  function->walk([&](Operation *op) {
    if (op->getNumRegions() == 0)
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

static void explainRaised(const RaisePlan &plan) {
  for (const RaisedLoop &loop : plan.loops)
    remarkDone(loop.loop->getLoc(), "layout-raise-loops/raised")
        << ("'" + loop.loop->getName().getStringRef() + "' is an affine loop")
               .str();
}

/// Remarks on loops that this pass never raises.
static void explainOtherLoops(Operation *function) {
  if (!areRemarksEnabled(function->getContext()))
    return;
  function->walk([](LoopLikeOpInterface loop) {
    if (isa<scf::WhileOp, scf::ForallOp>(loop))
      remarkMissed(loop.getLoc(), "layout-raise-loops/kind")
          << ("'" + loop->getName().getStringRef() + "' stays; " +
              adviseOnLoopKind(loop))
                 .str();
  });
}

void LayoutRaiseLoopsPass::raiseLoops(Operation *function) {
  explainOtherLoops(function);
  // First: facts about integers know quotients, but no arithmetic of floats.
  if (replaceFloatIndices(function))
    eraseUnused(function);
  if (!hasCandidates(function))
    return;
  IntegerFacts facts(function, areRemarksEnabled(&getContext()));
  AffineOperands operands(facts);
  RaisePlan plan = RaisePlanner(facts, operands).plan(function);
  if (plan.isEmpty())
    return;
  explainRaised(plan);
  Raiser(operands, keepParallel).apply(plan);
  // The variable of an scf.for may be a symbol of an affine.apply, that of an
  // affine.for may not.
  if (!plan.loops.empty()) {
    demoteSymbols(function);
    // Upstream's canonicalization fails on affine loops that are never entered,
    // and not on such of scf.
    removeEmptyLoops(function);
  }
  eraseUnused(function);
}
