//===- Check.h - Checking passes by running what they make ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is run twice on the same inputs: with all layouts erased (the
// reference), and after a pass pipeline (the candidate).
//
//                     erase layouts
//            input ------------------> reference --> results
//              |                                        |
//              | pipeline                               | equal, bit for bit?
//              v                                        |
//     pack --> candidate --> unpack ------------------- +
//                 |
//                 padding holds its pads? guard zones intact?
//
// Four runs, or six where there are floats: two or three sets of data, and for
// each two contents of all memory that the candidate has no right to know. What
// runs of the reference with different undefined values disagree about is not
// compared. Poison that flags make is such a value where it is stored or
// returned; where it makes any behavior right, nothing is compared. Poison in a
// candidate is an error where the reference has none.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_CHECK_H
#define LAYOUT_CHECK_CHECK_H

#include "mlir/IR/BuiltinOps.h"
#include <functional>
#include <map>
#include <string>

namespace mlir {
class DialectRegistry;
class PassManager;
} // namespace mlir

namespace mlir::layout {

struct CheckOptions {
  std::string entry;    ///< name of the function to run
  std::string pipeline; ///< as after `--pass-pipeline=`
  /// Passes that lower ops of other dialects to upstream's, of both programs.
  std::string lowering;
  /// Values of scalar arguments, by their number among all arguments.
  std::map<unsigned, std::string> arguments;
  /// Dynamic extents, by the number of the argument and that of the dimension.
  std::map<std::pair<unsigned, unsigned>, int64_t> dims;
  /// The processor that both programs are compiled for and run on, or emulated,
  /// as `RunTarget::get` takes it. If empty, this machine. What the pipeline is
  /// to make programs for, if the input does not say.
  std::string target;
  uint64_t seed = 0;
  double rtol = 0;              ///< 0: bit for bit
  unsigned timeoutSeconds = 60; ///< of processor time, for one run
  bool checksBounds = true;     ///< of every access, in both programs
  bool checksPoison = true;     ///< of every flag, in both programs
  /// Where the input states and requests no layout for a buffer of an
  /// interface, the one that passes of the pipeline gave it counts: of a
  /// pipeline that is to change interfaces.
  bool takesLayoutsOfPasses = false;
  bool dumpCandidate = false;   ///< print what the pipeline makes to stderr
  /// Called with the pass manager that is about to run the pipeline, to watch
  /// it.
  std::function<void(PassManager &)> instrument;

  /// Parses "N:value"; false if that is not what `text` is.
  bool addArgument(StringRef text);
  /// Parses "argN.dimK:value".
  bool addDim(StringRef text);
};

/// The numbers are exit codes.
enum class Verdict {
  Agree = 0,      ///< every run does what the reference does
  Differ = 1,     ///< the pipeline fails or is wrong, or a guarantee is broken
  NoReference = 2 ///< there is nothing to compare with, or a value is missing
};

struct CheckResult {
  Verdict verdict;
  std::string message; ///< one or more lines
  /// `Differ` since a pass failed.
  bool pipelineFailed = false;
  /// True if the candidate was run. If not, `Differ` says why it cannot be.
  bool wasRun = false;
};

/// Checks `options.pipeline` on `input`, which stays as it is. Diagnostics of
/// passes and those that have a location go to the context.
CheckResult checkModule(ModuleOp input, const CheckOptions &options);

/// Checks each of `entries` in place of `options.entry`, as `checkModule` does,
/// and reports the results one by one. The pipeline, which works on the whole
/// module, runs once for all of them.
void checkEntries(ModuleOp input, ArrayRef<std::string> entries,
                  const CheckOptions &options,
                  llvm::function_ref<void(const CheckResult &)> report);

/// Adds what running programs takes to `registry`: upstream's dialects, their
/// extensions and translations.
void registerCheckDependencies(DialectRegistry &registry);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_CHECK_H
