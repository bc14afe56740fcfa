//===- TransformOpsSteps.cpp - Running a pass as a step of a schedule -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/TransformOps/TransformOps.h"
#include "ModuleWork.h"
#include "Refusal.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::schedule;

namespace {

class StepRunner {
public:
  StepRunner(Step step, transform::TransformRewriter &rewriter,
             transform::TransformState &state)
      : step(std::move(step)), op(this->step.op), rewriter(rewriter),
        state(state) {}

  DiagnosedSilenceableFailure run(transform::TransformResults &results);

private:
  DiagnosedSilenceableFailure refuse(const Twine &why) {
    return schedule::refuse(op, why);
  }
  DiagnosedSilenceableFailure sortTargets();
  DiagnosedSilenceableFailure placeMarks(ModuleWork &work, PayloadCopy &copy,
                                         Marks &marks);
  FailureOr<std::unique_ptr<Pass>> makePass();
  DiagnosedSilenceableFailure runPass(ModuleWork &work);
  DiagnosedSilenceableFailure explainNothing(ModuleWork &work);
  DiagnosedSilenceableFailure checkOtherHandles(const ModuleWork &work);
  bool isConsumed(Operation *payload) const;
  Operation *getTransformed(Operation *target);
  std::string getOptionText();
  StringRef getExpectedValues();

  Step step;
  Operation *op;
  transform::TransformRewriter &rewriter;
  transform::TransformState &state;
  SmallVector<Operation *> targets, loops;
  llvm::MapVector<Operation *, std::unique_ptr<ModuleWork>> works;
};

} // namespace

/// The op of a module's body that `payload` is in.
static Operation *getTopOp(Operation *payload) {
  while (!isa_and_nonnull<ModuleOp>(payload->getParentOp()))
    if (!(payload = payload->getParentOp()))
      return nullptr;
  return payload;
}

