//===- LayoutPropagation.cpp - Propagating layouts to aliases -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPropagation.h"

#include "GlobalReach.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/SizedAllocation.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Apply/ControlFlowForwarding.h"
#include "Transforms/Lowering/FoldViews.h"
#include "Transforms/Lowering/LowerCopy.h"
#include "Transforms/Lowering/RunAccess.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "Transforms/Lowering/ViewIndexing.h"
#include "Transforms/Support/Advice.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::layout;

static const void *getKey(const LayoutRequest &request) {
  return request.value ? request.value.getAsOpaquePointer()
                       : static_cast<const void *>(request.holder);
}

LayoutPropagation::LayoutPropagation(ModuleOp module,
                                     const AssignOptions &options,
                                     SymbolTableCollection &symbols,
                                     ArrayRef<LayoutRequest> requests,
                                     AssignPlan &plan)
    : module(module), symbols(symbols), plan(plan), uses(module, symbols),
      interfaces(uses, options), flow(module), origins(flow, symbols),
      storage(module) {
  for (const LayoutRequest &request : requests)
    requestOf[getKey(request)] = &request;
}

void LayoutPropagation::propagate(const LayoutRequest &request) {
  plan.requestHolders.insert(request.holder);
  if (answered.contains(&request))
    return;
  FailureOr<MemRefType> laidOut = getRequestedType(request);
  if (failed(laidOut)) {
    hasErrors = true;
    return;
  }
  plan.buffers.push_back({request.loc,
                          request.layout,
                          cast<MemRefType>(request.type),
                          *laidOut,
                          {}});
  if (request.value)
    reach(request.value);
  else
    reachGlobal(cast<memref::GlobalOp>(request.holder));
  // A worklist instead of recursion: call chains may be long.
  while (!reached.empty()) {
    Value value = reached.front();
    reached.pop_front();
    current = value;
    visitOrigin(value);
    visitUses(value);
  }
}

InFlightDiagnostic LayoutPropagation::refuse(Operation *op) {
  hasErrors = true;
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic.attachNote(buffer().requested) << "the layout is requested here";
  return diagnostic;
}

/// Errors of what others plan get a note of where the layout is requested.
/// Of this thread's: the handler sees those of all.
LogicalResult
LayoutPropagation::withNote(function_ref<LogicalResult()> planOther) {
  Location requested = buffer().requested;
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (llvm::get_threadid() == thread &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          diagnostic.attachNote(requested) << "the layout is requested here";
        return failure(); // the next handler reports it
      });
  return planOther();
}

/// `value` is another name of the buffer, by the op `by`.
void LayoutPropagation::reach(Value value, Operation *by, bool isSource) {
  if (!steps.try_emplace(value, Step{current, by, isSource}).second)
    return;
  answer(value.getAsOpaquePointer());
  buffer().values.push_back(value);
  reached.push_back(value);
}

/// The op that forwards two buffers to one name: the last one on the way to
/// `value` from which it leads backwards. Null if no op is known.
Operation *LayoutPropagation::findMeeting(Value value) const {
  Step last = steps.lookup(value);
  while (last.isSource) {
    Step step = steps.lookup(last.from);
    if (!step.isSource)
      break;
    last = step;
  }
  return last.by;
}

/// Checks a request at another name of the buffer against the first one.
void LayoutPropagation::answer(const void *key) {
  const LayoutRequest *request = requestOf.lookup(key);
  if (!request)
    return;
  answered.insert(request);
  if (request->layout == buffer().layout)
    return;
  hasErrors = true;
  InFlightDiagnostic diagnostic = mlir::emitError(request->loc);
  diagnostic << "the layout " << request->layout
             << " is requested for a buffer that also gets the layout "
             << buffer().layout
             << "; values that may be one buffer need one layout";
  diagnostic.attachNote(buffer().requested) << "the other request";
  if (Operation *by = request->value ? findMeeting(request->value) : nullptr)
    diagnostic.attachNote(by->getLoc())
        << "they meet in this '" << by->getName() << "'";
}

