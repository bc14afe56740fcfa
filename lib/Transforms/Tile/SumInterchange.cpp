//===- SumInterchange.cpp - Reductions innermost --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumInterchange.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/HostFunctions.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if some loop adds up: quick to see.
static bool hasSum(affine::AffineForOp root) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  return nest && nest->hasReductions();
}

/// Writes on the ops that add up what the program permits.
static void permitAnyOrder(const AffineNest &nest) {
  auto loops = llvm::seq<unsigned>(0, nest.loops.size());
  for (const AffineNest::Access &access : nest.accesses)
    if (access.isStore && !llvm::all_of(loops, [&](unsigned loop) {
          return access.map.isFunctionOfDim(loop);
        }))
      if (auto combiner = dyn_cast_or_null<arith::ArithFastMathInterface>(
              cast<affine::AffineStoreOp>(access.op)
                  .getValueToStore()
                  .getDefiningOp()))
        addFastMathFlags(combiner, arith::FastMathFlags::reassoc);
}

void layout::permitAnyOrder(affine::AffineForOp root) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest)
    return;
  std::optional<int64_t> span = getSpan(nest->ranges[nest->loops.size() - 1]);
  if (!span || *span > kMaxLanes)
    ::permitAnyOrder(*nest);
}

std::vector<NestPlanner::Plan> layout::planSumInterchange(Operation *function,
                                                          const Target &target,
                                                          bool reassociate) {
  SmallVector<affine::AffineForOp> roots;
  function->walk([&](affine::AffineForOp root) {
    if (!isOnDevice(root) && !isInPerfectNest(root) && hasSum(root))
      roots.push_back(root);
  });
  std::vector<NestPlanner::Plan> plans;
  if (roots.empty())
    return plans;
  NestPlanner planner(function, target, reassociate);
  for (affine::AffineForOp root : roots)
    if (auto plan = planner.planSumsInnermost(root))
      plans.push_back(std::move(*plan));
  return plans;
}

SmallVector<affine::AffineForOp> layout::interchangeSum(NestPlanner::Plan &plan,
                                                        bool reassociate) {
  remarkDone(plan.nest.loops.front().getLoc(), "layout-tile-loops/interchanged")
      << plan.text;
  if (reassociate)
    ::permitAnyOrder(plan.nest);
  return plan.loops.apply(plan.nest);
}

InterchangedSums layout::interchangeSums(std::vector<NestPlanner::Plan> &plans,
                                         bool reassociate) {
  InterchangedSums interchanged;
  for (NestPlanner::Plan &plan : plans) {
    SmallVector<affine::AffineForOp> loops = interchangeSum(plan, reassociate);
    for (affine::AffineForOp loop : loops)
      interchanged[loop] = 0;
    interchanged[loops.back()] = plan.sumLanes;
  }
  return interchanged;
}
