//===- AssignPlan.cpp - What layout-assign will do ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/CallAliasing.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Assign.h"
#include "Layout/Transforms/Remarks.h"
#include "FoldViews.h"
#include "GlobalReach.h"
#include "SymbolUses.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include <deque>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A request as it stands in the module.
struct Request {
  Operation *holder; ///< allocation, global or function
  Value value;       ///< what it is on; null for a global
  Type type;         ///< of the buffer
  Location loc;
  BufferAttr layout;
};

//===----------------------------------------------------------------------===//
// Finding requests
//===----------------------------------------------------------------------===//

class RequestFinder {
public:
  /// Finds all requests; refuses those at a place that cannot have one.
  LogicalResult run(ModuleOp module) {
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        visitFunction(function);
      else if (isa<memref::AllocOp, memref::AllocaOp, memref::GlobalOp>(op))
        visitBuffer(op);
    });
    return failure(hasErrors);
  }

  SmallVector<Request> requests;

private:
  void visitBuffer(Operation *op) {
    auto layout = op->getAttrOfType<BufferAttr>(LayoutDialect::kTransformAttrName);
    if (!layout)
      return;
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      requests.push_back(
          {op, Value(), global.getType(), op->getLoc(), layout});
    else
      requests.push_back({op, op->getResult(0), op->getResult(0).getType(),
                          op->getLoc(), layout});
  }

  void visitFunction(FunctionOpInterface function) {
    if (!function.getArgAttrsAttr())
      return;
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (auto layout = function.getArgAttrOfType<BufferAttr>(
              i, LayoutDialect::kTransformAttrName))
        visitArgument(function, i, layout);
  }

  void visitArgument(FunctionOpInterface function, unsigned i,
                     BufferAttr layout) {
    if (!isa<func::FuncOp>(function.getOperation())) {
      refuse(function) << "has a layout requested for argument #" << i
                       << ", which is possible on func.func only";
    } else if (function.isExternal()) {
      refuse(function) << "has a layout requested for argument #" << i
                       << ", but no body; state the layout in the type";
    } else {
      Value argument = function.getArgument(i);
      requests.push_back({function, argument, argument.getType(),
                          argument.getLoc(), layout});
    }
  }

  InFlightDiagnostic refuse(Operation *op) {
    hasErrors = true;
    return op->emitOpError();
  }

  bool hasErrors = false;
};

/// Can a buffer of the requested type have the layout at all?
FailureOr<MemRefType> getRequestedType(const Request &request) {
  auto emitError = [&] { return mlir::emitError(request.loc); };
  if (isa<TensorType>(request.type))
    return emitError() << "a layout is requested for a tensor, "
                       << request.type << "; bufferise first";
  auto type = dyn_cast<MemRefType>(request.type);
  if (!type)
    return emitError() << "a layout is requested for " << request.type
                       << ", which is no ranked memref";
  if (type.getLayout() == request.layout)
    return type;
  if (!type.getLayout().isIdentity())
    return emitError() << "the layout " << request.layout
                       << " is requested for a buffer whose type already has "
                          "the layout "
                       << type.getLayout();
  if (!type.hasStaticShape())
    return emitError() << "a layout is requested for " << type
                       << "; dynamic shapes are not supported yet";
  if (type.getRank() != request.layout.getLogicalRank())
    return emitError() << "the layout " << request.layout << " of rank "
                       << request.layout.getLogicalRank()
                       << " is requested for " << type;
  auto laidOut = MemRefType::get(type.getShape(), type.getElementType(),
                                 request.layout, type.getMemorySpace());
  if (failed(verifyLaidOutType(laidOut, emitError)))
    return failure();
  return laidOut;
}

//===----------------------------------------------------------------------===//
// Following one buffer through all its names
//===----------------------------------------------------------------------===//

class AssignPlanner {
public:
  AssignPlanner(ModuleOp module, const AssignOptions &options)
      : module(module), options(options) {}

