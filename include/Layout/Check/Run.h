//===- Run.h - One run of a compiled program --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_RUN_H
#define LAYOUT_CHECK_RUN_H

#include "Layout/Check/Isolate.h"
#include "Layout/Check/Program.h"
#include "Layout/Check/RunHooks.h"
#include "Layout/Check/Signature.h"

namespace mlir::layout {

/// Which of the two programs.
enum class Role { Reference, Candidate };

struct RunOutcome;

/// What goes into a run.
struct RunInput {
  Poison poison;
  /// Contents of the buffer arguments, then of the uninitialised globals, in
  /// the order of the signature.
  ArrayRef<ElementArray> contents;
  /// For a candidate, what the reference returned: of a result of dynamic
  /// shape, only the reference knows the logical shape.
  const RunOutcome *expected = nullptr;
  OnPoison onPoison = OnPoison::Ignore;
};

/// What comes out of a run.
struct RunOutcome {
  struct Value {
    std::string name; ///< "arg0", "result1", "@g"
    ElementArray elements;
    bool isScalar;
  };
  /// Arguments that are memrefs, results, globals: the same for both programs.
  SmallVector<Value> values;
  /// What was done that must not be done: padding, guard zones.
  SmallVector<std::string> violations;
  /// The number of the assumption that did not hold.
  std::optional<int64_t> failedAssumption;
  /// The access that was out of bounds.
  std::optional<RunFailure> badAccess;
  /// The first constant that was written.
  std::optional<WrittenConstant> writtenConstant;
  /// A value that was poison where it must not be.
  std::optional<PoisonReport> poison;
  /// Why the run came to no good end; then the rest is of no value.
  std::string failure;
  /// True if that is a fault of the emulator.
  bool isOfEmulator = false;
};

/// Inputs of a program in memory of this process, for calls that are measured.
/// What the program does wrong ends the process.
class RepeatedRun {
public:
  /// Null if there is not enough memory. The program, the signature and the
  /// contents of `input` must outlive the run.
  static std::unique_ptr<RepeatedRun> make(const Program &program, Role role,
                                           const Signature &signature,
                                           const RunInput &input);
  virtual ~RepeatedRun() = default;

  /// Gives arguments and globals the contents of the input again.
  virtual void reset() = 0;
  /// Runs the program once on what the last call has left, and frees what it
  /// leaves allocated.
  virtual void call() = 0;
};

/// Runs `program` once, in a process of its own.
RunOutcome runProgram(const Program &program, Role role,
                      const Signature &signature, const RunInput &input,
                      SharedMemory &memory, unsigned timeoutSeconds);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_RUN_H