//===----------------------------------------------------------------------===//
// Backwards: where does the buffer come from?
//===----------------------------------------------------------------------===//
void LayoutPropagation::visitOrigin(Value value) {
  ArrayRef<OpOperand *> incoming = flow.getIncoming(value);
  if (!incoming.empty() && !flow.isUnknown(value)) {
    for (OpOperand *operand : incoming)
      reachSource(*operand);
    return;
  }
  if (auto argument = dyn_cast<BlockArgument>(value))
    return visitArgumentOrigin(argument);
  Operation *op = value.getDefiningOp();
  if (isa<SizedAllocation>(op))
    return;
  if (auto get = dyn_cast<memref::GetGlobalOp>(op))
    return reachGlobal(uses.getGlobal(get));
  if (auto call = dyn_cast<TracedCall>(op))
    return visitCallOrigin(call, cast<OpResult>(value).getResultNumber());
  if (isa<memref::DistinctObjectsOp>(op))
    return reachSource(
        op->getOpOperand(cast<OpResult>(value).getResultNumber()));
  refuse(op) << "yields a buffer for which a layout is requested, and cannot "
                "yield a laid-out one; copy it into a buffer of memref.alloc, "
                "and request the layout for that";
}

void LayoutPropagation::visitArgumentOrigin(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  auto function = dyn_cast<TracedFunction>(parent);
  if (!function || !argument.getOwner()->isEntryBlock()) {
    refuse(parent) << "passes a buffer for which a layout is requested to its "
                      "region, and cannot be rewritten for a laid-out one; "
                      "copy the buffer, and pass the copy";
    return;
  }
  unsigned index = argument.getArgNumber();
  // An attribution begins here, and is of no call.
  if (index >= function.getNumArguments())
    return;
  if (hasFixedArgument(function, index)) {
    if (function.isOnDevice()) {
      refuse(function)
          << "keeps its type, as "
          << (uses.getCalls(function).empty()
                  ? "nothing in this module "
                    "calls or launches it"
                  : "it has uses other than launches")
          << ", and threads cannot work on a local copy of argument #" << index
          << "; state the layout in the type, or run layout-assign with "
             "change-interface";
      return;
    }
    bool isRequested = requestOf.contains(argument.getAsOpaquePointer());
    hasErrors |= failed(getModes().adoptStatedMode(function, index));
    AccessMode mode = getModes().getMode(function, index);
    for (TracedCall call : uses.getCalls(function))
      checkNotConstant(call, call.getArgumentOperand(index).get(), mode);
    plan.localArguments.push_back(
        {function, index, bufferIndex(), mode, isRequested});
    return;
  }
  plan.changedFunctions.insert(function);
  for (TracedCall call : uses.getCalls(function))
    visitPassed(call, index);
}

/// A view that a call passes is converted around the call, if the callee itself
/// requests the layout: a request guarantees that the callee reaches the buffer
/// in no other way, so that it does not miss the copy.
void LayoutPropagation::visitPassed(TracedCall call, unsigned argument) {
  TracedFunction callee = uses.getCallee(call);
  OpOperand &operand = call.getArgumentOperand(argument);
  Operation *view = operand.get().getDefiningOp();
  if (!view || call.isLaunch() ||
      !(isFoldableView(view) || isa<memref::CastOp>(view)))
    return reachSource(operand);
  if (!isRequested(callee.getArgument(argument))) {
    refuse(call) << "forwards a view where a layout is requested, which a view "
                    "cannot have of its own; request the layout for argument #"
                 << argument << " of '" << callee.getName()
                 << "' too, so that the view is converted around the call";
    return;
  }
  if (getModes().mayReturn(callee, argument)) {
    refuse(call) << "may return a view that it converts into the requested "
                    "layout around the call; pass the buffer that is viewed";
    return;
  }
  AccessMode mode = getModes().getMode(callee, argument);
  checkNotConstant(call, operand.get(), mode);
  plan.convertedCalls[call].push_back({argument, operand.get(), bufferIndex(),
                                       mode, /*isIntoLayout=*/true});
}

bool LayoutPropagation::isConstant(const MemoryOrigin &origin, Operation *op) {
  return origin.global && lookUpConstantGlobal(op, origin.global, symbols);
}

