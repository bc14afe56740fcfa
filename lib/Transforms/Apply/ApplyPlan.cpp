//===- ApplyPlan.cpp - Plan of layout-apply -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlowForwarding.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/CallAliasing.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/NamedTypes.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/SizedAllocation.h"
#include "Layout/Transforms/Apply/Apply.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "NormalizableOps.h"
#include "PadPlan.h"
#include "RewriteAccesses.h"
#include "Transforms/Lowering/LowerToAccesses.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the memory attributions of a launch, which are buffers of each block
/// or thread.
static ArrayRef<BlockArgument> getAttributions(gpu::LaunchOp launch) {
  unsigned first = launch.getNumConfigRegionAttributes();
  return launch.getBody().getArguments().drop_front(first);
}

namespace {

class ApplyPlanner {
public:
  ApplyPlanner(ModuleOp module, const ApplyOptions &options)
      : module(module), options(options), storage(module) {}

  FailureOr<ApplyPlan> run() {
    if (failed(findAll()))
      return failure();
    explainDeclarations();
    return std::move(plan);
  }

private:
  LogicalResult findAll() {
    if (!options.plainMapsOnly &&
        failed(verifyNothingRequested(module, "layout-apply")))
      return failure();
    plan.types = AppliedTypes(module, options.plainMapsOnly);
    plan.isEmpty = !plan.types.hasStridedViews();
    if (failed(findLaidOutOps()))
      return failure();
    // A plain map states no pad and guarantees nothing: nothing else is owed.
    if (plan.isEmpty || options.plainMapsOnly)
      return success();
    BufferFlow flow(module);
    for (Operation *op : handingOver)
      if (failed(planForwarding(op, flow, plan.types)))
        return failure();
    AccessModes modes(module, symbols, flow);
    if (failed(adoptStatedModes(modes)) || failed(checkAliasing(modes)))
      return failure();
    if (failed(planPads(module, functions, modes, symbols, options, plan)))
      return failure();
    plan.roots.append(attributions);
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Ops that touch laid-out buffers
  //===--------------------------------------------------------------------===//

  LogicalResult findLaidOutOps() {
    WalkResult result = module.walk<WalkOrder::PreOrder>(
        [&](Operation *op) -> WalkResult { return visit(op); });
    return failure(result.wasInterrupted());
  }

  LogicalResult visit(Operation *op) {
    if (auto function = dyn_cast<TracedFunction>(op))
      return visitFunction(function);
    if (auto launch = dyn_cast<gpu::LaunchOp>(op))
      return visitAttributions(op, getAttributions(launch));
    if (isa<SizedAllocation>(op) &&
        plan.types.isStridedView(op->getResult(0).getType()) &&
        failed(checkNoSymbols(op, op->getResult(0).getType())))
      return failure();
    bool touches = false;
    for (Type type : getNamedAndBlockTypes(op)) {
      FailureOr<bool> laidOut = checkType(op, type);
      if (failed(laidOut))
        return failure();
      touches |= *laidOut;
    }
    if (auto global = dyn_cast<memref::GlobalOp>(op);
        global && touches && global.isExternal())
      externalGlobals.push_back(global);
    // A `layout.convert` must go even if neither side is laid out.
    if (auto convert = dyn_cast<ConvertOp>(op))
      touches |= !options.plainMapsOnly && convert.isOnBuffers();
    return touches ? visitLaidOutOp(op) : success();
  }

  LogicalResult visitLaidOutOp(Operation *op) {
    plan.isEmpty = false;
    if (isCompoundAccess(op)) {
      plan.compound.push_back(op);
      return planLowerToAccesses(op, storage);
    }
    if (failed(planLogicalExtents(op, plan.types)))
      return failure();
    if (mayForward(op)) {
      handingOver.push_back(op);
      return success();
    }
    if (isNormalizableOp(op))
      return planNormalizableOp(op, plan.types, !options.plainMapsOnly);
    auto isKnownLaidOut = [&](Type type) {
      auto [it, isNew] = laidOutTypes.try_emplace(type);
      if (isNew)
        it->second = isLaidOut(type);
      return it->second;
    };
    if (failed(planRewriteAccess(op, isKnownLaidOut, storage)))
      return failure();
    if (auto view = dyn_cast<AsPhysicalOp>(op)) {
      MemRefType source = cast<MemRefType>(view.getSource().getType());
      if (view.getType() != getPhysicalType(source))
        return op->emitOpError(
                   "expects as result the physical type of its operand, ")
               << getPhysicalType(source);
    }
    return success();
  }

  LogicalResult visitFunction(TracedFunction function) {
    bool touches = false;
    FunctionType type = function.getFunctionType();
    for (Type t :
         llvm::concat<const Type>(type.getInputs(), type.getResults())) {
      FailureOr<bool> laidOut = checkType(function, t);
      if (failed(laidOut))
        return failure();
      touches |= *laidOut;
    }
    functions.push_back(function);
    if (failed(planLogicalExtents(function, plan.types)) ||
        failed(visitAttributions(function, function.getAttributions())))
      return failure();
    if (!touches)
      return success();
    plan.isEmpty = false;
    if (function.isExternal())
      externalFunctions.push_back(function);
    return success();
  }

  /// Each block or thread of a kernel has its own attributions. Which thread
  /// writes the padding of memory that a block shares, and which barrier waits
  /// for it, cannot be decided here.
  LogicalResult visitAttributions(Operation *op,
                                  ArrayRef<BlockArgument> attributions) {
    for (BlockArgument attribution : attributions) {
      FailureOr<bool> laidOut = checkType(op, attribution.getType());
      if (failed(laidOut))
        return failure();
      if (!*laidOut)
        continue;
      plan.isEmpty = false;
      auto type = cast<MemRefType>(attribution.getType());
      if (holdsSomething(type))
        return op->emitOpError("has a memory attribution of type ")
               << type
               << ", whose padding is not written before the threads run; "
                  "state "
                  "pad<none> or pad<undef>";
      this->attributions.push_back({attribution, type, false});
    }
    return success();
  }

  /// Returns true if there is a laid-out type inside of `type`, where no pass
  /// reaches it.
  bool hasLaidOutTypeInside(Type type) {
    WalkResult result = type.walk<WalkOrder::PreOrder>([&](Type inner) {
      bool isFound =
          inner != type && isLaidOut(inner) && !plan.types.leaves(inner);
      return isFound ? WalkResult::interrupt() : WalkResult::advance();
    });
    return result.wasInterrupted();
  }

  /// Returns whether `type` is laid out. Fails, with an error at `op`, if it is
  /// but has a fault. Each type is checked once.
  FailureOr<bool> checkType(Operation *op, Type type) {
    auto it = knownTypes.find(type);
    if (it != knownTypes.end())
      return it->second;
    if (auto function = dyn_cast<FunctionType>(type))
      return checkFunctionType(op, function);
    if (plan.types.leaves(type))
      return knownTypes[type] = false;
    if (hasLaidOutTypeInside(type))
      return op->emitOpError("cannot apply the layout nested inside of ")
             << type
             << "; expects layouts only in types of values, not in types "
                "inside of these";
    if (isa<RankedTensorType>(type) && isLaidOut(type))
      return op->emitOpError("has a tensor with a layout, ")
             << type << "; run layout-bufferize before layout-apply";
    if (failed(checkNoSymbols(op, type)) ||
        failed(verifyMemorySpace(type, [&] { return op->emitOpError(); })))
      return failure();
    bool laidOut = plan.types.contains(type);
    if (laidOut) {
      auto emitError = [&] { return op->emitOpError(); };
      if (failed(verifyLaidOutType(type, emitError)))
        return failure();
    }
    knownTypes[type] = laidOut;
    return laidOut;
  }

  LogicalResult checkNoSymbols(Operation *op, Type type) {
    std::string fault = getSymbolicLayoutFault(type);
    if (fault.empty())
      return success();
    return op->emitOpError("has a layout that cannot be applied: ") << fault;
  }

  FailureOr<bool> checkFunctionType(Operation *op, FunctionType type) {
    for (Type t : llvm::concat<const Type>(type.getInputs(), type.getResults()))
      if (plan.types.contains(t))
        return op->emitOpError("uses as a value a function whose type has a "
                               "laid-out buffer, and indirect calls cannot be "
                               "rewritten; call the function by its name");
    knownTypes[type] = false;
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Contracts
  //===--------------------------------------------------------------------===//

  LogicalResult adoptStatedModes(AccessModes &modes) {
    for (TracedFunction function : functions)
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        if (plan.types.contains(function.getFunctionType().getInput(i)) &&
            failed(modes.adoptStatedMode(function, i)))
          return failure();
    return success();
  }

  LogicalResult checkAliasing(const AccessModes &modes) {
    auto isLaidOutArgument = [&](TracedFunction callee, unsigned index) {
      return plan.types.contains(callee.getFunctionType().getInput(index));
    };
    auto remarkGuarantee = [](TracedCall call, Value, Value) {
      remarkUnknown(call.getLoc(), "layout-apply/caller-promises-no-alias")
          << "cannot prove that the operands do not overlap, as their origins "
             "are unknown; the layout relies on the caller for it";
    };
    return verifyCallAliasing(module, modes, symbols, isLaidOutArgument,
                              remarkGuarantee);
  }

  /// Other modules must use the same physical signature.
  void explainDeclarations() {
    for (memref::GlobalOp global : externalGlobals)
      remarkDone(global.getLoc(), getRemarkName("external-global"))
          << ("the declaration of '" + global.getSymName() +
              "' has a physical type now; its definition must have that type "
              "and initialize the padding")
                 .str();
    for (TracedFunction function : externalFunctions)
      remarkDone(function.getLoc(), getRemarkName("external-signature"))
          << ("the declaration of '" + function.getName() +
              "' has physical types now; its definition must " +
              (options.plainMapsOnly ? "have them, too"
                                     : "have them, too, and keep the padding "
                                       "of its arguments valid"))
                 .str();
  }

  /// Returns the name of a remark, which begins with the name of the pass.
  std::string getRemarkName(StringRef reason) {
    StringRef pass =
        options.plainMapsOnly ? "layout-normalize-memrefs" : "layout-apply";
    return (pass + "/" + reason).str();
  }

  ModuleOp module;
  const ApplyOptions &options;
  StorageAliases storage;
  ApplyPlan plan;
  SymbolTableCollection symbols;
  SmallVector<TracedFunction> functions, externalFunctions;
  SmallVector<memref::GlobalOp> externalGlobals;
  SmallVector<ApplyPlan::Root> attributions; ///< memory attributions
  DenseMap<Type, bool> knownTypes;           ///< that are applied
  DenseMap<Type, bool> laidOutTypes;         ///< applied or not
  SmallVector<Operation *> handingOver; ///< ops that hand laid-out buffers on
};

} // namespace

FailureOr<ApplyPlan> layout::planApply(ModuleOp module,
                                       const ApplyOptions &options) {
  return ApplyPlanner(module, options).run();
}
