//===- Assign.cpp - Layout requests become types --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request becomes the layout of all names of the buffer:
//
//     %a = memref.alloc() {layout.transform = #L} : memref<14xf32>
//     call @private(%a) : (memref<14xf32>) -> ()
// ->  %a = memref.alloc() : memref<14xf32, #L>
//     call @private(%a) : (memref<14xf32, #L>) -> ()
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Assign/Assign.h"

#include "CloneCallees.h"
#include "Layout/IR/Requests.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Lowering/FoldViews.h"
#include "Transforms/Lowering/LowerCopy.h"
#include "Transforms/Lowering/RunAccess.h"
#include "Transforms/Lowering/SplitSlices.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <set>

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTASSIGN
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

class AssignApplier {
public:
  AssignApplier(MLIRContext *context, const AssignPlan &plan)
      : rewriter(context), plan(plan) {}

  void run() {
    for (auto [use, argument] : plan.returnedArguments)
      use->set(argument);
    // While types are plain, what plain types alone allow is taken away.
    for (Operation *op : plan.vectorAccesses)
      convertVectorToTransfer(rewriter, op);
    for (Operation *clone : plan.clones)
      lowerClone(rewriter, clone);
    for (const auto &[call, operands] : plan.convertedCalls)
      convertAroundCall(cast<TracedCall>(call), operands);
    for (Operation *cast : plan.unrankedCasts)
      rewriter.eraseOp(cast);
    for (const AssignPlan::Buffer &buffer : plan.buffers)
      for (Value value : buffer.values)
        foldViews(rewriter, value);

    for (const AssignPlan::Buffer &buffer : plan.buffers)
      changeTypes(buffer);
    for (Operation *op : plan.unitStrideAccesses)
      accessPhysical(rewriter, op);
    for (const AssignPlan::ConvertedCopy &converted : plan.convertedCopies)
      convertOnHost(converted);
    for (const AssignPlan::LocalArgument &local : plan.localArguments)
      buildLocalArgument(local);
    for (const AssignPlan::LocalGlobal &local : plan.localGlobals)
      buildLocalGlobal(local);
    for (Operation *function : plan.changedFunctions)
      changeFunctionType(cast<TracedFunction>(function));
    for (auto [global, type] : plan.changedGlobals)
      global.setType(type);
    for (Operation *holder : plan.requestHolders)
      consumeRequests(holder);
  }

private:
  //===--------------------------------------------------------------------===//
  // Calls of functions whose types stay
  //===--------------------------------------------------------------------===//

  void convertAroundCall(TracedCall call,
                         ArrayRef<AssignPlan::ConvertedOperand> operands) {
    // One copy per buffer, however often it is passed: what the callee sees
    // of aliases stays as it was.
    // A copy into a layout comes last: it may be of a cast of another copy.
    for (bool isIntoLayout : {false, true}) {
      llvm::MapVector<Value, SmallVector<AssignPlan::ConvertedOperand>> byRoot;
      for (const AssignPlan::ConvertedOperand &operand : operands)
        if (operand.isIntoLayout == isIntoLayout)
          byRoot[isIntoLayout ? call.getArguments()[operand.operand]
                              : operand.root]
              .push_back(operand);
      for (const auto &[root, uses] : byRoot)
        convertAroundCall(call, root, uses);
      if (!byRoot.empty())
        remarkDone(call.getLoc(), "layout-assign/converted-around-call")
            << (isIntoLayout
                    ? "a view has no layout of its own; it is converted before "
                      "the call and back after it"
                    : "the callee keeps its plain type; laid-out buffers are "
                      "converted before the call and back after it");
    }
  }

  void convertAroundCall(TracedCall call, Value root,
                         ArrayRef<AssignPlan::ConvertedOperand> uses) {
    // Modes speak of one operand each; of aliases only "all read" is safe.
    bool isRead = llvm::all_of(
        uses, [](auto &use) { return use.mode == AccessMode::Read; });
    bool isOverwritten =
        uses.size() == 1 && uses.front().mode == AccessMode::Write;
    Location loc = call.getLoc();
    rewriter.setInsertionPoint(call);
    const AssignPlan::Buffer &buffer = plan.buffers[uses.front().buffer];
    Value copy = memref::AllocOp::create(
        rewriter, loc,
        uses.front().isIntoLayout ? buffer.laidOutType : buffer.plainType,
        buildExtents(rewriter, loc, root));
    if (!isOverwritten)
      ConvertOp::create(rewriter, loc, root, copy);
    for (const AssignPlan::ConvertedOperand &use : uses) {
      OpOperand &operand = call.getArgumentOperand(use.operand);
      operand.set(castLike(operand.get(), root, copy));
    }
    rewriter.setInsertionPointAfter(call);
    if (!isRead)
      ConvertOp::create(rewriter, loc, copy, root);
    memref::DeallocOp::create(rewriter, loc, copy);
  }

