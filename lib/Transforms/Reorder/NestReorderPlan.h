//===- NestReorderPlan.h - A loop nest in another order ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is rewritten by a *place*: expressions f over its loop variables, such
// as the index of an access. Some loops are *walked*: given the place and the
// other loops, g says which iteration of them it is. The others stay *inner*.
//
//     for %i, %f { B[..] += F[%f] * A[f(%i, %f)] }         f = %i - %f
//
//     for %p { for %f { if 0 <= %p + %f < 18 {             g = %p + %f
//       B[..] += F[%f] * A[%p] } } }
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_NESTREORDERPLAN_H
#define LIB_TRANSFORMS_REORDER_NESTREORDERPLAN_H

#include "Layout/Analysis/Dependence/Dependences.h"
#include "LoopChain.h"
#include "Map/GuardClamps.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Why a nest stays as it is: the reason and the text of a remark.
struct NestReorderRefusal {
  std::string reason, text;
  Operation *at = nullptr;
  bool isUnknown = false;      ///< a bound was hit
  bool isOrder = false;        ///< results would change
  bool isNotInjective = false; ///< of a nest map

  /// Always fails; `at` stays where it was if none is given.
  LogicalResult give(StringRef why, const Twine &details,
                     Operation *place = nullptr) {
    reason = why.str();
    text = details.str();
    at = place ? place : at;
    return failure();
  }
};

/// What to rewrite.
struct NestReorderRequest {
  LoopChain chain; ///< from the outermost loop to the innermost that f needs
  SmallVector<AffineExpr> place; ///< f, over the variables of the facts
  /// The access of which f is the index, its memref; null for a nest map.
  Operation *access = nullptr;
  Value buffer;
  /// Refuse where f is visited in order already.
  bool reorderOnly = false;
};

/// How. Expressions are over the new loops, then the inner ones, then `fixed`.
struct NestReorderPlan {
  struct NewLoop {
    int64_t lower = 0;
    std::optional<int64_t> upper;
    AffineExpr upperExpr;        ///< else this, over `fixed` only
    std::optional<unsigned> dim; ///< else the extent of the buffer
  };
  LoopChain chain;
  SmallVector<NewLoop> loops;
  SmallVector<Operation *> inner;
  SmallVector<Value> fixed;
  SmallVector<std::pair<Value, AffineExpr>> iterations; ///< g, per variable
  SmallVector<IndexConstraint> outerGuard, innerGuard;
  /// To what `fixed` is clamped in guards and bounds of new loops.
  GuardClamps clamps;
  SmallVector<LoopChain::Piece> pieces;
  /// Accesses of which f is the index, and f in terms of the new loops.
  SmallVector<Operation *> accesses;
  SmallVector<AffineExpr> place;
  Value buffer;
  SmallVector<Reduction> losesFlags;
  bool isAffine = true; ///< all new loops can be affine

  /// The dimension of the first of `fixed`.
  unsigned getFixedOffset() const { return loops.size() + inner.size(); }
};

/// Reads only. Null: the nest is in that order already.
FailureOr<std::optional<NestReorderPlan>>
planNestReorder(const NestReorderRequest &request, IntegerFacts &facts,
                Dependences &dependences, NestReorderRefusal &refusal);

/// Cannot fail. Returns the split-off nests and the new one.
SmallVector<Operation *> applyNestReorder(const NestReorderPlan &plan);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_NESTREORDERPLAN_H
