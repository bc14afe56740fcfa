//===- Overcompute.h - Removing guards of padding ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PADDING_OVERCOMPUTE_H
#define LAYOUT_TRANSFORMS_PADDING_OVERCOMPUTE_H

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Speculation/Speculation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

struct OvercomputeOptions {
  /// Take indices that would be out of bounds in added executions modulo the
  /// extent, where what is read there does not matter.
  bool wrapIndices = false;
};

/// Branches of one function that may go. The whole pass holds at once.
struct OvercomputePlan {
  /// A branch of which one arm is executed always; null: what is left of its
  /// conjunction (the parts of an `affine.if` by number).
  struct Dropped {
    Operation *branch;
    bool keepsThen = true;
    std::optional<unsigned> conjunct; ///< only this part goes
    SmallVector<WrappedIndex> wrapped;
    SmallVector<Operation *> fetched; ///< loads that become `layout.fetch`
  };
  /// A select that is one of its operands everywhere.
  struct Chosen {
    arith::SelectOp select;
    bool isTrue;
  };
  SmallVector<Dropped> dropped;
  SmallVector<Chosen> chosen;
  /// Ops that lose the flags that make poison: those guarantee nothing where
  /// the op is executed, or its result used, only once the branch has gone.
  SmallVector<Operation *, 0> unflagged;

  bool isEmpty() const { return dropped.empty() && chosen.empty(); }
};

/// What `planOvercompute` says of what it finds.
enum class OvercomputeRemarks {
  None,
  Done,  ///< what goes, and what was proven
  Missed ///< what stays, with a counterexample, a flag or a bound
};

/// The parts of the condition of a branch, all of which must hold: constraints
/// of an `affine.if`, operands of a tree of `arith.andi`.
unsigned getNumConjuncts(Operation *branch);

/// The parts of a boolean value that `arith.andi` joins, in the order of the
/// text.
SmallVector<Value> getConjuncts(Value condition);

/// Finds branches in `function`, a func.func or a kernel, whose body may be
/// executed everywhere, inner ones first; of branches in each other one at a
/// time.
///
/// Cost: one walk, and per branch a bounded number of bounded queries per
/// access in it.
///
/// Source: RFC 0077, RemoveBranchingThroughOvercompute.
OvercomputePlan planOvercompute(FunctionOpInterface function,
                                const AccessModes &modes,
                                SymbolTableCollection &symbols,
                                const OvercomputeOptions &options,
                                OvercomputeRemarks remarks);

/// Cannot fail. The function must be the one that was looked at.
void applyOvercompute(const OvercomputePlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PADDING_OVERCOMPUTE_H
