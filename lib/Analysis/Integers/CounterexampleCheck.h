//===- CounterexampleCheck.h - Can a found point be had? --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_COUNTEREXAMPLECHECK_H
#define LAYOUT_LIB_ANALYSIS_COUNTEREXAMPLECHECK_H

#include "IntegerVariables.h"

namespace mlir::layout {

/// Checks values of variables that satisfy all facts. Facts tell too little of
/// a variable that stands for the result of an op that is not followed:
///
///     %t = arith.trunci %i : i32 to i8      facts: -128 <= %t <= 127
///
/// Such an op is executed, by folding, on the values of its operands. The point
/// stands if the result is the value that was found.
class CounterexampleCheck {
public:
  /// `point` has a value for each of `columns`.
  CounterexampleCheck(IntegerVariables &variables, ArrayRef<unsigned> columns,
                      ArrayRef<int64_t> point);

  /// The first op that does not yield the value that was found, or that cannot
  /// be executed; null if a person can check the point by hand.
  Operation *findUnfollowed();
  /// A `cf.assert` at which the run may end before it comes to `op`: it does
  /// not hold in the point, or is not followed.
  Operation *findAssertion(Operation *op);

  /// Of variables, from their values in the point.
  std::optional<int64_t> evaluate(AffineExpr expr) const;

private:
  bool isConfirmed(unsigned variable);
  /// Null if not all that it depends on is in the point.
  Attribute evaluate(Value value);
  Attribute fold(OpResult value);

  IntegerVariables &variables;
  ArrayRef<unsigned> columns;
  DenseMap<AffineExpr, AffineExpr> valueOf; ///< of variables
  unsigned nesting = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_COUNTEREXAMPLECHECK_H
