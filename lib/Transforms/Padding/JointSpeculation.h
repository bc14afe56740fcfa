//===- JointSpeculation.h - Compatible speculation proofs -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_JOINTSPECULATION_H
#define LIB_TRANSFORMS_PADDING_JOINTSPECULATION_H

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "Layout/Analysis/Speculation/Speculation.h"

namespace mlir::layout {

/// What is known of one function, for proofs about executions that a rewrite
/// adds (Speculation.h), and the proofs that were accepted.
///
/// Each proof is one about the function as it is. Two of them hold together
/// where neither overwrites a buffer for whose contents the other one is:
///
///     if c: A[14] = x     not needed: A[14] is overwritten before it is read
///     if d: B[0] += A[14] leaves B[0], as A[14] is 0: but not beside the first
///
/// Goes stale when the function changes.
class JointSpeculation {
public:
  /// `function` is a func.func or a kernel; `modes` and `symbols` are of the
  /// module around it. `mayWrap`, `explains` and `explainsFailure` are those of
  /// SpeculationProver. Cost: one walk over the function.
  JointSpeculation(FunctionOpInterface function, const AccessModes &modes,
                   SymbolTableCollection &symbols, bool mayWrap, bool explains,
                   bool explainsFailure);

  IntegerFacts &getFacts() { return facts; }
  SpeculationProver &getProver() { return prover; }

  /// Returns true if the proof may not hold together with those accepted.
  bool meetsAccepted(const SpeculationSafety &proof) const;
  void accept(const SpeculationSafety &proof);

private:
  IntegerFacts facts;
  CallEffects calls;
  KnownContents contents;
  std::unique_ptr<DeadStores> dead;
  SpeculationProver prover;
  llvm::SmallSetVector<Value, 8> relied, overwritten;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_JOINTSPECULATION_H
