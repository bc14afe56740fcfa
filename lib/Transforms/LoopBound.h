//===- LoopBound.h - Bounds that stay within 64 bits ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOOPBOUND_H
#define LIB_TRANSFORMS_LOOPBOUND_H

#include "Layout/Analysis/IntegerFacts.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// A new bound of a loop. It is a sum that the program need not compute, so
/// one variable may have to be clamped before:
///
///     for %i = 0 to 64 { if %i <= %n      to  min(%n, 63) + 1
struct LoopBound {
  AffineExpr expr;
  std::optional<unsigned> clamped = {}; ///< a variable of the facts
  Interval values = {};                 ///< what it is clamped to
};

/// Asks how a bound can be computed without leaving 64 bits wherever the body
/// of the loop is reached. The bound may differ from the number that was meant
/// where both are beyond all values of the loop's variable.
///
/// Only bounds with one variable of unknown range are asked about: sums and
/// differences of several unknown indices are taken for numbers, as those of
/// the program are. Taken for granted too: `4 * x` in a condition fits, since
/// the program computes it; no buffer has 2^56 elements along a dimension, and
/// no loop has run as often. Cost: two questions to the facts for each variable
/// at most.
class LoopBoundPlanner {
public:
  /// `body` is the first op in the loop, whose variable has the step `step`,
  /// and `mayClamp` says which variables can be clamped in front of it.
  LoopBoundPlanner(IntegerFacts &facts, Value variable,
                   std::optional<int64_t> step, Operation *body,
                   llvm::function_ref<bool(unsigned)> mayClamp)
      : facts(facts), variable(variable), step(step), body(body),
        mayClamp(mayClamp) {}

  /// Nullopt: not without leaving 64 bits, as far as is known.
  std::optional<LoopBound> plan(AffineExpr expr);

private:
  struct Range {
    int64_t low = 0, high = 0;
  };
  void collectRanges(AffineExpr expr);
  std::optional<int64_t> getLimit(unsigned variable) const;
  Range getRange(unsigned variable) const;
  void tightenByFacts(unsigned variable);
  Range getLoopValues() const;
  std::optional<Interval> findClamp(AffineExpr expr, unsigned variable);

  IntegerFacts &facts;
  Value variable;
  std::optional<int64_t> step;
  Operation *body;
  llvm::function_ref<bool(unsigned)> mayClamp;
  llvm::MapVector<unsigned, Range> ranges; ///< of the variables of the bound
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOOPBOUND_H