/// Steps that name a buffer may have that as their target.
static bool canBeBuffer(Operation *step) {
  return isa<TransformLayoutOp, SetAxisSeparatorsOp, CacheReadOp, CacheWriteOp,
             SequentialAccessOp>(step);
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure StepRunner::sortTargets() {
  targets = llvm::to_vector(state.getPayloadOps(op->getOperands().back()));
  if (op->getNumOperands() > 1) {
    loops = llvm::to_vector(state.getPayloadOps(op->getOperand(0)));
    if (loops.empty())
      return refuse(
          "expects loops to copy the buffer around, and its handle to "
          "them is empty");
  }
  for (Operation *target : targets) {
    auto module = dyn_cast<ModuleOp>(target);
    Operation *top = module ? target : getTopOp(target);
    if (!top || (top != target && !canBeBuffer(op))) {
      auto failure = refuse("expects functions or modules");
      failure.attachNote(target->getLoc())
          << "found '" << target->getName() << "'";
      return failure;
    }
    if (!module)
      module = cast<ModuleOp>(top->getParentOp());
    std::unique_ptr<ModuleWork> &work = works[module];
    if (!work)
      work = std::make_unique<ModuleWork>(module);
    work->targets.push_back(target);
    work->scope.push_back(top);
    work->isOfAll |= step.changesInterfaces || isa<ModuleOp>(target);
  }
  // What is taken over of one module would do away with the other.
  for (auto &[module, work] : works)
    for (auto &[other, otherWork] : works)
      if (module->isProperAncestor(other))
        return refuse("expects targets whose modules are not nested in each "
                      "other; run the step for one module after the other");
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
StepRunner::placeMarks(ModuleWork &work, PayloadCopy &copy, Marks &marks) {
  if (!canBeBuffer(op))
    return DiagnosedSilenceableFailure::success();
  SmallVector<Operation *> loopsOfCopy;
  for (Operation *loop : loops) {
    if (!llvm::any_of(work.targets,
                      [&](Operation *target) {
                        return target->isProperAncestor(loop) ||
                               loop->getParentOp()->isAncestor(target);
                      }) ||
        !isa<LoopLikeOpInterface>(loop))
      return refuse("expects loops of the functions that it is about");
    loopsOfCopy.push_back(copy.lookup(loop));
  }
  for (Operation *target : work.targets) {
    Operation *inCopy = isa<ModuleOp>(target) ? copy.getCopy().getOperation()
                                              : copy.lookup(target);
    DiagnosedSilenceableFailure placed = marks.place(op, inCopy, loopsOfCopy);
    if (!placed.succeeded())
      return placed;
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The attribute of an option.
static std::string getAttrName(StringRef option) {
  std::string name = option.str();
  llvm::replace(name, '-', '_');
  return name;
}

/// "pad-placement=before": what is stated, by the names of the pass.
std::string StepRunner::getOptionText() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (StringRef option : step.passOptions) {
    Attribute value = op->getAttr(getAttrName(option));
    if (!value)
      continue;
    stream << option << "=";
    if (auto flag = dyn_cast<BoolAttr>(value))
      stream << (flag.getValue() ? "true" : "false");
    else if (auto number = dyn_cast<IntegerAttr>(value))
      stream << number.getInt();
    else
      stream << '"' << cast<StringAttr>(value).getValue() << '"';
    stream << " ";
  }
  return text;
}

/// Of the one option that is a word out of several; MLIR keeps them to itself.
StringRef StepRunner::getExpectedValues() {
  return op->hasAttr("pad_placement")
             ? "; pad-placement expects \"after\" or \"before\""
             : "";
}

FailureOr<std::unique_ptr<Pass>> StepRunner::makePass() {
  std::unique_ptr<Pass> pass = step.createPass();
  if (failed(pass->initializeOptions(getOptionText(), [&](const Twine &why) {
        return mlir::emitError(op->getLoc()) << why;
      })))
    return failure();
  return pass;
}

DiagnosedSilenceableFailure StepRunner::runPass(ModuleWork &work) {
  DiagnosedSilenceableFailure placed = placeMarks(work, work.copy, work.marks);
  if (!placed.succeeded())
    return placed;
  bool makesCopies = isa<CacheReadOp, CacheWriteOp>(op);
  DenseSet<Operation *> before;
  if (makesCopies)
    work.copy.getCopy()->walk(
        [&](memref::AllocOp alloc) { before.insert(alloc); });
  MLIRContext *context = op->getContext();
  Reports reports(context);
  FailureOr<std::unique_ptr<Pass>> pass = makePass();
  bool isOfPass = succeeded(pass), isDone = false;
  if (isOfPass) {
    PassManager manager(context);
    manager.addPass(std::move(*pass));
    isDone = succeeded(manager.run(work.copy.getCopy()));
  }
  if (!isDone) {
    std::string name = step.createPass()->getArgument().str();
    std::string first = reports.getFirst();
    auto failure =
        refuse(isOfPass ? "fails, as " + name + " does" +
                              (first.empty() ? "" : ": " + first)
                        : "has options that " + name + " does not take: " +
                              StringRef(getOptionText()).rtrim() +
                              getExpectedValues());
    reports.attachTo(failure);
    return failure;
  }
  reports.release();
  work.marks.remove(work.copy.getCopy());
  FailureOr<SmallVector<PayloadCopy::Change>> changes = work.copy.findChanges();
  if (failed(changes))
    return refuse("cannot tell which ops without a symbol became which");
  work.setChanges(*changes);
  if (makesCopies)
    work.findCopies(before);
  else
    work.findLoops();
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure StepRunner::explainNothing(ModuleWork &work) {
  // The marks have gone with the first copy.
  PayloadCopy fresh(work.copy.getOriginal());
  Marks marks;
  DiagnosedSilenceableFailure placed = placeMarks(work, fresh, marks);
  Reports reports(op->getContext());
  FailureOr<std::unique_ptr<Pass>> pass = makePass();
  std::vector<KeptRemark> remarks;
  if (placed.succeeded() && succeeded(pass))
    remarks =
        findMissed(fresh.getCopy(), work.getScopeOf(fresh), std::move(*pass));
  else
    (void)placed.silence();
  std::string why = remarks.empty() ? step.nothingToDo.str() +
                                          "; state 'optional' if that is fine"
                                    : remarks.front().message;
  DiagnosedSilenceableFailure failure = refuse("changes nothing: " + why);
  attachRemarks(failure, remarks);
  return failure;
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

bool StepRunner::isConsumed(Operation *payload) const {
  return llvm::any_of(
             targets,
             [&](Operation *target) { return target->isAncestor(payload); }) ||
         llvm::any_of(
             loops, [&](Operation *loop) { return loop->isAncestor(payload); });
}

/// Returns true if the schedule uses `handle` after `op`. In a loop around
/// both, "before" comes again.
static bool isUsedLater(Value handle, Operation *op) {
  Block *block = handle.getParentBlock();
  Operation *now = block->findAncestorOpInBlock(*op);
  return llvm::any_of(handle.getUsers(), [&](Operation *user) {
    Operation *then = block->findAncestorOpInBlock(*user);
    return user != op &&
           !(now && then && then != now && then->isBeforeInBlock(now));
  });
}

/// A function that changes gets another body: a handle into the old one would
/// silently dangle.
DiagnosedSilenceableFailure
StepRunner::checkOtherHandles(const ModuleWork &work) {
  for (const PayloadCopy::Change &change : work.changes) {
    if (!change.original)
      continue;
    Operation *held = nullptr;
    change.original->walk([&](Operation *nested) {
      if (isConsumed(nested))
        return WalkResult::advance();
      SmallVector<Value> handles;
      if (nested != change.original || !change.made)
        (void)state.getHandlesForPayloadOp(nested, handles, true);
      auto addValues = [&](ValueRange values) {
        for (Value value : values)
          (void)state.getHandlesForPayloadValue(value, handles, true);
      };
      addValues(nested->getResults());
      for (Region &region : nested->getRegions())
        for (Block &block : region)
          addValues(block.getArguments());
      if (llvm::any_of(handles,
                       [&](Value handle) { return isUsedLater(handle, op); }))
        held = nested;
      return held ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!held)
      continue;
    auto failure = refuse("changes what a handle that is used later points "
                          "into: take that handle after this");
    failure.attachNote(held->getLoc()) << "this is what the handle points to";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

/// Functions and modules stay what they are; in place of a buffer in a
/// function, that function.
Operation *StepRunner::getTransformed(Operation *target) {
  return isa<ModuleOp>(target) ? target : getTopOp(target);
}

//===----------------------------------------------------------------------===//
// The whole pass
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
StepRunner::run(transform::TransformResults &results) {
  DiagnosedSilenceableFailure sorted = sortTargets();
  if (!sorted.succeeded())
    return sorted;
  for (auto &[module, work] : works) {
    DiagnosedSilenceableFailure done = runPass(*work);
    if (!done.succeeded())
      return done;
  }
  if (!op->hasAttr("optional")) {
    if (works.empty())
      return refuse(kNoTarget);
    if (llvm::all_of(works,
                     [](auto &entry) { return entry.second->changes.empty(); }))
      return explainNothing(*works.front().second);
  }
  for (auto &[module, work] : works) {
    DiagnosedSilenceableFailure checked = checkOtherHandles(*work);
    if (!checked.succeeded())
      return checked;
  }
  // From here on nothing fails.
  SmallVector<Operation *> transformed, made;
  for (Operation *target : targets)
    transformed.push_back(getTransformed(target));
  for (auto &[module, work] : works) {
    made.append(work->made);
    // Handles that are not used any more point there, too, and are looked at
    // by expensive checks.
    auto *listener = cast<RewriterBase::Listener>(rewriter.getListener());
    work->copy.takeOver(work->changes, [&](Operation *erased) {
      listener->notifyOperationErased(erased);
    });
  }
  results.set(op->getOpResult(0), transformed);
  if (op->getNumResults() > 1)
    results.set(op->getOpResult(1), made);
  return DiagnosedSilenceableFailure::success();
}

LogicalResult layout::schedule::verifyStep(Operation *op,
                                           ArrayRef<StringRef> passOptions) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    if (attribute.getName().getValue().contains('.'))
      continue;
    SmallVector<std::string> names{"optional"};
    llvm::append_range(names, llvm::map_range(passOptions, getAttrName));
    return op->emitOpError("has no option ")
           << attribute.getName() << "; it has " << llvm::join(names, ", ");
  }
  return success();
}

DiagnosedSilenceableFailure
layout::schedule::runStep(Step step, transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return StepRunner(std::move(step), rewriter, state).run(results);
}
