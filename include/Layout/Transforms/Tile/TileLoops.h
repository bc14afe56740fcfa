//===- TileLoops.h - Loops over the digits of layouts -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TILE_TILELOOPS_H
#define LAYOUT_TRANSFORMS_TILE_TILELOOPS_H

#include "Layout/Analysis/Target/Target.h"
#include "Layout/IR/LoopsAttr.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

class TunedPlans;

/// Rewrites the affine nests of a function to loops over the digits by which
/// their accesses divide, so that none divides any more:
///
///     for %i = 0 to 127
///       A[%i floordiv 32, %i mod 32]
///
/// becomes
///
///     for %io = 0 to 4
///       for %ii = 0 to min(32, 127 - 32 %io)
///         A[%io, %ii]
///
/// Values that loops carry go to memory, and index sets are split, where that
/// lets a nest get lanes that pay.
///
/// A perfect nest in which lanes pay, as the cost model says, gets the order
/// that they want if all executions that depend on each other keep theirs. All
/// other loops are strip-mined in place, which changes no order. Iterations
/// are those of the nest, sums are added up in the order in which they were
/// unless `reassociate`.
///
/// A nest with a plan (`layout.loops`) gets the loops that this states. Fails,
/// with an error, where a user's plan cannot be followed; a remark says it of
/// another one. The function is what it was then. Nests with a plan in `tuned`
/// take that in place of the search; where it is not legal, a remark says so,
/// and the model's choice is taken. Cost: bounded per nest.
LogicalResult tileLoops(Operation *function, const Target &target,
                        bool reassociate, TunedPlans *tuned = nullptr);

/// Writes the plans of nests in the function as `layout.loops`, by the planner or,
/// those in `tuned`, by `tuned`. Loops change as far as other rewrites enable
/// plans, and no further: `tileLoops` makes of the result what it makes of the
/// function.
void writeLoopPlans(Operation *function, const Target &target,
                    bool reassociate, TunedPlans *tuned = nullptr);

/// Equal nests of a module, and plans for them that are worth a measurement.
struct PlanCandidates {
  std::string nest;             ///< its text (`getNestText`)
  Location loc;                 ///< of the first
  unsigned numNests;
  SmallVector<LoopsAttr> plans; ///< by `tuned`, without the model's choice
};

/// The nests of a module that have other plans than the model's choice, at most
/// `maxNumber` each: the best ones of the search, orders and cache blocks of these,
/// the loops as they are, and `keep`, all proven legal. The module is as
/// `writeLoopPlans` leaves it, and loses the plans of the planner.
std::vector<PlanCandidates> findPlanCandidates(ModuleOp module,
                                               const Target &target,
                                               bool reassociate,
                                               unsigned maxNumber);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TILE_TILELOOPS_H