bool LayoutPropagation::mayBeConstant(Value buffer) {
  return constants.find(buffer, [&](Value value,
                                    SmallVectorImpl<Value> &passed) {
    bool isFound = false;
    for (const MemoryOrigin &origin : origins.find(value)) {
      isFound |= isConstant(origin, value.getParentRegion()->getParentOp());
      auto function =
          origin.argument ? dyn_cast<TracedFunction>(
                                origin.argument.getOwner()->getParentOp())
                          : TracedFunction();
      if (!function)
        continue;
      for (TracedCall call : uses.getCalls(function))
        passed.push_back(
            call.getArgumentOperand(origin.argument.getArgNumber()).get());
    }
    return isFound;
  });
}

void LayoutPropagation::checkNotConstant(TracedCall call, Value buffer,
                                         AccessMode mode) {
  if (mode != AccessMode::Read && mayBeConstant(buffer))
    refuse(call) << "passes a buffer that may be a constant global to a "
                    "function that would work on a copy of it in another "
                    "layout, and may write it, so that the copy is copied "
                    "back; pass a copy of the global";
}

/// The buffer is what `operand`, of a call, a return or control flow, passes
/// on.
void LayoutPropagation::reachSource(OpOperand &operand) {
  Operation *view = operand.get().getDefiningOp();
  if (!view || !isFoldableView(view))
    return reach(operand.get(), operand.getOwner(), /*isSource=*/true);
  refuse(operand.getOwner())
      << "forwards a view where a layout is requested, which a view cannot "
         "have of its own; request the layout for the buffer that is viewed";
}

void LayoutPropagation::visitCallOrigin(TracedCall call, unsigned result) {
  TracedFunction callee = uses.getCallee(call);
  if (hasFixedInterface(callee)) {
    refuse(call)
        << "yields a buffer for which a layout is requested, but the type of "
           "the called function cannot change; make the function private, or "
           "run layout-assign with change-interface";
    return;
  }
  reachResult(callee, result);
}

/// The buffer is result `index` of `function`, whose type changes.
void LayoutPropagation::reachResult(TracedFunction function, unsigned index) {
  auto &results = plan.changedResults[function];
  if (!results.try_emplace(index, buffer().laidOutType).second)
    return;
  plan.changedFunctions.insert(function);
  for (Block &block : function.getFunctionBody())
    if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator()))
      reachSource(ret->getOpOperand(index));
  for (TracedCall call : uses.getCalls(function))
    reach(call.getReturned()[index], call);
}

void LayoutPropagation::reachGlobal(memref::GlobalOp global) {
  if (!seenGlobals.insert(global).second)
    return;
  buffer().isOfGlobal = true;
  answer(global.getOperation());
  if (!hasFixedInterface(global))
    plan.changedGlobals.push_back({global, buffer().laidOutType});
  llvm::MapVector<Operation *, SmallVector<memref::GetGlobalOp>> byFunction;
  for (memref::GetGlobalOp get : uses.getGetGlobals(global)) {
    reach(get.getResult(), get);
    byFunction[getFunctionAround(get)].push_back(get);
  }
  if (!hasFixedInterface(global))
    return;
  for (auto &[function, gets] : byFunction)
    plan.localGlobals.push_back(
        {dyn_cast_or_null<TracedFunction>(function), global, gets,
         bufferIndex(), !global.getConstant() && isGlobalWritten(gets, flow)});
}

//===----------------------------------------------------------------------===//
// Forwards: where does the buffer go?
//===----------------------------------------------------------------------===//
void LayoutPropagation::visitUses(Value value) {
  for (OpOperand &use : value.getUses())
    visitUse(use, value);
}

