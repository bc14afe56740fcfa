//===- Tune.h - Choosing plans by measurement -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each nest of a program its candidates (`findPlanCandidates`) are compiled
// and run, each in a process of its own that has the program with the model's
// choice, too, and measures both in turns:
//
//     candidate  compiled  equal  of the model's time  0.1 s  0.2 s  0.4 s
//     1          yes       yes    0.93, 0.91, 0.92     in     in     chosen
//     2          yes       yes    0.97, 0.98, 0.97     in     out
//     3          yes       yes    1.20, 1.21, 1.19     out
//     4          yes       no     -                    out
//
// All other nests have the model's choice meanwhile. The better half of the
// candidates is measured again, twice as long. What the last one has gained
// counts if it is more than the least gain, and three in four pairs show one.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TUNE_TUNE_H
#define LAYOUT_TUNE_TUNE_H

#include "Layout/Check/Check.h"
#include "mlir/IR/BuiltinOps.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

struct TuneOptions {
  /// The function, values of its scalar arguments and dynamic extents, the seed
  /// of its data, the tolerance and the longest time of one run, as of a check.
  /// The target is "native" if it is empty.
  CheckOptions program;
  /// Of `layout-compile`, each by itself: "threads=2".
  std::vector<std::string> compileOptions;
  /// Where results are kept. What the file has already stays, and is not
  /// measured again.
  std::string file;
  double budgetSeconds = 60;   ///< of time that passes, for all that is done
  double leastGain = 0.03;     ///< of the time of a call
  unsigned maxCandidates = 12; ///< of each nest
  /// What the first candidates of each nest do in place of what they should, to
  /// test that they are dropped: "crash", "hang" or "wrong".
  std::vector<std::string> faults;
};

/// What was found of a nest.
struct TunedNest {
  std::string location;                           ///< of the first such nest
  std::string plan;                               ///< empty: the model's choice
  double modelMicroseconds = 0, microseconds = 0; ///< of a call of the function
  unsigned numCandidates = 0, numWrong = 0;       ///< compiled; failed or wrong
};

struct TuneResult {
  std::vector<TunedNest> nests;
  /// Of a call: with the model's choices, and with all plans of the file.
  double modelMicroseconds = 0, microseconds = 0;
};

/// Measures the nests of `module`, which stays as it is and whose context has
/// no threads, and writes the file after each of them, so that an interrupted
/// run keeps what it has found. `report` is called with a line for each step.
/// Nullopt, with the reason in `why`: there is no such function; it has no
/// reference; the program as it is compiled by itself fails or is wrong; this
/// machine cannot run it; the file is of other conditions, or cannot be read or
/// written; the budget does not last to compile the program. Further
/// diagnostics go to the context.
std::optional<TuneResult>
tuneModule(ModuleOp module, const TuneOptions &options,
           std::function<void(const std::string &)> report, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_TUNE_TUNE_H
