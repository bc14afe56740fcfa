//===- Program.h - A compiled program ---------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PROGRAM_H
#define LAYOUT_CHECK_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::layout {

class EmulatedProgram;
struct RunTarget;

/// Names of the functions that erased programs call.
struct RuntimeNames {
  /// () -> i64: bits of an undefined value, other ones at each call.
  static constexpr llvm::StringLiteral kUndef = "layout_check_undef";
  /// (i64) -> (): the assumption of this number does not hold.
  static constexpr llvm::StringLiteral kAssumeFailed =
      "layout_check_assume_failed";
  /// (i64, i64, i64) -> (): first and last index, and the extent, of the next
  /// dimension of an access that is out of bounds.
  static constexpr llvm::StringLiteral kRange = "layout_check_range";
  /// (i64) -> (): the access of this number is out of bounds.
  static constexpr llvm::StringLiteral kOutOfBounds =
      "layout_check_out_of_bounds";
  /// (i64, i64, i64) -> (): keeps what a constant holds, of this address, with
  /// this many bytes, and of this number.
  static constexpr llvm::StringLiteral kKeepConstant =
      "layout_check_keep_constant";
  /// Prefix of the functions that check an access.
  static constexpr llvm::StringLiteral kBoundsCheck = "layout_check_bounds";
  /// Prefix of the marks of `markPoison`, which are gone before a program runs:
  /// (value, i1 or i1 for each lane, i32) -> value.
  static constexpr llvm::StringLiteral kMarkPoison = "layout_check_mark_poison";
  /// (i32, i32) -> (): poison of this mark reaches this `PoisonUse`.
  static constexpr llvm::StringLiteral kPoisonReaches =
      "layout_check_poison_reaches";
  /// () -> i64: bits by which a value that is poison is changed.
  static constexpr llvm::StringLiteral kPoisonBits = "layout_check_poison_bits";
};

/// A module in the LLVM dialect, compiled, whose allocations and undefined
/// values are served by this library (`RunHooks`).
class Program {
public:
  /// Takes the address of every argument as the C interface of the entry has
  /// it: of the descriptor pointer of a memref, of the value of a scalar; an
  /// aggregate result comes first, a scalar result last.
  using Entry = void (*)(void **);

  ~Program();

  /// Fails, with the reason in `why`, on what LLVM cannot compile or link. With
  /// a `target` the program is for its processor, and perhaps emulated.
  static std::unique_ptr<Program> compile(ModuleOp lowered, StringRef entry,
                                          const RunTarget *target,
                                          std::string &why);

  /// The same for this process, optimized as for users and with no other hooks
  /// than those by which `RepeatedRun` frees what calls leave.
  static std::unique_ptr<Program> compileToMeasure(ModuleOp lowered,
                                                   StringRef entry,
                                                   std::string &why);

  /// Null for a program of this process, which alone has an entry and globals.
  const EmulatedProgram *getEmulated() const { return emulated.get(); }
  Entry getEntry() const { return entry; }
  MLIRContext *getContext() const { return context; }
  /// The address of a global, or null.
  char *getGlobal(StringRef name) const;

private:
  Program();
  std::unique_ptr<ExecutionEngine> engine;
  std::unique_ptr<EmulatedProgram> emulated;
  MLIRContext *context = nullptr;
  Entry entry = nullptr;
};

} // namespace mlir::layout

#endif // LAYOUT_CHECK_PROGRAM_H
