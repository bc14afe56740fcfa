//===- Overcompute.cpp - Removing guards of padding -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speculation: a guard goes where its body does no harm in the padding:
//
//     for %io, for %ii                  for %io, for %ii
//       if 4 * %io + %ii < 14     ->      b[0] += a[%io, %ii]
//         b[0] += a[%io, %ii]
//
// if the padding of %a holds 0, so that b[0] + 0 is stored there.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Padding/Overcompute.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Map/Simplify.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/PoisonFlags.h"
#include "Transforms/Support/Advice.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTOVERCOMPUTE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

template <typename AccessOp>
static void wrapAffine(AccessOp access, const WrappedIndex &wrapped) {
  AffineMap map = access.getAffineMap();
  SmallVector<AffineExpr> results(map.getResults());
  results[wrapped.dim] = results[wrapped.dim] % wrapped.extent;
  access.setMap(
      simplifyUnderRanges(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                         results, map.getContext()),
                          getRangesOfProgressions(access.getMapOperands())));
}

static void wrapIndex(IRRewriter &rewriter, const WrappedIndex &wrapped) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(wrapped.access))
    return wrapAffine(load, wrapped);
  if (auto store = dyn_cast<affine::AffineStoreOp>(wrapped.access))
    return wrapAffine(store, wrapped);
  rewriter.setInsertionPoint(wrapped.access);
  bool isStore = isa<memref::StoreOp>(wrapped.access);
  OpOperand &index = wrapped.access->getOpOperand(1 + isStore + wrapped.dim);
  Location loc = wrapped.access->getLoc();
  // arith.remui takes a negative index for a very large one.
  if (wrapped.mayBeNegative)
    return index.set(affine::expandAffineExpr(
        rewriter, loc, rewriter.getAffineDimExpr(0) % wrapped.extent,
        index.get(), /*symbolValues=*/{}));
  Value extent = arith::ConstantIndexOp::create(rewriter, loc, wrapped.extent);
  index.set(arith::RemUIOp::create(rewriter, loc, index.get(), extent));
}

/// The same texel, or the guaranteed zeros outside of the image.
static void fetch(IRRewriter &rewriter, Operation *load) {
  rewriter.setInsertionPoint(load);
  Value texture = load->getOperand(0);
  SmallVector<Value> indices(load->getOperands().drop_front());
  if (auto affineLoad = dyn_cast<affine::AffineLoadOp>(load)) {
    indices.clear();
    for (AffineExpr index : affineLoad.getAffineMap().getResults())
      indices.push_back(affine::makeComposedAffineApply(
          rewriter, load->getLoc(),
          AffineMap::get(affineLoad.getAffineMap().getNumDims(),
                         affineLoad.getAffineMap().getNumSymbols(), index),
          llvm::to_vector_of<OpFoldResult>(affineLoad.getMapOperands())));
  }
  rewriter.replaceOpWithNewOp<FetchOp>(load, load->getResult(0).getType(),
                                       texture, indices);
}

/// Puts what an arm does in place of the branch.
static void keepArm(IRRewriter &rewriter, Operation *branch, bool keepsThen) {
  Region &region = branch->getRegion(keepsThen ? 0 : 1);
  if (region.empty())
    return rewriter.eraseOp(branch);
  Operation *yield = region.front().getTerminator();
  SmallVector<Value> results(yield->getOperands());
  rewriter.inlineBlockBefore(&region.front(), branch);
  rewriter.eraseOp(yield);
  rewriter.replaceOp(branch, results);
}

static void dropConstraint(affine::AffineIfOp branch, unsigned part) {
  IntegerSet set = branch.getIntegerSet();
  SmallVector<AffineExpr> constraints(set.getConstraints());
  SmallVector<bool> eqFlags(set.getEqFlags());
  constraints.erase(constraints.begin() + part);
  eqFlags.erase(eqFlags.begin() + part);
  IntegerSet rest = IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                                    constraints, eqFlags);
  SmallVector<Value> operands(branch.getOperands());
  affine::canonicalizeSetAndOperands(&rest, &operands);
  branch.setConditional(rest, operands);
}