  FailureOr<AssignPlan> run() {
    RequestFinder finder;
    if (failed(finder.run(module)))
      return failure();
    if (!finder.requests.empty() && failed(planRequests(finder.requests)))
      return failure();
    if (failed(checkPads()))
      return failure();
    return std::move(plan);
  }

private:
  LogicalResult planRequests(ArrayRef<Request> requests) {
    uses.emplace(module, symbols);
    for (const Request &request : requests)
      requestOf[getKey(request)] = &request;
    for (const Request &request : requests)
      follow(request);
    for (AssignPlan::LocalGlobal &local : plan.localGlobals)
      checkLocalGlobal(local);
    for (const AssignPlan::Buffer &buffer : plan.buffers)
      checkLifetime(buffer);
    for (auto &[call, operands] : plan.convertedCalls)
      checkConvertedCall(call, operands);
    return failure(hasErrors || failed(checkAliasing()));
  }

  static const void *getKey(const Request &request) {
    return request.value ? request.value.getAsOpaquePointer()
                         : static_cast<const void *>(request.holder);
  }

  void follow(const Request &request) {
    plan.requestHolders.insert(request.holder);
    if (answered.contains(&request))
      return;
    FailureOr<MemRefType> laidOut = getRequestedType(request);
    if (failed(laidOut)) {
      hasErrors = true;
      return;
    }
    auto plain = cast<MemRefType>(request.type);
    if (*laidOut == plain)
      return;
    plan.buffers.push_back(
        {request.loc, request.layout, plain, *laidOut, {}});
    if (request.value)
      reach(request.value);
    else
      reachGlobal(cast<memref::GlobalOp>(request.holder));
    // A worklist instead of recursion: call chains may be long.
    while (!reached.empty()) {
      Value value = reached.front();
      reached.pop_front();
      visitOrigin(value);
      visitUses(value);
    }
  }

  AssignPlan::Buffer &buffer() { return plan.buffers.back(); }
  unsigned bufferIndex() const { return plan.buffers.size() - 1; }

  InFlightDiagnostic refuse(Operation *op) {
    hasErrors = true;
    InFlightDiagnostic diagnostic = op->emitOpError();
    diagnostic.attachNote(buffer().requested)
        << "the layout is requested here";
    return diagnostic;
  }

  /// `value` is another name of the buffer.
  void reach(Value value) {
    if (!seen.insert(value).second)
      return;
    answer(value.getAsOpaquePointer());
    buffer().values.push_back(value);
    reached.push_back(value);
  }

  /// Checks a request at another name of the buffer against the first one.
  void answer(const void *key) {
    const Request *request = requestOf.lookup(key);
    if (!request)
      return;
    answered.insert(request);
    if (request->layout == buffer().layout)
      return;
    hasErrors = true;
    InFlightDiagnostic diagnostic = mlir::emitError(request->loc);
    diagnostic << "the layout " << request->layout
               << " is requested for a buffer for which " << buffer().layout
               << " is requested elsewhere";
    diagnostic.attachNote(buffer().requested) << "the other request";
  }

  //===--------------------------------------------------------------------===//
  // Backwards: where does the buffer come from?
  //===--------------------------------------------------------------------===//

  void visitOrigin(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return visitArgumentOrigin(argument);
    Operation *op = value.getDefiningOp();
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      return;
    if (auto get = dyn_cast<memref::GetGlobalOp>(op))
      return reachGlobal(uses->getGlobal(get));
    if (auto call = dyn_cast<func::CallOp>(op))
      return visitCallOrigin(call, cast<OpResult>(value).getResultNumber());
    refuse(op) << "yields a buffer for which a layout is requested, and cannot "
                  "follow";
  }

  void visitArgumentOrigin(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto function = dyn_cast<func::FuncOp>(parent);
    if (!function || !argument.getOwner()->isEntryBlock()) {
      refuse(parent) << "carries a buffer for which a layout is requested as a "
                        "block argument, and cannot follow";
      return;
    }
    unsigned index = argument.getArgNumber();
    if (hasFixedInterface(function)) {
      bool isRequested = requestOf.contains(argument.getAsOpaquePointer());
      plan.localArguments.push_back({function, index, bufferIndex(),
                                     getModes().getMode(function, index),
                                     isRequested});
      return;
    }
    plan.changedFunctions.insert(function);
    for (func::CallOp call : uses->getCalls(function))
      reachSource(call->getOpOperand(index));
  }