void LayoutPropagation::visitUse(OpOperand &use, Value root) {
  Operation *op = use.getOwner();
  if (isa<memref::CastOp>(op) || isViewOf(use))
    return visitView(op, root, /*isCast=*/true);
  if (auto call = dyn_cast<TracedCall>(op))
    return visitCall(call, use, root);
  if (isa<func::ReturnOp>(op))
    return visitReturn(use);
  if (ArrayRef<Value> names = flow.getNames(use);
      !names.empty() && mayForward(op)) {
    for (Value name : names)
      reach(name, op);
    return;
  }
  if (isVectorLoadOrStore(op)) {
    hasErrors |= failed(withNote([&] { return planVectorToTransfer(op); }));
    plan.vectorAccesses.push_back(op);
    return;
  }
  if (movesByOneAddress(op))
    return visitRun(use);
  if (isDeallocation(use))
    return visitDealloc(op, root);
  if (auto copy = dyn_cast<gpu::MemcpyOp>(op)) {
    deviceCopies.insert({copy, bufferIndex()});
    return;
  }
  if (isa<memref::DistinctObjectsOp>(op))
    return reach(op->getResult(use.getOperandNumber()), op);
  if (isa<bufferization::CloneOp>(op))
    return visitClone(op);
  if (getLayoutRewrite(use) == LayoutRewrite::Refused)
    refuse(op) << "uses a buffer for which a layout is requested, and cannot "
                  "be rewritten for a laid-out one; "
               << getAdviceForRequest(op);
}

void LayoutPropagation::visitClone(Operation *clone) {
  hasErrors |= failed(withNote([&] { return planLowerClone(clone); }));
  plan.clones.insert(clone);
}

void LayoutPropagation::visitDealloc(Operation *op, Value root) {
  bool isOwn = llvm::all_of(origins.find(root), [](const MemoryOrigin &origin) {
    return origin.getAllocationSite() != nullptr;
  });
  if (!isOwn && !buffer().freedElsewhere)
    buffer().freedElsewhere = op;
}

/// Returns what to do where `op` takes a view as a plain buffer.
static std::string getAdviceForView(Operation *op) {
  if (isa<func::ReturnOp>(op))
    return "copy it to a plain buffer and return that; of tensors, run "
           "layout-bufferize with keep-arguments";
  if (isa<TracedCall>(op))
    return "copy it to a plain buffer and pass that";
  return getAdviceForRequest(op);
}

/// `isCast`: from `root` to here there are casts only.
void LayoutPropagation::visitView(Operation *view, Value root, bool isCast) {
  isCast &= isa<memref::CastOp>(view);
  bool isRanked = isFoldableView(view);
  if (isa<memref::AssumeAlignmentOp>(view))
    remarkMissed(view->getLoc(), "layout-assign/alignment-dropped")
        << "dropped: the alignment was stated for the plain buffer, and is not "
           "known of the laid-out one; state it after layout-apply";
  if (isRanked)
    hasErrors |= failed(withNote([&] { return planFoldView(view); }));
  else
    plan.unrankedCasts.push_back(view);
  for (OpOperand &use : view->getResult(0).getUses()) {
    Operation *op = use.getOwner();
    auto call = dyn_cast<TracedCall>(op);
    if (isRanked && (isViewOf(use) || isa<memref::CastOp>(op)))
      visitView(op, root, isCast);
    else if (isRanked && isa<bufferization::CloneOp>(op))
      visitClone(op);
    else if (call && isCast && isConvertedCall(call, use))
      convertAroundCall(call, use, root);
    else if (!isRanked || isa<TracedCall, func::ReturnOp>(op) ||
             !flow.getNames(use).empty())
      refuse(op) << "uses a view of a buffer for which a layout is requested, "
                    "and cannot be rewritten for a laid-out one; "
                 << getAdviceForView(op);
    else
      visitFoldedUse(use, root);
  }
}

void LayoutPropagation::visitRun(OpOperand &use) {
  hasErrors |= failed(
      withNote([&] { return planRunAccess(use, buffer().laidOutType); }));
  if (needsUnitStride(use.getOwner()))
    plan.unitStrideAccesses.insert(use.getOwner());
}

void LayoutPropagation::visitFoldedUse(OpOperand &use, Value root) {
  LogicalResult folds = withNote([&] { return planFoldViewUse(use, storage); });
  hasErrors |= failed(folds);
  if (succeeded(folds) && movesByOneAddress(use.getOwner()))
    visitRun(use);
  if (isDeallocation(use))
    visitDealloc(use.getOwner(), root);
}