static void dropOperand(IRRewriter &rewriter, scf::IfOp branch, unsigned part) {
  SmallVector<Value> parts = getConjuncts(branch.getCondition());
  parts.erase(parts.begin() + part);
  rewriter.setInsertionPoint(branch);
  Value rest = parts.front();
  for (Value other : ArrayRef(parts).drop_front())
    rest = arith::AndIOp::create(rewriter, branch.getLoc(), rest, other);
  branch.getConditionMutable().assign(rest);
}

void layout::applyOvercompute(const OvercomputePlan &plan) {
  // First: ops may go with an arm, or a select.
  for (Operation *op : plan.unflagged)
    dropPoisonFlags(op);
  for (const OvercomputePlan::Chosen &chosen : plan.chosen) {
    arith::SelectOp select = chosen.select;
    IRRewriter rewriter(select.getContext());
    rewriter.replaceOp(select, chosen.isTrue ? select.getTrueValue()
                                             : select.getFalseValue());
  }
  for (const OvercomputePlan::Dropped &dropped : plan.dropped) {
    IRRewriter rewriter(dropped.branch->getContext());
    for (const WrappedIndex &wrapped : dropped.wrapped)
      wrapIndex(rewriter, wrapped);
    for (Operation *load : dropped.fetched)
      fetch(rewriter, load);
    if (!dropped.conjunct)
      keepArm(rewriter, dropped.branch, dropped.keepsThen);
    else if (auto affineIf = dyn_cast<affine::AffineIfOp>(dropped.branch))
      dropConstraint(affineIf, *dropped.conjunct);
    else
      dropOperand(rewriter, cast<scf::IfOp>(dropped.branch), *dropped.conjunct);
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

class LayoutOvercomputePass
    : public layout::impl::LayoutOvercomputeBase<LayoutOvercomputePass> {
public:
  using LayoutOvercomputeBase::LayoutOvercomputeBase;

  void runOnOperation() override {
    explainUnmetRequests(getOperation(), getArgument());
    // Branches in each other go one after the other.
    constexpr unsigned maxRounds = 16;
    bool explains = areRemarksEnabled(&getContext());
    auto remarks =
        explains ? OvercomputeRemarks::Done : OvercomputeRemarks::None;
    bool changed = true, everChanged = false;
    for (unsigned round = 0; round < maxRounds && changed; ++round) {
      changed = run(remarks);
      everChanged |= changed;
    }
    if (!everChanged)
      markAllAnalysesPreserved();
    // Once, of what is left in the end.
    if (explains)
      (void)run(OvercomputeRemarks::Missed);
  }

private:
  /// True if something changed.
  bool run(OvercomputeRemarks remarks) {
    ModuleOp module = getOperation();
    SymbolTableCollection symbols;
    BufferFlow flow(module);
    AccessModes modes(module, symbols, flow);
    SmallVector<OvercomputePlan> plans;
    module.walk([&](FunctionOpInterface function) {
      if (isa<func::FuncOp, gpu::GPUFuncOp>(*function) &&
          !function.isExternal() && hasBranches(function))
        plans.push_back(
            planOvercompute(function, modes, symbols, {wrapIndices}, remarks));
    });
    if (remarks == OvercomputeRemarks::Missed)
      return false;
    for (const OvercomputePlan &plan : plans)
      applyOvercompute(plan);
    return llvm::any_of(plans,
                        [](const auto &plan) { return !plan.isEmpty(); });
  }

  static bool hasBranches(FunctionOpInterface function) {
    return function
        ->walk([](Operation *op) {
          return isa<affine::AffineIfOp, scf::IfOp, arith::SelectOp>(op)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }
};

} // namespace
