//===- LoopCounters.h - Comparison of loop counters -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LOOPCOUNTERS_H
#define LAYOUT_IR_LOOPCOUNTERS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::layout {

/// Of an affine loop the results of a map, all of which bound the variable; of
/// others one number.
struct CounterBound {
  AffineMap map; ///< null: `value`
  ValueRange operands;
  OpFoldResult value;

  /// Nullopt if it is not, or if it is one of several results.
  std::optional<int64_t> getConstant() const;
};

/// A variable of a loop: lower, lower + step, ... below upper.
struct LoopCounter {
  Value variable;
  CounterBound lower, upper;
  std::optional<int64_t> step; ///< of a constant
  Value dynamicStep;           ///< null if it is constant
};

/// Of `affine.for`, `affine.parallel`, `scf.for`, `scf.parallel`, `scf.forall`,
/// and the ids of blocks and threads in a `gpu.launch`; none for other ops.
/// An `scf.for` on a fixed width may not ascend, see `ascends`.
SmallVector<LoopCounter> getLoopCounters(Operation *loop);

/// Returns true if it is proven that both loops count through the same numbers.
/// Steps and bounds are compared syntactically, constants by value; false does
/// not mean that they differ.
bool countAlike(Operation *a, Operation *b);

/// Returns true if constant bounds show that the loop has an iteration.
bool isSurelyEntered(Operation *loop);

/// The variables alone.
SmallVector<Value> getLoopVariables(Operation *loop);

} // namespace mlir::layout

#endif // LAYOUT_IR_LOOPCOUNTERS_H
