//===- PadPlan.cpp - Pad stages that layout-apply will insert -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadPlan.h"

#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Buffers/ParallelScopes.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/SizedAllocation.h"
#include "Transforms/Support/SymbolUses.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class PadPlanner {
public:
  PadPlanner(ModuleOp module, const AccessModes &modes,
             SymbolTableCollection &symbols, const ApplyOptions &options,
             ApplyPlan &plan)
      : modes(modes), flow(modes.getFlow()), symbols(symbols), options(options),
        plan(plan), parallel(module, flow, symbols),
        tasks(module, flow, symbols) {
    for (Value merge : flow.getMerges())
      if (plan.types.contains(merge.getType()))
        merges[getFunctionAround(merge.getParentBlock()->getParentOp(),
                                 /*orItself=*/true)]
            .push_back(merge);
    collectConstants(module);
  }

  LogicalResult planFunction(TracedFunction function) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
      if (!plan.types.contains(function.getFunctionType().getInput(i)))
        continue;
      plan.arguments.push_back({function, i, modes.getMode(function, i)});
    }
    if (function.isExternal())
      return success();
    SmallVector<ApplyPlan::Root> roots = findRoots(function);
    if (roots.empty())
      return success();
    PadPointFinder finder(function, modes, symbols);
    for (const ApplyPlan::Root &root : roots)
      if (failed(checkCopiesOnDevice(function, root, finder)) ||
          failed(planStages(root, finder)))
        return failure();
    plan.roots.append(roots);
    return success();
  }

  /// What a callee that may write a buffer owes when it returns. Threads owe
  /// nothing, and of merges nothing is said.
  void planOwedPads(ModuleOp module) {
    module.walk([&](func::CallOp call) {
      TracedFunction callee = TracedCall(call).lookUpCallee(symbols);
      if (!callee || callee.isOnDevice())
        return;
      llvm::SmallDenseSet<Value, 4> planned;
      for (OpOperand &operand : call->getOpOperands()) {
        Value root = flow.getRoot(operand.get());
        auto type = dyn_cast<MemRefType>(root.getType());
        bool isOwed = plan.types.contains(operand.get().getType()) &&
                      plan.types.contains(root.getType()) &&
                      !isReachedThroughPhysical(operand.get(), root, flow) &&
                      modes.getMode(callee, operand.getOperandNumber()) !=
                          AccessMode::Read;
        if (isOwed && !flow.isMerge(root) && holdsSomething(type) &&
            !getPhysicalLayout(type).isBijective() &&
            planned.insert(root).second)
          plan.owedPads.push_back({root, type, call});
      }
    });
  }