void LayoutPropagation::visitCall(TracedCall call, OpOperand &use, Value root) {
  TracedFunction callee = uses.getCallee(call);
  std::optional<unsigned> argument = call.getArgumentNumber(use);
  if (!callee || !argument) {
    refuse(call)
        << "passes a buffer for which a layout is requested to a kernel that "
           "is not in this module; state the layout in its type";
    return;
  }
  unsigned index = *argument;
  if (!hasFixedArgument(callee, index))
    return reach(callee.getArgument(index), call);
  convertAroundCall(call, use, root);
}

/// Returns true if `operand`, a cast of a buffer, is plain in the callee:
/// either the callee keeps its type, or it has one for other buffers, too, as
/// `memref<?xf32>`, which no layout of one buffer fits.
bool LayoutPropagation::isConvertedCall(TracedCall call, OpOperand &operand) {
  return hasFixedArgument(call, operand) ||
         (!call.isLaunch() && uses.getCallee(call) &&
          call.getArgumentNumber(operand));
}

void LayoutPropagation::convertAroundCall(TracedCall call, OpOperand &use,
                                          Value root) {
  TracedFunction callee = uses.getCallee(call);
  unsigned index = *call.getArgumentNumber(use);
  bool isFixed = hasFixedArgument(callee, index);
  if (isFixed && call.isLaunch()) {
    refuse(call) << "passes a buffer for which a layout is requested to '"
                 << callee.getName()
                 << "', whose type cannot change, as it has uses other than "
                    "launches; state the layout in its type";
    return;
  }
  if (getModes().mayReturn(callee, index)) {
    InFlightDiagnostic diagnostic = refuse(call);
    diagnostic << "may return a buffer for which a layout is requested from "
                  "a function whose type cannot change; ";
    if (isFixed)
      diagnostic << "make the function private, or run layout-assign with "
                    "change-interface";
    else
      diagnostic << "declare '" << callee.getName() << "' with the type "
                 << root.getType() << ", and pass the buffer without a cast";
    return;
  }
  AccessMode mode = getModes().getMode(callee, index);
  SmallVector<MemoryOrigin, 2> memory = origins.find(root);
  bool isOfConstants =
      !memory.empty() && llvm::all_of(memory, [&](const MemoryOrigin &origin) {
        return isConstant(origin, call);
      });
  if (!isOfConstants)
    checkNotConstant(call, root, mode);
  plan.convertedCalls[call].push_back({index, root, bufferIndex(),
                                       isOfConstants ? AccessMode::Read : mode,
                                       /*isIntoLayout=*/false, isOfConstants});
}

/// Returns the argument of a function whose buffer `value` is in all
/// executions; null if there is none. `value` must be a name of a buffer that
/// is reached: of these, none is a view.
static BlockArgument getOnlyArgument(Value value, MemoryOrigins &origins) {
  SmallVector<MemoryOrigin, 2> memory = origins.find(value);
  BlockArgument argument =
      memory.size() == 1 ? memory.front().argument : BlockArgument();
  return argument && argument.getType() == value.getType() ? argument
                                                           : BlockArgument();
}

void LayoutPropagation::visitReturn(OpOperand &use) {
  TracedFunction function = getFunctionAround(use.getOwner());
  if (!hasFixedInterface(function))
    return reachResult(function, use.getOperandNumber());
  // An argument that keeps its type is returned as it came: what the function
  // did to its local copy has been copied back by then.
  if (BlockArgument argument = getOnlyArgument(use.get(), origins)) {
    plan.returnedArguments.push_back({&use, argument});
    return;
  }
  refuse(use.getOwner())
      << "returns a buffer for which a layout is requested from function '"
      << function.getName()
      << "', whose type cannot change; run layout-assign with "
         "change-interface, make the function private, or, where it is the "
         "memory of a tensor argument, run layout-bufferize with "
         "keep-arguments";
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//
bool LayoutPropagation::hasFixedArgument(TracedCall call, OpOperand &operand) {
  TracedFunction callee = uses.getCallee(call);
  std::optional<unsigned> index = call.getArgumentNumber(operand);
  return callee && index && hasFixedArgument(callee, *index);
}

AccessModes &LayoutPropagation::getModes() {
  if (!modes)
    modes.emplace(module, symbols, flow);
  return *modes;
}
