//===- NestReorderLoops.h - The loops of a nest as expressions --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_NESTREORDERLOOPS_H
#define LIB_TRANSFORMS_REORDER_NESTREORDERLOOPS_H

#include "NestReorderPlan.h"

namespace mlir::layout {

/// A loop, over the variables of the facts.
struct NestReorderLoop {
  Operation *op;
  Value variable;
  AffineExpr expr;                        ///< the variable of the facts
  SmallVector<AffineExpr> lowers, uppers; ///< >= each of, < each of
  int64_t step = 1;
  bool isReordered = false;
};

/// The loops of a chain, and what the place depends on.
struct NestReorderLoops {
  SmallVector<NestReorderLoop> loops;
  /// Values from around the nest in the place and, after these, in bounds.
  SmallVector<Value> fixed;
  SmallVector<AffineExpr> fixedExprs;
  unsigned numFixedOfPlace = 0;
  /// Coordinates of the place that depend on a loop.
  SmallVector<unsigned> reorderedCoordinates;

  bool isVariable(AffineExpr dim) const {
    return llvm::any_of(
        loops, [&](const NestReorderLoop &loop) { return loop.expr == dim; });
  }
  static bool mentions(AffineExpr expr, const NestReorderLoop &loop) {
    return expr.isFunctionOfDim(cast<AffineDimExpr>(loop.expr).getPosition());
  }
  bool dependsOnLoop(AffineExpr expr) const {
    return llvm::any_of(loops, [&](const NestReorderLoop &loop) {
      return mentions(expr, loop);
    });
  }
  /// Returns true if the variables of the outermost loops are the dimensions of
  /// the place, in order.
  bool isInOrder(ArrayRef<AffineExpr> place) const;
  /// Returns true if each dimension of the place is a loop variable, from the
  /// outermost loop inwards.
  bool areVariables(ArrayRef<AffineExpr> place) const;
};

/// Refuses what cannot be read: bounds and places that are not affine, loops
/// that carry values, branches with two arms.
FailureOr<NestReorderLoops>
readNestReorderLoops(const NestReorderRequest &request, IntegerFacts &facts,
                     NestReorderRefusal &refusal);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_NESTREORDERLOOPS_H
