//===- WidenLoops.cpp - Widening loops into padding -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     affine.for %c = 0 to 61           affine.for %c = 0 to 64
//       b[.., %c mod 32] = ..     ->      b[.., %c mod 32] = ..
//
// Three lanes of the last vector are computed in vain; in return no vector has
// a mask.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Padding/WidenLoops.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Transforms/Passes.h"
#include "LongerCopy.h"
#include "Transforms/Nests/PoisonFlags.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTWIDENLOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

void layout::applyWidening(const WideningPlan &plan) {
  for (Operation *op : plan.unflagged)
    dropPoisonFlags(op);
  for (const WideningPlan::Loop &widened : plan.loops) {
    affine::AffineForOp(widened.loop).setConstantUpperBound(widened.extent);
    for (const WideningPlan::Copy &copy : widened.copies)
      LongerCopy{copy.source, copy.loads, widened.extent, {}, {}}.insert(
          widened.root);
  }
}

namespace {

class LayoutWidenLoopsPass
    : public layout::impl::LayoutWidenLoopsBase<LayoutWidenLoopsPass> {
public:
  using LayoutWidenLoopsBase::LayoutWidenLoopsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<Target> target = getTarget(module);
    if (failed(target))
      return signalPassFailure();
    bool changes = false;
    for (WidenedLoops kind : {WidenedLoops::Sums, WidenedLoops::Lanes})
      changes |= widen(module, *target, kind);
    if (!changes)
      markAllAnalysesPreserved();
  }

private:
  /// Returns true if a loop is widened.
  static bool widen(ModuleOp module, const Target &target, WidenedLoops kind) {
    SmallVector<func::FuncOp> functions;
    for (Operation *op : collectHostFunctions(module))
      if (auto function = dyn_cast<func::FuncOp>(op);
          function && hasWidenableLoops(function, target, kind))
        functions.push_back(function);
    if (functions.empty())
      return false;
    SymbolTableCollection symbols;
    BufferFlow flow(module);
    AccessModes modes(module, symbols, flow);
    // What a call does to its buffers does not depend on how far loops run, so
    // that all functions are planned before one changes.
    SmallVector<WideningPlan, 0> plans;
    for (func::FuncOp function : functions)
      plans.push_back(planWidening(function, modes, symbols, target, kind));
    llvm::for_each(plans, applyWidening);
    return llvm::any_of(
        plans, [](const WideningPlan &plan) { return !plan.isEmpty(); });
  }
};

} // namespace
