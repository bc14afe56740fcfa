//===- TransformOpsCheck.cpp - Checking a schedule by running -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Check.h"
#include "Layout/TransformOps/TransformOps.h"
#include "PayloadCopy.h"
#include "Refusal.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::schedule;

namespace {

/// How many checks this thread is in: a schedule that checks itself has no end.
thread_local unsigned depthOfChecks = 0;

} // namespace

/// The schedule as a pass, and the passes of the pipeline, with or without
/// `builtin.module(..)` around them, after it.
static std::string getCheckedPipeline(CheckOp op) {
  std::string passes;
  if (op.getSchedule())
    passes =
        ("transform-interpreter{entry-point=" + *op.getSchedule() + "}").str();
  StringRef more = op.getPipeline().value_or("").trim();
  if (more.starts_with("builtin.module(") && more.ends_with(")"))
    more = more.drop_front(strlen("builtin.module(")).drop_back();
  if (!passes.empty() && !more.empty())
    passes += ",";
  return ("builtin.module(" + passes + more + ")").str();
}

/// Returns true if a step of the schedule says that it changes interfaces: then
/// nothing in the payload tells how the function is called afterwards.
static bool changesInterfaces(CheckOp op) {
  auto schedule =
      op.getSchedule()
          ? SymbolTable::lookupNearestSymbolFrom<transform::NamedSequenceOp>(
                op, op.getScheduleAttr())
          : transform::NamedSequenceOp();
  return schedule && schedule
                         ->walk([](Operation *step) {
                           auto changes = step->getAttrOfType<BoolAttr>(
                               "change_interface");
                           return changes && changes.getValue()
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
}

/// False if one of the texts is not what it should be.
static bool readOptions(CheckOp op, StringRef entry, CheckOptions &options) {
  options.entry = entry.str();
  options.pipeline = getCheckedPipeline(op);
  options.takesLayoutsOfPasses = changesInterfaces(op);
  auto areRead = [](std::optional<ArrayAttr> texts, auto add) {
    return !texts || llvm::all_of(*texts, [&](Attribute text) {
      return add(cast<StringAttr>(text).getValue());
    });
  };
  options.seed = op.getSeed().value_or(options.seed);
  options.timeoutSeconds = op.getTimeout().value_or(options.timeoutSeconds);
  if (op.getRtol())
    options.rtol = op.getRtol()->convertToDouble();
  return areRead(op.getArguments(),
                 [&](StringRef text) { return options.addArgument(text); }) &&
         areRead(op.getDims(),
                 [&](StringRef text) { return options.addDim(text); });
}

/// The schedules beside the op go with the payload that they are run on.
static void addSchedules(CheckOp op, ModuleOp copy) {
  Operation *around = op;
  while (around && !around->hasAttr(
                       transform::TransformDialect::kWithNamedSequenceAttrName))
    around = around->getParentOp();
  if (!around)
    return;
  copy->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                UnitAttr::get(copy.getContext()));
  OpBuilder builder = OpBuilder::atBlockEnd(copy.getBody());
  for (Operation &nested : around->getRegion(0).front())
    if (isa_and_nonnull<transform::TransformDialect>(nested.getDialect()))
      builder.clone(nested);
}

/// The outcome, and the reason: what the check has found, or the error of the
/// pass that has failed.
static std::string getSummary(const CheckResult &result,
                              ArrayRef<std::pair<Location, std::string>> said) {
  std::string summary = result.verdict == Verdict::NoReference
                            ? "there is nothing to compare with"
                        : result.wasRun ? "the results differ"
                                        : "nothing could be run";
  StringRef found = StringRef(result.message).split('\n').first;
  // "layout-check: @f: ..."
  found = found.split(": ").second.split(": ").second;
  summary += ": ";
  // Options of the command are attributes of the op.
  constexpr StringLiteral flag = "--dim=";
  auto [before, option] = found.split(flag);
  summary += option.empty() ? found.str()
                            : (before + "dims = [\"" + option + "\"]").str();
  if (result.pipelineFailed && !said.empty())
    summary += ": " + said.front().second;
  return summary;
}

static DiagnosedSilenceableFailure checkFunction(CheckOp op,
                                                 Operation *function) {
  auto module = dyn_cast<ModuleOp>(function->getParentOp());
  if (!module || !isa<FunctionOpInterface>(function)) {
    auto failure = refuse(op, "expects functions of a module");
    failure.attachNote(function->getLoc())
        << "found '" << function->getName() << "'";
    return failure;
  }
  CheckOptions options;
  if (!readOptions(op, SymbolTable::getSymbolName(function), options))
    return refuse(op, "expects arguments as \"N:value\", dims as "
                      "\"argN.dimK:value\", once each");
  PayloadCopy copy(module);
  addSchedules(op, copy.getCopy());
  if (op.getSchedule() &&
      !isa_and_nonnull<transform::NamedSequenceOp>(
          SymbolTable::lookupSymbolIn(copy.getCopy(), *op.getSchedule())))
    return refuse(op,
                  "expects a 'transform.named_sequence' beside its own, found "
                  "no @" +
                      *op.getSchedule());
  DialectRegistry registry;
  registerCheckDependencies(registry);
  ForeignCopy foreign(copy.getCopy(), &registry);
  if (!foreign.module)
    return refuse(op, "cannot copy the payload as bytecode; lower, or take "
                      "out, what has no form there");
  std::vector<std::pair<Location, std::string>> said;
  CheckResult result;
  {
    ScopedDiagnosticHandler handler(&foreign.context, [&](Diagnostic &report) {
      said.push_back(
          {importLocation(report.getLocation(), op->getLoc()), report.str()});
      return success();
    });
    ++depthOfChecks;
    result = checkModule(*foreign.module, options);
    --depthOfChecks;
  }
  if (result.verdict == Verdict::Agree)
    return DiagnosedSilenceableFailure::success();
  auto failure = refuse(op, getSummary(result, said));
  failure.attachNote(function->getLoc()) << StringRef(result.message).trim();
  for (auto &[location, text] : said)
    failure.attachNote(location) << text;
  return failure;
}

DiagnosedSilenceableFailure CheckOp::apply(transform::TransformRewriter &,
                                           transform::TransformResults &,
                                           transform::TransformState &state) {
  if (depthOfChecks)
    return refuse(*this,
                  "is nested in another layout.check, which is not supported; "
                  "remove it");
  if (!getSchedule() && !getPipeline())
    return refuse(*this, "expects a 'schedule' or a 'pipeline'");
  auto functions = state.getPayloadOps(getTarget());
  if (functions.empty())
    return refuse(*this, kNoTarget);
  for (Operation *function : functions) {
    DiagnosedSilenceableFailure checked = checkFunction(*this, function);
    if (!checked.succeeded())
      return checked;
  }
  return DiagnosedSilenceableFailure::success();
}

void CheckOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::onlyReadsPayload(effects);
}
