//===- ParallelToOpenMP.cpp - Parallel loops for several threads ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     scf.parallel (%i) = (%c0) to (%n)
// ->  omp.parallel { omp.wsloop { omp.loop_nest (%i) .. } }
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/Target.h"
#include "Layout/Conversion/Passes.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPARALLELTOOPENMP
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;

/// Returns true if a team of threads shares the iterations. Inside of another
/// such loop the threads are busy already, and reductions keep their order.
static bool isForThreads(scf::ParallelOp loop) {
  return loop.getNumResults() == 0 &&
         !loop->getParentOfType<scf::ParallelOp>() &&
         !loop->getParentOfType<omp::ParallelOp>() &&
         !loop->getParentOfType<gpu::GPUModuleOp>() &&
         !loop->getParentOfType<gpu::LaunchOp>();
}

/// What each iteration allocates on the stack, and finds undefined, a thread
/// has once: before its loop, where LLVM makes registers of it.
static void shareStackOfThread(omp::LoopNestOp nest) {
  auto threads = nest->getParentOfType<omp::ParallelOp>();
  if (!threads)
    return;
  Block &first = threads.getRegion().front();
  for (Operation &op : nest.getRegion().front())
    if (auto scope = dyn_cast<memref::AllocaScopeOp>(op))
      for (auto alloca : llvm::make_early_inc_range(
               scope.getBodyRegion().front().getOps<memref::AllocaOp>()))
        if (alloca->getNumOperands() == 0)
          alloca->moveBefore(&first, first.begin());
}

/// Upstream's scope for what an iteration has on the stack may have one block
/// only, and loops are to become several. Its contents may be anywhere.
static void openScopes(omp::LoopNestOp nest) {
  nest.walk([](memref::AllocaScopeOp scope) {
    if (scope.getNumResults() != 0)
      return;
    bool hasStack =
        scope.walk([](memref::AllocaOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    IRRewriter rewriter(scope);
    Operation *end = scope.getBodyRegion().front().getTerminator();
    if (hasStack) {
      Location loc = scope.getLoc();
      Value top = LLVM::StackSaveOp::create(
          rewriter, loc, LLVM::LLVMPointerType::get(scope.getContext()));
      rewriter.setInsertionPoint(end);
      LLVM::StackRestoreOp::create(rewriter, loc, top);
    }
    rewriter.eraseOp(end);
    rewriter.inlineBlockBefore(&scope.getBodyRegion().front(), scope);
    rewriter.eraseOp(scope);
  });
}

namespace {

class ParallelToOpenMPPass
    : public layout::impl::LayoutParallelToOpenMPBase<ParallelToOpenMPPass> {
public:
  using LayoutParallelToOpenMPBase::LayoutParallelToOpenMPBase;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyThreads(threads, "layout-parallel-to-openmp",
                         [&](const Twine &message) -> LogicalResult {
                           return emitError(UnknownLoc::get(context))
                                  << message;
                         });
  }

  void runOnOperation() override {
    if (failed(sequentializeOthers()))
      return signalPassFailure();
    OpPassManager manager(ModuleOp::getOperationName());
    ConvertSCFToOpenMPPassOptions options;
    options.numThreads = threads;
    manager.addPass(createConvertSCFToOpenMPPass(options));
    if (failed(runPipeline(manager, getOperation())))
      return signalPassFailure();
    SmallVector<omp::LoopNestOp> nests;
    getOperation().walk([&](omp::LoopNestOp nest) { nests.push_back(nest); });
    for (omp::LoopNestOp nest : nests) {
      shareStackOfThread(nest);
      openScopes(nest);
    }
  }

private:
  LogicalResult sequentializeOthers() {
    llvm::DenseSet<Operation *> forThreads;
    getOperation().walk([&](scf::ParallelOp loop) {
      if (isForThreads(loop))
        forThreads.insert(loop);
    });
    ConversionTarget target(getContext());
    target.addDynamicallyLegalOp<scf::ParallelOp>(
        [&](scf::ParallelOp loop) { return forThreads.contains(loop); });
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};

} // namespace
