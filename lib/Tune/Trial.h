//===- Trial.h - A program compiled, compared and measured ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TUNE_TRIAL_H
#define LIB_TUNE_TRIAL_H

#include "Layout/Check/Isolate.h"
#include "Layout/Check/Reference.h"
#include "Layout/Check/Run.h"
#include "Layout/Tune/Tune.h"

namespace mlir::layout {

/// A program as users compile it, with or without a file of tuning.
struct CompiledTrial {
  std::unique_ptr<Program> program;
  Signature signature; ///< with the views of the candidate
};

/// A function of a module, with what it must do.
class TrialProgram {
public:
  TrialProgram(ModuleOp input, const TuneOptions &options)
      : input(input), options(options) {}

  /// Runs the reference. Failure, with the reason in `why`, if there is none.
  LogicalResult prepare(std::string &why);

  /// Compiles the program with these options of `layout-compile` besides those
  /// of the user. Nullopt, with the reason in `why`, if a pass or LLVM fails.
  std::optional<CompiledTrial> compile(StringRef moreOptions,
                                       std::string &why) const;
  /// Runs the program on all data sets, each time in a process of its own, and
  /// compares. Returns what is wrong; empty if nothing is.
  std::string compare(const CompiledTrial &trial) const;
  /// Runs programs on other data than the reference, so that they seem wrong.
  void spoil();

  /// "layout-compile{...}", as the user would write it, with further options.
  std::string getPipeline(StringRef moreOptions) const;

  RunInput getInput() const;

private:
  ModuleOp input;
  const TuneOptions &options;
  Signature signature;                             ///< of the reference
  std::vector<std::vector<ElementArray>> contents; ///< of each data set
  std::vector<std::vector<RunOutcome>> expected;   ///< likewise, of each run
};

/// Runs the passes of a pipeline's text. Fails, perhaps with a reason in `why`,
/// if it is none or a pass fails.
LogicalResult runPasses(ModuleOp module, StringRef text, std::string &why);

/// Two programs that are called in turns.
class PairedRun {
public:
  /// Null if there is not enough memory.
  static std::unique_ptr<PairedRun> make(const CompiledTrial &model,
                                         const CompiledTrial &candidate,
                                         const RunInput &input);

  /// The time of a call of either, in seconds.
  struct Pair {
    double model, candidate;
  };
  /// Measures for so long, and at least three pairs.
  std::vector<Pair> measure(double seconds);

private:
  PairedRun() = default;
  double time(RepeatedRun &run) const;

  std::unique_ptr<RepeatedRun> model, candidate;
  unsigned numCalls = 1; ///< that are measured together
};

/// What pairs say.
struct Measurement {
  double model = 0, candidate = 0; ///< medians, in seconds
  double ratio = 1;                ///< median of candidate / model
  double upper = 1;                ///< upper quartile

  static Measurement get(ArrayRef<PairedRun::Pair> pairs);
};

/// A candidate in a process of its own.
class CandidateProcess {
public:
  /// Compiles and compares there; `moreOptions` as of `TrialProgram::compile`,
  /// and `fault` as of `TuneOptions`, or empty.
  CandidateProcess(TrialProgram &program, const CompiledTrial &model,
                   const std::string &moreOptions, const std::string &fault,
                   double secondsInAll, unsigned timeoutSeconds);

  /// Waits until it can be measured, for at most so many seconds. Returns why
  /// it cannot; empty if it can.
  std::string waitUntilReady(double mostSeconds);
  /// Nullopt if it crashes, or does not answer within `mostSeconds`.
  std::optional<Measurement> measure(double seconds, double mostSeconds);

private:
  IsolatedWorker worker;
  unsigned timeoutSeconds;
};

} // namespace mlir::layout

#endif // LIB_TUNE_TRIAL_H
