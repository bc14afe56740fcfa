//===- TileLoops.h - Strip-mining by the tiles of layouts -------*- C++ -*-===//
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

/// Strip-mines the affine nests of a function by the tile sizes that their
/// accesses divide by, so that no index divides any more:
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
/// A perfect nest that the cost model expects to gain from vectors is also
/// interchanged, so that the variable with the lanes is innermost, if each two
/// dependent iterations keep their order. To make that possible, iteration
/// arguments are moved to memory and index sets are split. All other loops are
/// strip-mined in place, which changes no order. No iteration is added or
/// dropped, and each reduction keeps its order unless `reassociate`.
///
/// A nest with a plan (`layout.loops`) gets the loops of the plan. If the plan
/// cannot be followed, the function stays unchanged: with an error, and
/// failure, for a plan that a user wrote; with a remark for any other. A nest
/// with a plan in `tuned` takes that in place of the search; if it is not
/// legal, a remark says so, and the search decides. Cost: bounded per nest.
LogicalResult tileLoops(Operation *function, const Target &target,
                        bool reassociate, TunedPlans *tuned = nullptr);

/// Plans as `tileLoops` does, but writes each plan on its nest as
/// `layout.loops`. Loops change only by the rewrites that enable plans (values
/// to memory, index sets split), so `tileLoops` yields the same code from the
/// result as from the function itself.
void writeLoopPlans(Operation *function, const Target &target,
                    bool reassociate, TunedPlans *tuned = nullptr);

/// Nests of a module with the same text, and plans for them to measure.
struct PlanCandidates {
  std::string nest; ///< the text (`getNestText`)
  Location loc;     ///< of the first nest
  unsigned numNests;
  SmallVector<LoopsAttr> plans; ///< without the one that the model chose
};

/// Returns the nests for which there are legal plans besides the model's
/// choice, at most `maxNumber` for each: the best of the search, variants of
/// these with other orders and cache blocks, the loops unchanged, and `keep`.
/// `module` is a result of `writeLoopPlans`; the plans of the planner are
/// erased from it.
std::vector<PlanCandidates> findPlanCandidates(ModuleOp module,
                                               const Target &target,
                                               bool reassociate,
                                               unsigned maxNumber);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TILE_TILELOOPS_H