  /// Casts `copy` as `value` was cast from `root`.
  Value castLike(Value value, Value root, Value copy) {
    if (value == root)
      return copy;
    auto cast = value.getDefiningOp<memref::CastOp>();
    Value source = castLike(cast.getSource(), root, copy);
    return memref::CastOp::create(rewriter, cast.getLoc(), cast.getType(),
                                  source);
  }

  /// What a device copies from or to a plain buffer goes through a buffer of
  /// the layout beside it.
  void convertOnHost(const AssignPlan::ConvertedCopy &converted) {
    auto copy = cast<gpu::MemcpyOp>(converted.copy);
    Location loc = copy.getLoc();
    bool isTo = converted.isToLaidOut;
    Value plain = isTo ? copy.getSrc() : copy.getDst();
    auto type = cast<MemRefType>(plain.getType());
    auto staged = MemRefType::get(type.getShape(), type.getElementType(),
                                  converted.layout, type.getMemorySpace());
    rewriter.setInsertionPoint(copy);
    Value stage = memref::AllocOp::create(rewriter, loc, staged,
                                          buildExtents(rewriter, loc, plain));
    if (isTo)
      ConvertOp::create(rewriter, loc, plain, stage);
    (isTo ? copy.getSrcMutable() : copy.getDstMutable()).assign(stage);
    rewriter.setInsertionPointAfter(copy);
    if (!isTo)
      ConvertOp::create(rewriter, loc, stage, plain);
    memref::DeallocOp::create(rewriter, loc, stage);
    remarkDone(loc, "layout-assign/converted-around-copy")
        << "a device copies storage only, so the host converts";
  }

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  void changeTypes(const AssignPlan::Buffer &buffer) {
    for (Value value : buffer.values)
      value.setType(buffer.laidOutType);
    remarkDone(buffer.requested, "layout-assign/assigned")
        << remark::metric("type", buffer.laidOutType);
  }

  void changeFunctionType(TracedFunction function) {
    SmallVector<Type> results(function.getResultTypes());
    auto changed = plan.changedResults.find(function);
    if (changed != plan.changedResults.end())
      for (auto [index, type] : changed->second)
        results[index] = type;
    function.setType(FunctionType::get(
        function.getContext(),
        llvm::map_to_vector(function.getArguments(),
                            [](Value value) { return value.getType(); }),
        results));
  }

  void consumeRequests(Operation *holder) {
    auto function = dyn_cast<TracedFunction>(holder);
    if (!function) {
      holder->removeAttr(LayoutDialect::kTransformAttrName);
      return;
    }
    for (BlockArgument argument : function.getFunctionBody().getArguments())
      removeRequestedLayout(argument);
  }

  //===--------------------------------------------------------------------===//
  // Local copies
  //===--------------------------------------------------------------------===//

