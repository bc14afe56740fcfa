//===- SumInterchange.cpp - Sums of neighbours innermost ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumInterchange.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "NestPlanner.h"
#include "Transforms/Support/HostFunctions.h"

using namespace mlir;
using namespace mlir::layout;

/// Is there a sum, but not in the innermost loop? Quick to see.
static bool hasSumOutside(affine::AffineForOp root) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest)
    return false;
  unsigned innermost = nest->loops.size() - 1;
  return llvm::any_of(nest->accesses, [&](const AffineNest::Access &access) {
    if (!access.isStore || !access.map.isFunctionOfDim(innermost))
      return false;
    return llvm::any_of(llvm::seq<unsigned>(0, innermost), [&](unsigned loop) {
      return !access.map.isFunctionOfDim(loop);
    });
  });
}

llvm::SmallDenseSet<Operation *> layout::interchangeSums(Operation *function,
                                                         const Target &target,
                                                         bool reassociate) {
  SmallVector<affine::AffineForOp> roots;
  function->walk([&](affine::AffineForOp root) {
    if (!isOnDevice(root) && !isInPerfectNest(root) && hasSumOutside(root))
      roots.push_back(root);
  });
  llvm::SmallDenseSet<Operation *> interchanged;
  if (roots.empty())
    return interchanged;
  NestPlanner planner(function, target, reassociate);
  std::vector<NestPlanner::Plan> plans;
  for (affine::AffineForOp root : roots)
    if (auto plan = planner.planSumsInnermost(root))
      plans.push_back(std::move(*plan));
  for (NestPlanner::Plan &plan : plans) {
    remarkDone(plan.nest.loops.front().getLoc(),
               "layout-tile-loops/interchanged")
        << plan.text;
    for (affine::AffineForOp loop : plan.loops.apply(plan.nest))
      interchanged.insert(loop);
  }
  return interchanged;
}
