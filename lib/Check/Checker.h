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

/// The result of the pipeline, which runs once per module: the checks of all
/// its functions share it.
struct PipelineRun {
  bool isOver = false;          ///< the pipeline has run
  OwningOpRef<ModuleOp> module; ///< its result; null if it failed
  InterfaceLayouts layouts;     ///< recorded if `takesLayoutsOfPasses`
  CheckResult failure{Verdict::Agree, "", false, false}; ///< if it failed
};

/// The outcomes of the reference on one set of data. The candidate must agree
/// with them in each element in which they agree with each other; where they
/// differ, the element is undefined, and any value is right.
struct Expectation {
  /// Of several runs, each with other bytes in padding and uninitialized
  /// memory.
  std::vector<RunOutcome> outcomes;
  /// Poison that the reference itself computes, such as the sum of an overflow
  /// with nsw: the candidate is not blamed for it.
  std::optional<PoisonReport> poison;
  /// If there is such poison: outcomes of more runs, each with other values in
  /// its place.
  std::vector<RunOutcome> changed;
};

/// Checks one function: compiles the program without layouts (the reference)
/// and the result of the pipeline (the candidate), in Checker.cpp, then runs
/// both on several sets of data and compares them, in CheckerRuns.cpp. The
/// first problem ends the check.
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
    // A pass may have made a loop parallel whose iterations depend on each
    // other. In the usual order it still computes the right results; backwards
    // it does not.
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
  /// Lowers `module` to LLVM and compiles it.
  LogicalResult compileReference(ModuleOp module, RunChecks &checks,
                                 std::unique_ptr<Program> &program);
  LogicalResult compileReversedReference(ModuleOp module);
  std::string whyNoEntry(ModuleOp module);
  LogicalResult prepareCandidate();
  /// Runs `layout-set-target` for the option --target.
  LogicalResult stateTarget(ModuleOp module);
  LogicalResult runPipeline(ModuleOp module);
  /// Runs the pipeline unless a check of another function has.
  LogicalResult runPipelineOnce();
  /// Parses `text`, the value of the command-line option `option`, as a
  /// pipeline that is anchored at modules.
  FailureOr<OpPassManager> parsePipeline(StringRef option, StringRef text);
  /// Lowers ops of other dialects by the passes that the user names.
  LogicalResult lowerOtherDialects(ModuleOp module);

  LogicalResult runAll();
  LogicalResult runDataSet(DataSet set);
  /// Returns true if an input of the program holds floats, so that a set of
  /// data with fractions differs from those with integers.
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
  StringRef entryName; ///< the last part of options.entry, as in `a::b::f`
  CheckResult result{Verdict::Agree, "", false, false};
  Signature signature;
  /// Of each `layout.assume`, by the number that a run reports if it fails.
  SmallVector<Location> assumptions, candidateAssumptions;
  RunChecks referenceChecks, candidateChecks;
  std::unique_ptr<Program> reference, candidate;
  /// The reference with its parallel loops run backwards; null if it has none.
  /// Elements in which it differs depend on the order of parallel iterations,
  /// and are not compared.
  std::unique_ptr<Program> reversedReference;
  std::optional<RunTarget> target; ///< of the option --target
  std::string whyNoTarget;         ///< the error if that cannot be run here
  std::optional<SharedMemory> memory;
  /// Two, as what depends on undefined memory then differs (see `getPoison`).
  unsigned numReferenceRuns = 2;
  unsigned numDataSets = 0;   ///< sets of data that were compared
  int64_t numNotCompared = 0; ///< undefined elements, the most of any run
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_CHECKER_H