  void buildLocalArgument(const AssignPlan::LocalArgument &local) {
    // Modes are of laid-out arguments, and this one stays plain.
    TracedFunction function = local.function;
    function.removeArgAttr(local.index,
                           StringRef(LayoutDialect::kAccessAttrName));
    const AssignPlan::Buffer &buffer = plan.buffers[local.buffer];
    BlockArgument argument = function.getArgument(local.index);
    argument.setType(buffer.plainType);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : argument.getUses())
      if (!isa<func::ReturnOp>(use.getOwner())) // returned as it came
        uses.push_back(&use);
    rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
    Value copy = buildLocalCopy(argument, buffer);
    moveSequentialMark(function, local.index, copy.getDefiningOp());
    for (OpOperand *use : uses)
      use->set(copy);
    connect(function, argument, copy,
            /*copyIn=*/local.mode != AccessMode::Write,
            /*copyOut=*/local.mode != AccessMode::Read);
    remarkDone(argument.getLoc(), local.isRequested
                                      ? "layout-assign/local-buffer"
                                      : "layout-assign/local-buffer-for-callee")
        << llvm::formatv(
               "argument #{0} of '{1}' keeps its type; the function works on a "
               "local buffer, mode {2}{3}",
               local.index, function.getName(), stringifyAccessMode(local.mode),
               local.isRequested ? ""
                                 : "; the caller must not let others access "
                                   "the argument during the call")
               .str();
  }

  /// What is to be walked in order is what the function works on.
  static void moveSequentialMark(TracedFunction function, unsigned argument,
                                 Operation *alloc) {
    StringRef mark = LayoutDialect::kSequentialAttrName;
    if (Attribute value = function.removeArgAttr(argument, mark))
      alloc->setAttr(mark, value);
  }

  void buildLocalGlobal(const AssignPlan::LocalGlobal &local) {
    TracedFunction function = local.function;
    const AssignPlan::Buffer &buffer = plan.buffers[local.buffer];
    memref::GlobalOp global = local.global;
    Location loc = local.uses.front()->getLoc();
    rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
    Value original = memref::GetGlobalOp::create(
        rewriter, loc, buffer.plainType, global.getSymName());
    Value copy = buildLocalCopy(original, buffer);
    for (memref::GetGlobalOp use : local.uses)
      rewriter.replaceOp(use, copy);
    connect(function, original, copy, /*copyIn=*/true,
            /*copyOut=*/local.isWritten);
    remarkDone(loc, "layout-assign/local-buffer")
        << llvm::formatv("global '{0}' keeps its type; the function works on a "
                         "local buffer",
                         global.getSymName())
               .str();
  }

  Value buildLocalCopy(Value original, const AssignPlan::Buffer &buffer) {
    Location loc = original.getLoc();
    return memref::AllocOp::create(rewriter, loc, buffer.laidOutType,
                                   buildExtents(rewriter, loc, original));
  }

  /// Fills `copy` at the entry, writes it back and frees it at each return.
  void connect(TracedFunction function, Value original, Value copy, bool copyIn,
               bool copyOut) {
    rewriter.setInsertionPointAfterValue(copy);
    if (copyIn)
      ConvertOp::create(rewriter, copy.getLoc(), original, copy);
    for (Block &block : function.getFunctionBody()) {
      auto ret = dyn_cast<func::ReturnOp>(block.getTerminator());
      if (!ret)
        continue;
      rewriter.setInsertionPoint(ret);
      if (copyOut)
        ConvertOp::create(rewriter, ret.getLoc(), copy, original);
      memref::DeallocOp::create(rewriter, ret.getLoc(), copy);
    }
  }

  IRRewriter rewriter;
  const AssignPlan &plan;
};

class LayoutAssignPass
    : public layout::impl::LayoutAssignBase<LayoutAssignPass> {
public:
  using LayoutAssignBase::LayoutAssignBase;

  void runOnOperation() override {
    AssignOptions options = {changeInterface, requirePad};
    CalleeClones clones = CalleeClones::make(getOperation(), options);
    FailureOr<AssignPlan> plan = planWithClones(options, clones);
    if (failed(plan)) {
      clones.undo();
      return signalPassFailure();
    }
    clones.remark();
    if (plan->requestHolders.empty())
      return markAllAnalysesPreserved();
    applyAssign(getOperation(), *plan);
  }

private:
  /// What is wrong in a function is wrong in each copy, and is said once.
  FailureOr<AssignPlan> planWithClones(const AssignOptions &options,
                                       const CalleeClones &clones) {
    if (clones.empty())
      return planAssign(getOperation(), options);
    std::set<std::pair<const void *, std::string>> said;
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      bool isNew = said.insert({diagnostic.getLocation().getAsOpaquePointer(),
                                diagnostic.str()})
                       .second;
      return success(!isNew); // failure: let the next handler say it
    });
    return planAssign(getOperation(), options);
  }
};

} // namespace

void layout::applyAssign(ModuleOp module, const AssignPlan &plan) {
  // Folding views into accesses folds their sizes.
  splitSlices(module);
  AssignApplier(module.getContext(), plan).run();
}
