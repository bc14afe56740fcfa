//===- PlanMemory.cpp - Buffers that share one allocation -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers of one block whose live ranges do not overlap share memory:
//
//     %a = alloc 16xf32                 ->  %memory = alloc 128xi8
//     %b = alloc 8xf32                      %a = view %memory[0]
//     dealloc %a                            %b = view %memory[64]
//     %c = alloc 16xf32                     %c = view %memory[0]
//
// Large buffers are placed first: a small one fits a gap between large ones,
// but not the other way round.
//
//===----------------------------------------------------------------------===//

#include "LastUses.h"
#include "Layout/Transforms/Bufferize/Workspace.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "MemoryPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLANMEMORY
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void apply(IRRewriter &rewriter, const BlockPlan &plan) {
  PlannedBuffer first = plan.buffers.front();
  Operation *last = first.dealloc;
  for (const PlannedBuffer &buffer : plan.buffers)
    if (last->isBeforeInBlock(buffer.dealloc))
      last = buffer.dealloc;
  Location loc = first.op->getLoc();
  rewriter.setInsertionPointAfter(last);
  OpBuilder::InsertPoint end = rewriter.saveInsertionPoint();
  rewriter.setInsertionPoint(first.op);
  auto type = MemRefType::get({plan.bytes}, rewriter.getI8Type());
  auto memory = memref::AllocOp::create(
      rewriter, loc, type, rewriter.getI64IntegerAttr(kMemoryAlignment));
  remarkDone(loc, "layout-plan-memory/shared")
      << llvm::formatv("{0} buffers share one of {1} bytes",
                       plan.buffers.size(), plan.bytes)
             .str();
  rewriter.restoreInsertionPoint(end);
  memref::DeallocOp::create(rewriter, loc, memory);
  for (PlannedBuffer buffer : plan.buffers) {
    rewriter.eraseOp(buffer.dealloc);
    rewriter.setInsertionPoint(buffer.op);
    Value offset = arith::ConstantIndexOp::create(
        rewriter, buffer.op->getLoc(), buffer.offset);
    rewriter.replaceOpWithNewOp<memref::ViewOp>(
        buffer.op, cast<memref::AllocOp>(buffer.op).getType(), memory, offset,
        ValueRange());
  }
}

namespace {

class PlanMemoryPass
    : public layout::impl::LayoutPlanMemoryBase<PlanMemoryPass> {
  using LayoutPlanMemoryBase::LayoutPlanMemoryBase;

  void runOnOperation() override {
    if (workspace == WorkspaceChoice::Argument)
      return moveToCallers();
    bool changed = freeAfterLastUse(getOperation());
    if (!shareInBlocks() && !changed)
      markAllAnalysesPreserved();
  }

  void moveToCallers() {
    auto module = dyn_cast<ModuleOp>(getOperation());
    if (!module) {
      getOperation()->emitOpError(
          "workspace=argument changes functions and their calls, and the pass "
          "runs on an op that is no builtin.module; run it on the module");
      return signalPassFailure();
    }
    if (failed(
            moveIntoWorkspaces(module, [&] { freeAfterLastUse(module); })))
      signalPassFailure();
  }

  /// Returns true if buffers share memory now.
  bool shareInBlocks() {
    SmallVector<BlockPlan> plans;
    getOperation()->walk([&](Block *block) {
      BlockPlan plan = findBuffers(*block);
      if (plan.buffers.size() == 1)
        remarkKept(cast<memref::AllocOp>(plan.buffers.front().op),
                   "there is no other in its block to share one with");
      if (plan.buffers.size() < 2)
        return;
      placeBuffers(plan);
      plans.push_back(std::move(plan));
    });
    IRRewriter rewriter(&getContext());
    for (const BlockPlan &plan : plans)
      apply(rewriter, plan);
    return !plans.empty();
  }
};

} // namespace
