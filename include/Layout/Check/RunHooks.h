//===- RunHooks.h - Callbacks of compiled programs --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that a program allocates while it runs lies between guard zones and
// starts as poison; memory that it frees becomes poison again. The state here
// belongs to one run: it is set up in the forked process in which the program
// then runs.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_RUNHOOKS_H
#define LAYOUT_CHECK_RUNHOOKS_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace mlir::layout {

/// Bytes of poison before and after each buffer.
constexpr size_t kGuardBytes = 4096;

/// What a program may find in memory and values that it has no right to
/// know. Two runs that differ in this only must not differ in anything else.
struct Poison {
  uint8_t byte = 0;       ///< of memory
  uint64_t undefSeed = 0; ///< of undefined values
};

/// What a run does about values that flags make poison (`tracePoison`).
enum class OnPoison {
  Ignore,         ///< computes with what the processor makes
  Change,         ///< computes with something else, in each run another
  EndAtUndefined, ///< reports; ends where no program may go on
  End             ///< reports, and ends
};

/// Where poison does harm.
enum class PoisonUse : int32_t {
  Store,
  Result,
  Address,
  Branch,
  Divisor,
  Call
};

/// The value that was poison, and what it has reached.
struct PoisonReport {
  int32_t source = 0; ///< of the mark; 0: none
  PoisonUse use;

  /// Any behaviour is right then. A store and a result are poison themselves,
  /// and no more.
  bool isUndefinedBehavior() const {
    return use != PoisonUse::Store && use != PoisonUse::Result;
  }
  /// "reaches a store".
  std::string describe() const;
};

/// Codes by which the hooks end a run.
enum RunExit : int {
  kExitAssumption = 2, ///< an assumption does not hold
  kExitMemory = 3,     ///< no more memory
  kExitFree = 4,       ///< something freed that is no live allocation
  kExitBounds = 5,     ///< an access is out of bounds
  kExitPoison = 6,     ///< a value is used that is poison
  kExitNoEmulator = 127 ///< the emulator cannot be started
};

/// What it was that ended a run.
struct RunFailure {
  int64_t number = 0; ///< of the assumption or the access
  /// Of an access: what it touches of each dimension.
  struct Range {
    int64_t first, last, extent;
  };
  static constexpr unsigned kMaxRank = 16;
  unsigned rank = 0;
  Range ranges[kMaxRank];

  /// "index (5, 0..3) is outside of (4, 4)".
  std::string describeAccess() const;
};

/// The results of the hooks, in shared memory.
struct HookReports {
  RunFailure failure;
  PoisonReport poison; ///< the first one, or the one that ended the run
};

/// Starts a run.
void startRun(Poison poison, OnPoison onPoison, HookReports *reports);

/// The size of a buffer whose guard zone was overwritten; nothing if all are
/// intact. Includes buffers that were freed.
std::optional<int64_t> findOverrunAllocation();

/// A constant whose bytes are not what they were when the program started.
struct WrittenConstant {
  int64_t number; ///< of the constant
  int64_t byte;   ///< the first one that differs
};

/// Nothing if all constants are as they were.
std::optional<WrittenConstant> findWrittenConstant();

/// The functions, by the names that compiled programs know.
std::vector<std::pair<llvm::StringRef, void *>> getRunHooks();

/// The functions of C that programs take memory from, which remember it.
std::vector<std::pair<llvm::StringRef, void *>> getHeapHooks();

/// Frees what programs with these hooks have allocated and not freed.
void freeAllocations();

} // namespace mlir::layout

#endif // LAYOUT_CHECK_RUNHOOKS_H
