//===- StatedPlans.h - Following the plans on nests -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan (`layout.loops`) by the planner or by `tuned`, which no user has changed,
// takes the place of the search: what comes before and after is done as without
// it, and no plan is left. All others are followed to the letter before anything
// else is done; the loops they make keep a plan, which `layout-vectorize-loops`
// follows, and all other rewrites leave them alone.
//
// Between `LoopsAttr` and the loops of `NestPlanner`. A plan states rows, lanes
// and steps last; the loops that become vector code are, from outside to inside,
// those before them, steps, rows and lanes:
//
//     (i, j, k) -> (i floordiv 4, k floordiv 2, rows i mod 4, lanes j, steps k mod 2)
//
//     for i2   for k2   for k1 = 0 to 2   for i1 = 0 to 4   for j
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_STATEDPLANS_H
#define LIB_TRANSFORMS_TILE_STATEDPLANS_H

#include "Layout/IR/LoopsAttr.h"
#include "SumInterchange.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// Returns true if it says no more than the order of loops and which of them are
/// rows, lanes and steps: what `layout-vectorize-loops` finds again by itself.
bool isPlainPlan(LoopsAttr plan);

/// Returns true if no tile loop is lanes: loops are put in that order, and what
/// the innermost one adds to is kept in registers.
bool hasNoLanes(LoopsAttr plan);

/// What the plan on `root`, which is no `keep`, makes of the nest there. Nullopt,
/// with what was expected and found in `why`, where the plan is of another nest,
/// would change results or cannot be executed on the target. Reads only.
std::optional<NestPlanner::Plan>
planAsStated(affine::AffineForOp root, LoopsAttr plan, NestPlanner &planner,
             const Target &target, bool reassociate, std::string &why);

/// Why `plan`, which may be a `keep`, was not made for the nest; empty if it was.
std::string describeOtherNest(affine::AffineForOp root, LoopsAttr plan);

/// The plan of the loops that a stated plan makes, in their order.
LoopsAttr describeMadeLoops(LoopsAttr plan);

/// The plan, by the planner, that makes what `plan` does.
LoopsAttr describeOrder(const NestPlanner::Plan &plan);

/// The plan, by the planner, of one loop that keeps what it adds to in registers.
LoopsAttr describeSumLoop(affine::AffineForOp loop);

/// Roots of nests, with the plans that take the place of the search.
using SearchedPlans = llvm::MapVector<Operation *, LoopsAttr>;

/// Whether the plans of a function are followed.
enum class PlanOutcome { Followed, Remarked, Failed };

/// Returns true if there is a plan in `function` that takes the place of the
/// search.
bool hasSearchedPlans(Operation *function);

/// Returns the plans in `function` that replace the search, and removes them
/// from their ops.
SearchedPlans takeSearchedPlans(Operation *function);

/// The body of a function as it was, to be put back.
class BodyBackup {
public:
  explicit BodyBackup(Operation *function)
      : function(function), before(function->clone()) {}
  ~BodyBackup() { before->erase(); }
  BodyBackup(const BodyBackup &) = delete;
  BodyBackup &operator=(const BodyBackup &) = delete;

  void restore();

private:
  Operation *function, *before;
};

/// Makes the loops that the other plans in `function` state, of nests that are
/// not left to LLVM. Where one cannot be followed an error or a remark says why,
/// and the outcome is that of the worst; the function is to be restored then.
/// With `only`, those of its roots.
PlanOutcome followPlans(Operation *function, const Target &target,
                        bool reassociate, const SearchedPlans *only = nullptr);

/// Interchanges nests by those of `plans` that state the order of loops around a
/// reduction only, and takes these out of `plans`.
FailureOr<InterchangedSums> followSumPlans(Operation *function,
                                           SearchedPlans &plans,
                                           const Target &target,
                                           bool reassociate);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_STATEDPLANS_H
