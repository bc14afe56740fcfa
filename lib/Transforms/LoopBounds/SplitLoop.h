//===- SplitLoop.h - Index-set splitting of one loop ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a loop at points of its range into consecutive loops, the partitions:
//
//     %r = for %i = L to U              %s = for %i = L to min(U, %p)
//         iter_args(%x = %a)                iter_args(%x = %a)
//                                       %r = for %i = max(L, %p) to U
//                                           iter_args(%x = %s)
//
// Guarantees that each iteration runs in exactly one partition, in the order in
// which it ran before, and that loop-carried values reach the next partition.
//
// Requires that points do not decrease, that they are values which the variable
// takes where the step is not 1, and that their operands dominate the loop.
// Points outside of the range are harmless: a partition has no iteration then.
// Cost: a copy of the loop for each point. Cannot fail.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOOPBOUNDS_SPLITLOOP_H
#define LIB_TRANSFORMS_LOOPBOUNDS_SPLITLOOP_H

#include "LoopBound.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::layout {

/// A loop that has the iterations between two points.
struct LoopPartition {
  Operation *loop;
  /// From the loop that was split; empty in the first partition, which is that
  /// loop.
  IRMapping copies = {};

  /// Returns what `op`, in the loop that was split, is in this partition.
  Operation *lookup(Operation *op) const { return copies.lookupOrDefault(op); }
  template <typename OpT>
  OpT lookup(OpT op) const {
    return cast<OpT>(lookup(op.getOperation()));
  }
  affine::AffineForOp getAffine() const {
    return cast<affine::AffineForOp>(loop);
  }
};

/// What is known of all points: not below the lower bounds of the loop, which
/// they replace then in later partitions, or not above its upper bounds, which
/// they replace in earlier ones.
enum class PointRange {
  Anywhere = 0,
  AboveLower = 1,
  BelowUpper = 2,
  InLoop = 3
};

/// Splits `loop` at `points`, whose dimensions are `operands`. Returns the
/// partitions in order, one more than points. Accesses keep their maps, which
/// `composeAccesses` simplifies under the new ranges.
SmallVector<LoopPartition> splitLoop(affine::AffineForOp loop,
                                     ArrayRef<AffineExpr> points,
                                     ValueRange operands,
                                     PointRange range = PointRange::Anywhere);

/// Splits an `affine.for` or `scf.for` at points over variables of `facts`, as
/// `LoopRange::planBound` makes them; moves what computes these variables
/// before the loop.
SmallVector<LoopPartition> splitLoop(const IntegerFacts &facts, Operation *loop,
                                     ArrayRef<LoopBound> points);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOOPBOUNDS_SPLITLOOP_H
