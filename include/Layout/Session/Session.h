//===- Session.h - Text interface for other languages -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What languages other than C++ are served from: nothing here names a type of
// MLIR, so that a binding may be compiled with exceptions, which MLIR is not.
// Everything that a caller may get wrong ends in a `Failure`, not in an
// assertion. Calls may come from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SESSION_SESSION_H
#define LAYOUT_SESSION_SESSION_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::layout {

/// Why something was refused: the first error of a pass, a verifier or the
/// parser, or of the question itself.
struct Failure {
  std::string message;
  std::string location; ///< "file:line:column"; empty if there is none
  /// The part of the message that names an index, to be checked by hand, such
  /// as "(0, 0) and (2, 0) both map to (0, 0)"; empty if it has none.
  std::string witness;
  /// What was noted with it, and further errors: location and text.
  std::vector<std::pair<std::string, std::string>> notes;
  /// The query is wrong (a function that does not exist, an argument that is no
  /// number), not the program.
  bool isOfCaller = false;
};

/// What a pass has said without failing.
struct Remark {
  /// "warning" and "remark" are diagnostics; "passed", "missed" and "analysis"
  /// are remarks of MLIR's engine: done, not done, not known.
  std::string kind;
  /// As in docs/Remarks.md, `pass/reason`; empty of diagnostics.
  std::string name;
  /// The message, its location, witness and notes.
  Failure what;
  /// Why passes say this, and what to do; empty if nothing is to be done.
  std::string cause, remedy;
};

template <typename T>
using Result = std::variant<T, Failure>;

/// The failure with this message, its witness found in it.
Failure fail(std::string message);
/// The failure of the caller.
Failure failOfCaller(std::string message);

/// Why code for the processor `name` ("native", "default", "none", or as LLVM
/// calls it) cannot be meant for this machine; empty if it can.
std::string whyNoTarget(const std::string &name);

/// A context with everything registered, for one caller at a time.
class Session {
public:
  Session();
  ~Session();
  Session(const Session &) = delete;

  /// Of the layouts of this process. Never destroyed.
  static const std::shared_ptr<Session> &getShared();

  MLIRContext &getContext() { return *context; }
  /// Held while the context, which has no threads of its own, is used.
  std::mutex &getMutex() { return mutex; }

private:
  std::mutex mutex;
  std::unique_ptr<MLIRContext> context;
};

} // namespace mlir::layout

#endif // LAYOUT_SESSION_SESSION_H
