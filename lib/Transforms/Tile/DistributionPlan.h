//===- DistributionPlan.h - How one loop is distributed ---------*- C++ -*-===//
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

/// A part and its place after distribution.
struct PlannedPart : LoopPart {
  /// In the order of the text; set for times only.
  std::vector<ScheduledAccess> accesses;
  /// The op in the innermost loop before which definitions are moved. Null:
  /// they stay in the loop that is distributed.
  Operation *sinkTo = nullptr;
};

/// Loops that take the place of one, in their order. Nothing is to be done if
/// there are none.
using DistributionPlan = SmallVector<PlannedPart>;

/// Finds the parts of a loop that may have loops of their own, and which
/// definitions may go into the innermost loop of their part. Parts that are
/// kept together get a remark with the reason; `onKept`, if there is one, is
/// called instead of all remarks. At most `maxPairs` pairs of accesses are
/// queried; what is not queried stays where it is.
DistributionPlan planDistribution(affine::AffineForOp loop, IntegerFacts &facts,
                                  Dependences &dependences,
                                  OnKeptTogether onKept);

/// Cannot fail. Erases the loop.
void applyDistribution(affine::AffineForOp loop, DistributionPlan &plan);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_DISTRIBUTIONPLAN_H
