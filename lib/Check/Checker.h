//===- Checker.h - One check: preparation and runs --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_CHECKER_H
#define LAYOUT_LIB_CHECK_CHECKER_H

#include "InterfaceLayouts.h"
#include "Layout/Check/Check.h"
#include "Layout/Check/Lower.h"
#include "Layout/Check/Reference.h"
#include "Layout/Check/Run.h"
#include "Layout/Jit/Emulator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::layout {

/// What the pipeline makes of the input, whichever function is checked.
struct PipelineRun {
  bool isOver = false;
  OwningOpRef<ModuleOp> module; ///< null if it failed
  InterfaceLayouts layouts;     ///< if the options ask for them
  CheckResult failure{Verdict::Agree, "", false, false};
};

/// What the reference does on one set of data.
struct Expectation {
  std::vector<RunOutcome> outcomes;
  /// Poison that is the program's own, not that of the pipeline.
  std::optional<PoisonReport> poison;
  /// If there is some, with other values in its place.
  std::vector<RunOutcome> changed;
};

/// Prepares both programs (Checker.cpp), then runs and compares them
/// (CheckerRuns.cpp). The first problem ends the check.
class Checker {
public:
  Checker(ModuleOp input, const CheckOptions &options, PipelineRun &pipelineRun)
      : input(input), options(options), pipelineRun(pipelineRun),
        entryName(getNameOfEntry(options.entry)) {
    if (!options.target.empty())
      target = RunTarget::get(options.target, whyNoTarget);
    memory.emplace(target && target->emulator);
    for (RunChecks *checks : {&referenceChecks, &candidateChecks}) {
      checks->bounds = options.checksBounds;
      checks->poison = options.checksPoison;
    }
    candidateChecks.reversesParallel = true;
  }

  CheckResult check() {
    if (succeeded(verifyTarget()) && succeeded(prepareReference()) && succeeded(prepareCandidate()) &&
        succeeded(runAll()))
      agree();
    return std::move(result);
  }

private:
  LogicalResult fail(Verdict verdict, const Twine &message) {
    result.verdict = verdict;
    result.message = message.str();
    return failure();
  }
  LogicalResult differ(const Twine &message) {
    return fail(Verdict::Differ, message);
  }
  LogicalResult noReference(const Twine &message) {
    return fail(Verdict::NoReference, message);
  }

  func::FuncOp getEntry(ModuleOp module) {
    return module.lookupSymbol<func::FuncOp>(entryName);
  }
  LogicalResult verifyTarget();
  std::unique_ptr<Program> compile(ModuleOp module, std::string &why) {
    return Program::compile(module, entryName, target ? &*target : nullptr,
                            why);
  }
  LogicalResult prepareReference();
  /// Lowers `module`, too.
  LogicalResult compileReference(ModuleOp module, RunChecks &checks,
                                 std::unique_ptr<Program> &program);
  LogicalResult compileReversedReference(ModuleOp module);
  std::string whyNoEntry(ModuleOp module);
  LogicalResult prepareCandidate();
  LogicalResult stateTarget(ModuleOp module);
  LogicalResult runPipeline(ModuleOp module);
  LogicalResult runPipelineOnce();
  /// `text` as a pipeline for modules.
  FailureOr<OpPassManager> parsePipeline(StringRef option, StringRef text);
  /// Lowers ops of other dialects by the passes that the user names.
  LogicalResult lowerOtherDialects(ModuleOp module);

  LogicalResult runAll();
  LogicalResult runDataSet(DataSet set);
  /// Returns true if memory that is filled holds floats.
  bool hasFloats() const;
  LogicalResult runReference(const Program &program, DataSet set,
                             ArrayRef<ElementArray> contents, Poison poison,
                             RunOutcome &outcome);
  bool runReferenceWithChanges(DataSet set, ArrayRef<ElementArray> contents,
                               Expectation &expected);
  LogicalResult skip(DataSet set, PoisonReport why);
  LogicalResult runCandidate(DataSet set, ArrayRef<ElementArray> contents,
                             Poison poison, const Expectation &expected);
  void agree();

  ModuleOp input;
  const CheckOptions &options;
  PipelineRun &pipelineRun;
  StringRef entryName; ///< within its own module
  CheckResult result{Verdict::Agree, "", false, false};
  Signature signature;
  SmallVector<Location> assumptions, candidateAssumptions;
  RunChecks referenceChecks, candidateChecks;
  std::unique_ptr<Program> reference, candidate;
  /// The reference with its parallel loops backwards, if it has any: what
  /// depends on their order is not determined.
  std::unique_ptr<Program> reversedReference;
  std::optional<RunTarget> target; ///< if the options name one
  std::string whyNoTarget;         ///< which there is not
  std::optional<SharedMemory> memory;
  unsigned numReferenceRuns = 2;
  unsigned numDataSets = 0; ///< that were compared
  int64_t numNotCompared = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_CHECKER_H
