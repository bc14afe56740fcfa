//===- Execution.h - Copies of values per execution -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_EXECUTION_H
#define LAYOUT_LIB_ANALYSIS_EXECUTION_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// Returns true if `value` is defined anew by each execution of the regions of
/// `nest`, a loop or a function. In another iteration it may then be another
/// number, of which the same is known; all other values are what they are here.
/// This is what all analyses mean by another iteration. They differ in how they
/// keep the two numbers apart (docs/Rationale/Proofs.md says why):
///
/// * `Execution` adds variables to the facts, for answers that are kept.
/// * `PairQuery` has columns of its own for a question, as there are many; the
///   facts stay as they are.
/// * `StoreLiveness` knows no values any more: points are counters of loops,
///   and those of a read that are not shared are further dimensions.
bool isDefinedIn(Value value, Operation *nest);

/// One execution of a piece of program. Values defined inside of loops that
/// were entered on the way are not those at the point of the query; they are
/// copies, of which the same is known.
///
///     here      %i is d0
///     enter the loop of %k around `%m = affine.min (%k, %i)`:
///               %k is d7, %m is d8, with d8 <= d7, d8 <= d0; %i still d0
class Execution {
public:
  /// That of the point itself.
  explicit Execution(IntegerFacts &facts) : facts(&facts) {}

  /// Any one iteration of `loop`, which is executed in this execution.
  Execution enter(Operation *loop) const;
  /// Returns true if it is the execution of the point itself.
  bool isCurrent() const { return loops.empty(); }

  /// From now on `variable` is `value`.
  void bind(unsigned variable, AffineExpr value) { copies[variable] = value; }

  AffineExpr rename(AffineExpr expr);
  Condition rename(const Condition &condition);
  /// Returns true if the value is defined in a loop that was entered.
  bool isCopied(Value value) const;

  /// Copies that were made since the last loop was entered, with what they are
  /// copies of.
  ArrayRef<std::pair<unsigned, AffineExpr>> getNewCopies() const {
    return newCopies;
  }

private:
  IntegerFacts *facts;
  SmallVector<Operation *, 4> loops;
  llvm::SmallDenseMap<unsigned, AffineExpr> copies;
  SmallVector<std::pair<unsigned, AffineExpr>, 4> newCopies;
};

/// `expr` with variables replaced; those that `replacement` yields null for
/// stay.
AffineExpr
replaceVariables(AffineExpr expr,
                 llvm::function_ref<AffineExpr(unsigned)> replacement);
/// The variables of an expression, of a condition.
void collectVariables(AffineExpr expr, llvm::SetVector<unsigned> &variables);
void collectVariables(const Condition &condition,
                      llvm::SetVector<unsigned> &variables);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_EXECUTION_H
