//===- Trial.h - One program through one pipeline ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_TRIAL_H
#define LAYOUT_FUZZ_TRIAL_H

#include "Layout/Fuzz/RandomPipeline.h"
#include <map>

namespace mlir::layout::fuzz {

/// How a trial ends. All but the first two are findings.
enum class End : unsigned {
  Agrees,      ///< run, and the same as without layouts
  Refused,     ///< a pass fails with an error at an op, and changes nothing
  Differs,     ///< run, and not the same
  Silent,      ///< a pass fails and does not say why
  Changed,     ///< a pass fails, and the module is not what it was
  Invalid,     ///< a pass leaves a module that does not verify
  Unlowerable, ///< `layout-to-llvm` fails on what the pipeline made, and does
               ///< not on the program without its layouts
  BadProgram,  ///< the program cannot be parsed or has no reference
  Crashes,     ///< the process dies
  Hangs        ///< it does not come to an end
};
constexpr unsigned kNumEnds = unsigned(End::Hangs) + 1;

StringRef getName(End end);
inline bool isFinding(End end) {
  return end != End::Agrees && end != End::Refused;
}

struct TrialResult {
  End end;
  /// The reason without the names, numbers and types of this program, so that
  /// equal findings compare equal.
  std::string reason;
  std::string message; ///< all that was said
  /// The passes of this project that were run, by their names, pipelines taken
  /// apart; true for those that changed anything.
  std::map<std::string, bool> passes = {};
};

struct TrialOptions {
  uint64_t dataSeed = 0;
  unsigned timeoutSeconds = 10; ///< of each run
  /// Also lowers the result of the pipeline by `layout-to-llvm`.
  bool lower = false;
};

/// Compares `program` before and after `passes` by `checkModule`; where a pass
/// fails, runs them one by one to see what it leaves. Does not survive a crash
/// of a pass: call it in a process of its own.
TrialResult runTrial(MLIRContext *context, const RandomProgram &program,
                     ArrayRef<std::string> passes, const TrialOptions &options);

/// The trial as a file for `test/`: RUN line, what happened, the program.
std::string printTrial(const RandomProgram &program,
                       ArrayRef<std::string> passes, const TrialResult &result);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_TRIAL_H
