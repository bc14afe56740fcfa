//===- Breakpoints.h - Loop iterations where conditions change --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_BREAKPOINTS_H
#define LAYOUT_ANALYSIS_INTEGERS_BREAKPOINTS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// `coefficient * variable + rest >= 0` (or `== 0`), where the rest mentions
/// nothing that changes in the loop.
struct LinearBound {
  int64_t coefficient = 0;
  AffineExpr rest;

  /// The first value of the variable for which a lower bound holds, or the
  /// first beyond an upper one.
  AffineExpr getFirst() const;
  bool isLower() const { return coefficient > 0; }
};

/// Finds the iterations of one loop at which parts of a condition change.
///
///     for %i = 0 to 4 { for %j = 0 to 4 { if 13 - 4 * %i - %j >= 0
///
/// along %i: at 3, before which the condition holds for each %j. Along %j,
/// where %i is 3: at 2.
class Breakpoints {
public:
  /// `loop` has the induction variable `variable`.
  Breakpoints(IntegerFacts &facts, Operation *loop, Value variable);

  /// Values v of the variable, affine in what is known outside of the loop,
  /// such that some part of `condition` is decided on one side of v, for all
  /// iterations of inner loops, v - 1 not included. Parts that are not linear
  /// in the variable have breakpoints where its range is constant; these are
  /// found by bisection, if pieces that are cut there have no further ones.
  /// `op` is where the condition is evaluated.
  SmallVector<AffineExpr> find(const Condition &condition, Operation *op);

  /// The bound that a constraint puts on the variable, if it mentions nothing
  /// else that belongs to the loop.
  std::optional<LinearBound> getBound(const IndexConstraint &constraint);

  /// Returns the value of `expr` if it is constant, given what is known of its
  /// variables.
  static std::optional<int64_t> getConstant(AffineExpr expr);

private:
  struct Ends {
    AffineExpr least, most; ///< null: not known
  };
  std::optional<LinearBound> splitOff(AffineExpr expr) const;
  Ends getEnds(AffineExpr rest) const;
  AffineExpr foldKnown(AffineExpr expr) const;
  bool mentionsLoop(AffineExpr expr) const;
  void findLinear(const LinearBound &bound, SmallVectorImpl<AffineExpr> &found);
  void findByBisection(const IndexConstraint &constraint, Operation *op,
                       SmallVectorImpl<AffineExpr> &found);
  /// Values of the variable.
  struct Possible {
    int64_t low, high;
    bool isEmpty() const { return low > high; }
    bool operator==(const Possible &other) const {
      return low == other.low && high == other.high;
    }
    bool operator!=(const Possible &other) const { return !(*this == other); }
  };
  std::optional<Possible> findPossible(const Condition &condition,
                                       Operation *op, const Possible &range);
  Decision isPossibleIn(const Condition &condition, Operation *op,
                        const Possible &range);
  std::optional<int64_t> findEnd(const Condition &condition, Operation *op,
                                 Possible range, bool isFirst);

  IntegerFacts &facts;
  Operation *loop;
  AffineExpr variable; ///< null if the loop has none of known range
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_BREAKPOINTS_H
