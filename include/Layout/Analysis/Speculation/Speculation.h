//===- Speculation.h - Speculative execution of branches --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without its condition, the body of a branch is executed more often:
//
//     for io < 4, ii < 4
//       if 4 io + ii < 14          added: io = 3, ii >= 2
//         B[0] += A[io, ii]        reads A[3, 2], A[3, 3]: allowed? in bounds?
//                                  writes B[0]: what is there already?
//
// That is harmless if each added load may be executed and each added store
//
//     leaves what is there        B[0] + 0, or the number that B[0] holds
//     falls on what is undefined  padding of kind undef, unwritten memory
//     is not needed              overwritten before it is read
//     is what the other arm does  a store of the same to the same element
//
// A load outside of an image is allowed where the memory space guarantees zeros
// there, as `layout.fetch`.
//
// And nothing else happens: no trap, no effect, no assumption, no race. Flags
// of ops (Poison.h) are guarantees about the executions that the program has;
// an op whose flag is not proven to hold in the others has to lose it. Indices,
// bounds and conditions that rest on such a guarantee, and what may be poison
// without any flag, keep the branch.
//
// Why it suffices to analyze the program before the change: let P be the
// program, P' the one without the condition. Up to any time both have the same
// memory but for stores that are not needed; so what is known of memory in P is
// so in P', but in those elements. Elements whose contents a proof relies on,
// and elements that such stores fall on, must therefore be of distinct buffers.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_SPECULATION_SPECULATION_H
#define LAYOUT_ANALYSIS_SPECULATION_SPECULATION_H

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Analysis/Liveness/DeadStores.h"
#include "Layout/Analysis/Values/ValueReducer.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

class ValueNames;

/// Added executions of an arm of `branch` (an `affine.if` or `scf.if`) where
/// the program executes the other arm, or nothing.
struct SpeculatedExecutions {
  Operation *branch = nullptr;
  Block *arm = nullptr;
  Block *replaced = nullptr; ///< null: nothing; not of a branch that yields
  Condition where;           ///< at the branch
};

/// An index of an access that would have to become `index mod extent`.
struct WrappedIndex {
  Operation *access;
  unsigned dim;
  int64_t extent;
  bool mayBeNegative; ///< `mod` is no `arith.remui` then
};

/// The answer of a query. Yes is a proof, with the proven statements as text.
/// No and Unknown come with a reason, which names a remark, and a sentence.
struct SpeculationSafety {
  Truth truth = Truth::Yes;
  Operation *op = nullptr;
  std::string reason, text;

  llvm::SmallSetVector<Value, 4> relied;      ///< buffers, for their contents
  llvm::SmallSetVector<Value, 4> overwritten; ///< buffers, by stores that
                                              ///< are not needed
  SmallVector<WrappedIndex> wrapped;
  /// Loads that would have to become `layout.fetch`: outside of their images
  /// these are guaranteed to read zeros.
  llvm::SmallSetVector<Operation *, 4> fetched;
  /// Ops, in the arm or before the branch, that would have to lose flags that
  /// make poison.
  llvm::SmallSetVector<Operation *, 4> unflagged;
  SmallVector<std::string> proven;

  bool isYes() const { return truth == Truth::Yes; }
};

/// Proves that added executions do no harm. Cost: per access a bounded number
/// of bounded queries.
class SpeculationProver {
public:
  /// `function` is a func.func or a kernel. `dead` is of it; null: every store
  /// is needed. With `mayWrap`, indices that are out of bounds in added
  /// executions may be wrapped. With `explains`, proofs come with text, with
  /// `explainsFailure`, refusals, too, which takes more queries.
  SpeculationProver(FunctionOpInterface function, KnownContents &contents,
                    DeadStores *dead, bool mayWrap, bool explains,
                    bool explainsFailure);
  ~SpeculationProver();

  /// Yes if `added` changes nothing that the program does. Never yes if what is
  /// known at the branch excludes `added.where`, or may exclude it: a loop that
  /// is to run further must do so already, with the branch around its body.
  SpeculationSafety prove(const SpeculatedExecutions &added);

  /// Decides whether `value` equals `other`, or `other` is undefined, wherever
  /// `where` holds at `op`, so that `value` may replace it there. `harm`
  /// collects the buffers whose contents the proof relies on, and the flags
  /// that have to be dropped.
  EqualityAnswer isEqual(Value value, Value other, const Condition &where,
                         Operation *op, SpeculationSafety &harm);

  /// Returns true unless it is proven that the two are not the same memory.
  bool mayBeSame(Value root, Value other) const;

private:
  friend class SpeculationQuery;
  FunctionOpInterface function;
  KnownContents &contents;
  DeadStores *dead;
  bool mayWrap;
  bool explains, explainsFailure;
  std::unique_ptr<ValueNames> names;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_SPECULATION_SPECULATION_H
