//===- AssignPlan.cpp - Plan of layout-assign -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Calls/CallAliasing.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Assign/Assign.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LayoutPropagation.h"
#include "LocalCopies.h"
#include "UnstatedPads.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class AssignPlanner {
public:
  AssignPlanner(ModuleOp module, const AssignOptions &options)
      : module(module), options(options) {}

  FailureOr<AssignPlan> run() {
    FailureOr<SmallVector<LayoutRequest>> requests = findLayoutRequests(module);
    if (failed(requests) || failed(checkMemorySpaces()))
      return failure();
    if (!requests->empty() && failed(planRequests(*requests)))
      return failure();
    if (failed(checkPads()))
      return failure();
    return std::move(plan);
  }

private:
  LogicalResult planRequests(ArrayRef<LayoutRequest> requests) {
    LayoutPropagation propagation(module, options, symbols, requests, plan);
    for (const LayoutRequest &request : requests)
      propagation.propagate(request);
    hasErrors = propagation.hasFailed();
    auto isDistinct = [&](Value root) {
      return propagation.isRequested(root) || isLaidOut(root.getType());
    };
    hasErrors |= failed(checkLocalCopies(module, plan, propagation.getModes(),
                                         propagation.getInterfaces(), symbols,
                                         isDistinct));
    for (auto [copy, index] : propagation.getDeviceCopies())
      planDeviceCopy(copy, index);
    return failure(hasErrors || failed(checkAliasing(propagation)));
  }

  /// A layout in the position of a memory space was meant as the layout.
  LogicalResult checkMemorySpaces() {
    DenseSet<Type> clean;
    WalkResult result = module.walk([&](Operation *op) {
      auto refuse = [&](Type type) {
        return clean.insert(type).second && failed(verifyMemorySpace(type, [&] {
                 return op->emitOpError();
               }));
      };
      bool isRefused = llvm::any_of(op->getResultTypes(), refuse);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          isRefused |= llvm::any_of(block.getArgumentTypes(), refuse);
      return isRefused ? WalkResult::interrupt() : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// A device copies storage. If one side gets a layout, the host converts.
  void planDeviceCopy(gpu::MemcpyOp copy, unsigned index) {
    BufferAttr layout = plan.buffers[index].layout;
    BufferAttr from = getFutureLayout(copy.getSrc());
    BufferAttr to = getFutureLayout(copy.getDst());
    if (from == to)
      return;
    StringRef why;
    if (from && to)
      why = "copies between two layouts, which a device does not convert; "
            "request the same layout for both";
    else if (isAsynchronous(copy))
      why = "copies between a layout and none, which the host has to convert; "
            "make it synchronous, or request the layout for both";
    if (why.empty())
      return plan.convertedCopies.push_back({copy, bool(to), layout});
    hasErrors = true;
    InFlightDiagnostic diagnostic = copy.emitOpError(why);
    diagnostic.attachNote(plan.buffers[index].requested)
        << "the layout is requested here";
  }

  BufferAttr getFutureLayout(Value value) {
    for (const AssignPlan::Buffer &buffer : plan.buffers)
      if (llvm::is_contained(buffer.values, value))
        return buffer.layout;
    return getLayoutToApply(value.getType());
  }

  LogicalResult checkPads() {
    SmallVector<std::pair<MemRefType, Location>> requested;
    for (const AssignPlan::Buffer &buffer : plan.buffers)
      requested.push_back({buffer.laidOutType, buffer.requested});
    return checkUnstatedPads(module, requested, options.requirePad);
  }

  LogicalResult checkAliasing(LayoutPropagation &propagation) {
    auto isToBeLaidOut = [&](TracedFunction callee, unsigned index) {
      if (isLaidOut(callee.getFunctionType().getInput(index)))
        return true;
      return !callee.isExternal() &&
             propagation.isReached(callee.getArgument(index));
    };
    auto remarkGuarantee = [](TracedCall call, Value, Value) {
      remarkUnknown(call.getLoc(), "layout-assign/caller-promises-no-alias")
          << "cannot prove that the operands do not overlap, as their origins "
             "are unknown; the layout relies on the caller for it";
    };
    return verifyCallAliasing(module, propagation.getModes(), symbols,
                              isToBeLaidOut, remarkGuarantee);
  }

  ModuleOp module;
  const AssignOptions &options;
  AssignPlan plan;
  SymbolTableCollection symbols;
  bool hasErrors = false;
};

} // namespace

FailureOr<AssignPlan> layout::planAssign(ModuleOp module,
                                         const AssignOptions &options) {
  return AssignPlanner(module, options).run();
}
