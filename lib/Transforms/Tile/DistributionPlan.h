//===- DistributionPlan.h - Planning of loop distribution -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_DISTRIBUTIONPLAN_H
#define LIB_TRANSFORMS_TILE_DISTRIBUTIONPLAN_H

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Transforms/Tile/DistributeLoops.h"
#include "LoopParts.h"

namespace mlir::layout {

/// A part of the body of a loop that gets a loop of its own.
struct PlannedPart : LoopPart {
  /// The accesses of the part, with the times at which they are executed before
  /// and after distribution. Used while planning only.
  std::vector<ScheduledAccess> accesses;
  /// The op in the innermost loop of the part before which its definitions are
  /// placed, which makes the part a perfect nest. Null: they are placed in the
  /// new loop itself.
  Operation *sinkTo = nullptr;
};

/// The loops that replace one loop, in order. Empty: the loop stays unchanged.
using DistributionPlan = SmallVector<PlannedPart>;

/// Finds the parts of a loop that may get loops of their own, and which
/// definitions may be computed in the innermost loop of their part. For parts
/// that must stay together there is a remark with the reason; if `onKept` is
/// given, it is called instead, and there are no remarks. Cost: at most
/// `Dependences::maxPairs` pairs of accesses are queried; parts whose pairs are
/// not queried stay together.
DistributionPlan planDistribution(affine::AffineForOp loop, IntegerFacts &facts,
                                  Dependences &dependences,
                                  OnKeptTogether onKept);

/// Replaces the loop by those of the plan. Cannot fail.
void applyDistribution(affine::AffineForOp loop, DistributionPlan &plan);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_DISTRIBUTIONPLAN_H