  /// The buffer is what `operand`, of a call or return, passes on.
  void reachSource(OpOperand &operand) {
    Operation *view = operand.get().getDefiningOp();
    if (!view || !isFoldableView(view))
      return reach(operand.get());
    refuse(operand.getOwner())
        << "passes a view of a buffer where a layout is requested for what it "
           "passes; a view cannot have a layout of its own";
  }

  void visitCallOrigin(func::CallOp call, unsigned result) {
    func::FuncOp callee = uses->getCallee(call);
    if (hasFixedInterface(callee)) {
      refuse(call) << "yields a buffer for which a layout is requested, but "
                      "the type of the called function cannot change";
      return;
    }
    reachResult(callee, result);
  }

  /// The buffer is result `index` of `function`, whose type changes.
  void reachResult(func::FuncOp function, unsigned index) {
    auto &results = plan.changedResults[function];
    if (!results.try_emplace(index, buffer().laidOutType).second)
      return;
    plan.changedFunctions.insert(function);
    for (Block &block : function.getBody())
      if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator()))
        reachSource(ret->getOpOperand(index));
    for (func::CallOp call : uses->getCalls(function))
      reach(call.getResult(index));
  }

  void reachGlobal(memref::GlobalOp global) {
    if (!seenGlobals.insert(global).second)
      return;
    buffersOfGlobals.insert(bufferIndex());
    answer(global.getOperation());
    if (!hasFixedInterface(global))
      plan.changedGlobals.push_back({global, buffer().laidOutType});
    llvm::MapVector<Operation *, SmallVector<memref::GetGlobalOp>> byFunction;
    for (memref::GetGlobalOp get : uses->getGetGlobals(global)) {
      reach(get.getResult());
      byFunction[get->getParentOfType<func::FuncOp>()].push_back(get);
    }
    if (!hasFixedInterface(global))
      return;
    for (auto &[function, gets] : byFunction)
      plan.localGlobals.push_back({dyn_cast_or_null<func::FuncOp>(function),
                                   global, gets, bufferIndex(),
                                   isGlobalWritten(gets)});
  }

  //===--------------------------------------------------------------------===//
  // Forwards: where does the buffer go?
  //===--------------------------------------------------------------------===//

  void visitUses(Value value) {
    for (OpOperand &use : value.getUses())
      visitUse(use, value);
  }

  void visitUse(OpOperand &use, Value root) {
    Operation *op = use.getOwner();
    if (isa<memref::CastOp>(op) || isFoldableView(op))
      return visitView(op, root, /*isCast=*/true);
    if (auto call = dyn_cast<func::CallOp>(op))
      return visitCall(call, use, root);
    if (isa<func::ReturnOp>(op))
      return visitReturn(use);
    if (isVectorLoadOrStore(op)) {
      hasErrors |= failed(planVectorToTransfer(op));
      plan.vectorAccesses.push_back(op);
      return;
    }
    if (isa<memref::DeallocOp>(op))
      return visitDealloc(op, root);
    if (!canFollow(use))
      refuse(op) << "uses a buffer for which a layout is requested, and cannot "
                    "follow";
  }

  /// Does the op mean the same on a laid-out buffer, by logical indices?
  static bool canFollow(OpOperand &use) {
    Operation *op = use.getOwner();
    if (isa<memref::StoreOp, affine::AffineStoreOp>(op))
      return use.getOperandNumber() == 1; // not: the buffer itself is stored
    return isa<memref::LoadOp, affine::AffineLoadOp, vector::TransferReadOp,
               vector::TransferWriteOp, memref::DimOp, memref::CopyOp,
               linalg::LinalgOp, ConvertOp>(op);
  }

  void visitDealloc(Operation *op, Value root) {
    if (!isa_and_nonnull<memref::AllocOp>(root.getDefiningOp()))
      freedElsewhere.try_emplace(bufferIndex(), op);
  }

  /// `isCast`: from `root` to here there are casts only.
  void visitView(Operation *view, Value root, bool isCast) {
    isCast &= isa<memref::CastOp>(view);
    bool isRanked = isFoldableView(view);
    if (isRanked)
      hasErrors |= failed(planFoldView(view));
    else
      plan.unrankedCasts.push_back(view);
    for (OpOperand &use : view->getResult(0).getUses()) {
      Operation *op = use.getOwner();
      auto call = dyn_cast<func::CallOp>(op);
      if (isRanked && (isFoldableView(op) || isa<memref::CastOp>(op)))
        visitView(op, root, isCast);
      else if (call && isCast && hasFixedInterface(uses->getCallee(call)))
        visitCall(call, use, root);
      else if (!isRanked || isa<func::CallOp, func::ReturnOp>(op))
        refuse(op) << "uses a view of a buffer for which a layout is "
                      "requested, and cannot follow";
      else
        visitFoldedUse(use, root);
    }
  }

  void visitFoldedUse(OpOperand &use, Value root) {
    hasErrors |= failed(planFoldViewUse(use));
    if (isa<memref::DeallocOp>(use.getOwner()))
      visitDealloc(use.getOwner(), root);
  }

  void visitCall(func::CallOp call, OpOperand &use, Value root) {
    func::FuncOp callee = uses->getCallee(call);
    unsigned index = use.getOperandNumber();
    if (!hasFixedInterface(callee))
      return reach(callee.getArgument(index));
    plan.convertedCalls[call].push_back(
        {index, root, bufferIndex(), getModes().getMode(callee, index)});
  }

  void visitReturn(OpOperand &use) {
    auto function = use.getOwner()->getParentOfType<func::FuncOp>();
    if (!hasFixedInterface(function))
      return reachResult(function, use.getOperandNumber());
    refuse(use.getOwner())
        << "returns a buffer for which a layout is requested from function '"
        << function.getName()
        << "', whose type cannot change; run layout-assign with "
           "change-interface, or make the function private";
  }

  //===--------------------------------------------------------------------===//
  // Interfaces
  //===--------------------------------------------------------------------===//

  /// Must the type stay, because somebody who cannot be changed relies on it?
  bool hasFixedInterface(func::FuncOp function) {
    return function.isExternal() || uses->isNamedOtherwise(function) ||
           (!function.isPrivate() && !options.changeInterface);
  }
  bool hasFixedInterface(memref::GlobalOp global) {
    return uses->isNamedOtherwise(global) ||
           ((!global.isPrivate() || global.isExternal()) &&
            !options.changeInterface);
  }

  const AccessModes &getModes() {
    if (!modes)
      modes.emplace(module, symbols);
    return *modes;
  }

  void checkLocalGlobal(AssignPlan::LocalGlobal &local) {
    if (!local.function) {
      hasErrors = true;
      local.uses.front()->emitOpError()
          << "is outside of any func.func, where the layout requested for "
             "global '"
          << local.global.getSymName() << "' cannot be met by a local copy";
      return;
    }
    for (memref::GetGlobalOp get : local.uses)
      for (Operation *user : get->getUsers())
        if (isa<func::ReturnOp>(user)) {
          hasErrors = true;
          user->emitOpError("returns global '")
              << local.global.getSymName()
              << "', of which this function would work on a local copy";
        }
    // A request promises that its buffer is reached by no other way.
    auto isDistinct = [&](Value root) {
      return requestOf.contains(root.getAsOpaquePointer()) ||
             isLaidOut(root.getType());
    };
    hasErrors |= failed(checkGlobalIsReachedAlone(
        local.function, local.global, local.isWritten, isDistinct));
  }

  /// A callee that is handed a copy of a global may reach the global as well.
  void checkConvertedCall(Operation *call,
                          ArrayRef<AssignPlan::ConvertedOperand> operands) {
    for (const AssignPlan::ConvertedOperand &operand : operands) {
      if (!buffersOfGlobals.contains(operand.buffer))
        continue;
      hasErrors = true;
      InFlightDiagnostic diagnostic = call->emitOpError(
          "passes a global for which a layout is requested to a function whose "
          "type cannot change");
      diagnostic.attachNote(plan.buffers[operand.buffer].requested)
          << "the layout is requested here";
    }
  }

  /// A local copy is freed where it was made, and nowhere else.
  void checkLifetime(const AssignPlan::Buffer &buffer) {
    unsigned index = &buffer - plan.buffers.data();
    Operation *dealloc = freedElsewhere.lookup(index);
    auto isOfThis = [&](const auto &local) { return local.buffer == index; };
    if (!dealloc || (llvm::none_of(plan.localArguments, isOfThis) &&
                     llvm::none_of(plan.localGlobals, isOfThis)))
      return;
    hasErrors = true;
    InFlightDiagnostic diagnostic = dealloc->emitOpError(
        "frees a buffer that is not its function's own, and that would be a "
        "local copy because of the layout requested for it");
    diagnostic.attachNote(buffer.requested) << "the layout is requested here";
  }

  LogicalResult checkAliasing() {
    auto isToBeLaidOut = [&](func::FuncOp callee, unsigned index) {
      if (isLaidOut(callee.getFunctionType().getInput(index)))
        return true;
      return !callee.isExternal() && seen.contains(callee.getArgument(index));
    };
    auto remarkPromise = [](func::CallOp call, Value, Value) {
      remarkUnknown(call.getLoc(), "layout-assign/caller-promises-no-alias")
          << "operands of unknown origin: that they do not overlap is the "
             "caller's promise";
    };
    return verifyCallAliasing(module, getModes(), symbols, isToBeLaidOut,
                              remarkPromise);
  }

  //===--------------------------------------------------------------------===//
  // Padding without a pad
  //===--------------------------------------------------------------------===//

  LogicalResult checkPads() {
    if (!options.requirePad && !module.getContext()->getRemarkEngine())
      return success();
    for (const AssignPlan::Buffer &buffer : plan.buffers)
      checkPad(buffer.laidOutType, buffer.requested);
    module.walk([&](Operation *op) { checkWrittenTypes(op); });
    return failure(hasErrors);
  }

  /// Layouts that types state already.
  void checkWrittenTypes(Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      for (auto [index, type] :
           llvm::enumerate(function.getFunctionType().getInputs()))
        checkPad(type, function.isExternal()
                           ? function.getLoc()
                           : function.getArgument(index).getLoc());
    } else if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      checkPad(global.getType(), op->getLoc());
    } else if (isa<memref::AllocOp, memref::AllocaOp>(op)) {
      checkPad(op->getResult(0).getType(), op->getLoc());
    }
  }

  void checkPad(Type type, Location loc) {
    BufferAttr layout = getLayoutToApply(type);
    if (!layout)
      return;
    const PhysicalLayout &facts = getPhysicalLayout(cast<ShapedType>(type));
    if (!facts.getFault().empty())
      return; // layout-apply reports it
    for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
      if (layout.getPads()[step - 1].isNone() &&
          facts.hasPadding(step) != Truth::No)
        return reportPaddingWithoutPad(facts, step, type, loc);
  }

  void reportPaddingWithoutPad(const PhysicalLayout &facts, unsigned step,
                               Type type, Location loc) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (std::optional<SmallVector<int64_t>> place = facts.getFirstPadding(step))
      os << "no pad is stated for padding element " << formatIndex(*place);
    else
      os << "no pad is stated for what may be padding";
    os << " of " << type;
    if (!options.requirePad) {
      remarkMissed(loc, "layout-assign/padding-without-pad")
          << (text + "; no pass may touch it");
      return;
    }
    hasErrors = true;
    emitError(loc) << text;
  }

  ModuleOp module;
  const AssignOptions &options;
  AssignPlan plan;
  SymbolTableCollection symbols;
  std::optional<SymbolUses> uses;
  std::optional<AccessModes> modes;
  DenseMap<const void *, const Request *> requestOf;
  llvm::SmallPtrSet<const Request *, 8> answered;
  DenseSet<Value> seen;
  llvm::SmallPtrSet<Operation *, 8> seenGlobals;
  llvm::SmallDenseSet<unsigned, 8> buffersOfGlobals;
  DenseMap<unsigned, Operation *> freedElsewhere;
  std::deque<Value> reached;
  bool hasErrors = false;
};

} // namespace

FailureOr<AssignPlan> layout::planAssign(ModuleOp module,
                                         const AssignOptions &options) {
  return AssignPlanner(module, options).run();
}