private:
  SmallVector<ApplyPlan::Root> findRoots(TracedFunction function) {
    SmallVector<ApplyPlan::Root> roots;
    for (BlockArgument argument : function.getArguments())
      if (plan.types.contains(argument.getType()))
        roots.push_back({argument, cast<MemRefType>(argument.getType()),
                         isAssumed(function, argument)});
    function.walk([&](Operation *op) {
      // What a callee returns holds its pad, and so does a global, except while
      // its storage is written.
      bool isHeld = isa<TracedCall, memref::GetGlobalOp>(op);
      bool isAllocated =
          isa<SizedAllocation, AsLogicalOp, bufferization::CloneOp>(op);
      if (!isHeld && !isAllocated)
        return;
      for (Value result : op->getResults())
        if (plan.types.contains(result.getType()))
          roots.push_back({result, cast<MemRefType>(result.getType()),
                           isa<TracedCall>(op) || isOfConstant(op)});
    });
    auto mergesIn = merges.find(function);
    if (mergesIn != merges.end())
      for (Value merge : mergesIn->second)
        roots.push_back({merge, cast<MemRefType>(merge.getType()), false});
    return roots;
  }

  /// Returns true for a global that nothing writes: it holds the padding that
  /// it is packed with.
  bool isOfConstant(Operation *op) {
    auto get = dyn_cast<memref::GetGlobalOp>(op);
    auto global =
        get ? lookUpConstantGlobal(get, get.getNameAttr().getAttr(), symbols)
            : memref::GlobalOp();
    return global && global.getInitialValue() && !global.isUninitialized();
  }

  /// Collects the constants that may be known under names other than their own.
  void collectConstants(ModuleOp module) {
    module.walk([&](memref::GetGlobalOp get) {
      if (plan.types.contains(get.getType()) && isHandedOn(get) &&
          isOfConstant(get)) {
        auto &known = constants[SymbolTable::getNearestSymbolTable(get)];
        known.insert({get.getNameAttr(), get});
      }
    });
  }

  static bool isHandedOn(memref::GetGlobalOp get) {
    return llvm::any_of(get->getUsers(), [](Operation *user) {
      return user->getNumRegions() > 0 ||
             user->hasTrait<OpTrait::IsTerminator>() ||
             isa<CallOpInterface>(user) ||
             llvm::any_of(user->getResultTypes(),
                          llvm::IsaPred<BaseMemRefType>);
    });
  }

  /// Returns true if the root may be a constant by what control flow forwards.
  bool mayBeConstant(const ApplyPlan::Root &root) {
    auto isNew = [](Value origin) {
      return isa_and_nonnull<SizedAllocation, AsLogicalOp,
                             bufferization::CloneOp>(origin.getDefiningOp());
    };
    if (!flow.isMerge(root.value))
      return !isNew(root.value);
    std::optional<SmallVector<Value>> origins = flow.getOrigins(root.value);
    return !origins || !llvm::all_of(*origins, isNew);
  }

  /// On a device other threads may have written what a pad is a copy of.
  bool isAssumed(TracedFunction function, BlockArgument argument) {
    AccessMode mode = modes.getMode(function, argument.getArgNumber());
    auto type = cast<MemRefType>(argument.getType());
    return mode == AccessMode::Read ||
           (mode == AccessMode::ReadWrite &&
            !(function.isOnDevice() && hasPadOfGroup(type, PadGroup::Copy)));
  }

  /// Copies of data that threads write are made after the launch. Until then
  /// the program must not rely on them.
  LogicalResult checkCopiesOnDevice(TracedFunction function,
                                    const ApplyPlan::Root &root,
                                    PadPointFinder &finder) {
    if (!function.isOnDevice() || root.padIsAssumed ||
        !isa<BlockArgument>(root.value) ||
        !hasPadOfGroup(root.type, PadGroup::Copy))
      return success();
    Operation *need = finder.findNeedOfCopies(root.value);
    if (!need)
      return success();
    InFlightDiagnostic diagnostic = need->emitOpError(
        "relies on padding with copies of elements that the threads of this "
        "kernel write, and the copies are made after the launch; move what "
        "relies on them after the launch");
    diagnostic.attachNote(root.value.getLoc()) << "the buffer";
    return diagnostic;
  }

  LogicalResult planStages(ApplyPlan::Root root, PadPointFinder &finder) {
    Operation *at = root.value.getDefiningOp();
    if (at && isOfConstant(at))
      return success();
    if (!at)
      at = root.value.getParentBlock()->getParentOp();
    SmallVector<ApplyPlan::Stage> stages;
    for (PadGroup group : {PadGroup::ConstantAndValue, PadGroup::Copy})
      if (hasPadOfGroup(root.type, group) &&
          failed(findStages(root, group, finder, stages)))
        return failure();
    if (stages.empty())
      return success();
    // A map without inverse prevents writing only.
    if (failed(planPadStage(root.type, [&] { return at->emitOpError(); })))
      return failure();
    if (stages.back().group == PadGroup::Copy &&
        options.padPlacement == PadPlacement::Before)
      return at->emitOpError("has a pad that copies elements, which must be "
                             "written after them; use pad-placement=after");
    const auto &known = constants[SymbolTable::getNearestSymbolTable(at)];
    if (!known.empty() && mayBeConstant(root))
      for (ApplyPlan::Stage &stage : stages)
        for (auto [name, get] : known)
          if (get.getType().getElementType() == root.type.getElementType())
            stage.constants.push_back(get);
    plan.stages.append(stages);
    return success();
  }

  LogicalResult findStages(ApplyPlan::Root root, PadGroup group,
                           PadPointFinder &finder,
                           SmallVectorImpl<ApplyPlan::Stage> &stages) {
    SmallVector<PadPoint> points =
        group == PadGroup::Copy
            ? finder.findForCopies(root.value)
            : finder.findForConstants(root.value, options.padPlacement);
    for (PadPoint point : points) {
      ApplyPlan::Stage stage{root.value, root.type, group, point, {}};
      std::optional<ParallelScopes::Scope> shared =
          parallel.find(point.block, root.value);
      if (shared && point.isOptional)
        continue;
      if (shared && !isAlone(stage, *shared))
        return refuseInParallelScope(stage, *shared);
      if (failed(checkNothingRuns(stage)))
        return failure();
      stages.push_back(stage);
    }
    return success();
  }

  /// Returns true if a function that is called from a parallel loop is still
  /// the only one to access the buffer. It writes each element of an argument
  /// of mode `write`, and the layout guarantees that such an element is reached
  /// only through it during the call. A buffer without elements guarantees
  /// nothing.
  bool isAlone(const ApplyPlan::Stage &stage,
               const ParallelScopes::Scope &shared) {
    auto argument = dyn_cast<BlockArgument>(stage.root);
    auto function = argument ? dyn_cast_or_null<TracedFunction>(
                                   argument.getOwner()->getParentOp())
                             : TracedFunction();
    return shared.call && function &&
           llvm::is_contained(function.getArguments(), argument) &&
           modes.getMode(function, argument.getArgNumber()) ==
               AccessMode::Write &&
           stage.type.hasStaticShape() && stage.type.getNumElements() > 0;
  }

  /// A stage in a parallel loop would write what the other iterations write,
  /// and copy what they are about to write.
  static LogicalResult
  refuseInParallelScope(const ApplyPlan::Stage &stage,
                        const ParallelScopes::Scope &shared) {
    Operation *at = shared.call      ? shared.call
                    : stage.point.op ? stage.point.op
                                     : shared.by;
    StringRef all = shared.isOfKernel() ? "threads of a kernel"
                                        : "iterations of a parallel loop";
    InFlightDiagnostic diagnostic = at->emitOpError(
        shared.call
            ? "calls what would have to write the padding of a buffer that all "
            : "would have to write the padding of a buffer that all ");
    diagnostic << all << " share; ";
    if (shared.call)
      diagnostic << "inline the called function";
    else if (shared.isOfKernel())
      diagnostic << "move what relies on the padding out of it";
    else
      diagnostic << "make the loop sequential, or move what relies on the "
                    "padding out of it";
    diagnostic.attachNote(shared.by->getLoc())
        << (shared.isOfKernel() ? "the kernel" : "the parallel loop");
    if (shared.call && stage.point.op)
      diagnostic.attachNote(stage.point.op->getLoc())
          << "it would be written at this op";
    diagnostic.attachNote(stage.root.getLoc()) << "the buffer";
    return diagnostic;
  }

  /// A stage beside an asynchronous op would write while that one runs, or
  /// before the memory is there.
  LogicalResult checkNothingRuns(const ApplyPlan::Stage &stage) {
    Operation *running = tasks.findOfCaller(stage.root);
    auto look = [&](Operation *op, bool isTask) {
      if (op && isTask && !isBefore(stage.point, op, stage.root))
        running = op;
    };
    Operation *site = stage.root.getDefiningOp();
    look(site, site && isAsynchronous(site));
    flow.forEachUser(stage.root, [&](OpOperand &operand, bool) {
      look(operand.getOwner(), tasks.mayOutlast(operand));
      for (Operation *op = operand.getOwner(); op; op = op->getParentOp())
        look(op, isAsynchronous(op));
    });
    if (!running)
      return success();
    InFlightDiagnostic diagnostic = running->emitOpError(
        "may still be running where the padding of a buffer that it uses is "
        "written; make it synchronous");
    diagnostic.attachNote(stage.root.getLoc()) << "the buffer";
    return diagnostic;
  }

  /// Returns true if control passes `point` before it reaches `op`, once in the
  /// life of `root`.
  static bool isBefore(const PadPoint &point, Operation *op, Value root) {
    Block *block = point.op ? point.op->getBlock() : point.block;
    Operation *ancestor = block->findAncestorOpInBlock(*op);
    if (block != root.getParentBlock() || !ancestor ||
        ancestor == root.getDefiningOp())
      return false;
    if (!point.op || (point.op == ancestor && !point.after))
      return true;
    return point.op->isBeforeInBlock(ancestor);
  }

  const AccessModes &modes;
  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  const ApplyOptions &options;
  ApplyPlan &plan;
  ParallelScopes parallel;
  AsynchronousUses tasks;
  DenseMap<Operation *, SmallVector<Value>> merges; ///< by function
  /// By symbol table, one use of each.
  DenseMap<Operation *, llvm::MapVector<Attribute, memref::GetGlobalOp>>
      constants;
};

} // namespace

LogicalResult layout::planPads(ModuleOp module,
                               ArrayRef<TracedFunction> functions,
                               const AccessModes &modes,
                               SymbolTableCollection &symbols,
                               const ApplyOptions &options, ApplyPlan &plan) {
  PadPlanner planner(module, modes, symbols, options, plan);
  for (TracedFunction function : functions)
    if (failed(planner.planFunction(function)))
      return failure();
  planner.planOwedPads(module);
  return success();
}
