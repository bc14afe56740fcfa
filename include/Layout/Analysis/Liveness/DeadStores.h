//===- DeadStores.h - Dead stores to buffers --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search goes forwards from a store, with the set of elements that it
// leaves and that nothing has overwritten yet:
//
//     for i in 0..16                   { (i, e) | e = i, 0 <= i < 16 }
//       if i < 12
//         A[i] = 100                   { (i, e) | e = i, 0 <= i < 12 }
//     for j in 0..16
//       x = A[j + 12]                  touches e = j + 12: none of them
//     for k in 0..16
//       if k < 12
//         A[k] = 42                    written by k = e, where e < 12: none
//         left
//
// A read that may touch what is left needs the store. What is surely written is
// taken away, by exact set difference. Iterations of a loop are distinguished:
// a later one may read or overwrite what an earlier one left. A buffer that the
// caller can see is needed at the return, but for padding of kind `undef`; one
// that is allocated here and does not escape is not needed at its end.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_LIVENESS_DEADSTORES_H
#define LAYOUT_ANALYSIS_LIVENESS_DEADSTORES_H

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Map/Decision.h"
#include "mlir/IR/IntegerSet.h"
#include <memory>

namespace mlir::layout {

class AccessMemo;

/// Whether a store is dead. Yes is a proof. No comes with an element that is
/// needed, and its reader, in words: "%a[14] is needed at the return when %i =
/// 14". If that assumes what is loaded or computed, or that no write comes
/// first, the answer is Unknown: "possible: .., if %5 = 0". Without witnesses,
/// No means that it was not proven.
struct DeadStore {
  Decision decision;
  Operation *reader = nullptr;      ///< who needs it: a read, a call, a return
  bool isPartlyOverwritten = false; ///< some of it was overwritten by then
  /// The iteration of the store: values of the variables of loops around it. It
  /// satisfies those conditions around that are affine.
  SmallVector<std::pair<Value, int64_t>, 4> when = {};

  bool isYes() const { return decision.isYes(); }
};

/// Finds the stores of one function that leave nothing that is needed.
///
/// All stores for which the answer is Yes are dead *together*: erasing any
/// number of them leaves every other read with what it read before. After any
/// other change of the function the answers are stale.
///
/// A read is what may read: also a call that may see the buffer, an op of
/// unknown effects, `layout.assume_padding`, and a load that only an assumption
/// uses. What another name may reach is read through that name: distinct
/// allocations and `noalias` arguments are distinct, as the contract says.
///
/// Exact for affine indices in loops with affine bounds, with branches on
/// affine conditions, within bounds on the work. Cost: per store the number of
/// accesses after it, by intervals; bounded emptiness queries for those that
/// may meet it, at most `maxQueries` each for what overwrites it, and
/// `maxReads` in all.
class DeadStores {
public:
  static constexpr unsigned maxQueries = 128;
  static constexpr unsigned maxReads = 1024;

  /// `modes` are of the module around `function`, and live as long. With
  /// `explains` false there are no witnesses. `memo`, which may be null, spares
  /// the work on what is the same in the next function that it is given for.
  DeadStores(func::FuncOp function, const AccessModes &modes,
             SymbolTableCollection &symbols, bool explains = true,
             AccessMemo *memo = nullptr);
  ~DeadStores();

  /// Of all that `store` writes, in every execution.
  DeadStore isDead(Operation *store);

  /// As if `store` were executed also where `guard`, an `if` around it, does
  /// not execute the arm that it is in: what it would leave in those
  /// executions, after the guard. The other ops of the arm are not considered:
  /// if all its stores are dead, its reads need nothing.
  DeadStore isDeadUnguarded(Operation *store, Operation *guard);

  /// Of the executions in which `set` does not hold for `operands`, values that
  /// are defined at the store. If nothing of `body`, a block around it, is
  /// executed then, what would be read there needs nothing either.
  DeadStore isDeadUnless(Operation *store, IntegerSet set, ValueRange operands,
                         Block *body = nullptr);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// Returns what `DeadStores` of several states of a program, all in one
/// context, share.
std::shared_ptr<AccessMemo> createLivenessMemo();

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_LIVENESS_DEADSTORES_H
