//===- IndexSetSplitting.cpp - Loops before, at and behind a value --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexSetSplitting.h"

#include "Layout/IR/LoopCounters.h"
#include "NestPlanner.h"
#include "Transforms/Support/AffineNest.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::layout;

SplitPoint SplitPoint::map(const IRMapping &copies) const {
  auto copy = [&](affine::AffineForOp loop) {
    return cast<affine::AffineForOp>(copies.lookup(loop.getOperation()));
  };
  return {copy(loop), copy(at)};
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Has the variable of `inner` the values that the one of `outer` has, from one
/// bound to another?
static bool haveSameValues(affine::AffineForOp inner,
                           affine::AffineForOp outer) {
  return inner.getLowerBoundMap().getNumResults() == 1 &&
         inner.getUpperBoundMap().getNumResults() == 1 &&
         countAlike(inner, outer);
}

/// Does a store, with the variable of `outer` for that of `inner`, go where
/// another access goes?
static bool meetsAnother(const AffineNest &nest, unsigned inner,
                         unsigned outer) {
  MLIRContext *context = nest.getContext();
  for (const AffineNest::Access &store : nest.accesses) {
    if (!store.isStore || !store.map.isFunctionOfDim(inner))
      continue;
    AffineMap moved = simplifyAffineMap(store.map.replace(
        getAffineDimExpr(inner, context), getAffineDimExpr(outer, context),
        store.map.getNumDims(), 0));
    for (const AffineNest::Access &other : nest.accesses)
      if (other.buffer == store.buffer && other.map != store.map &&
          simplifyAffineMap(other.map) == moved)
        return true;
  }
  return false;
}

static void addSplitPoints(affine::AffineForOp root,
                           SmallVectorImpl<SplitPoint> &points) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest)
    return;
  for (unsigned inner = nest->loops.size(); inner-- > 1;)
    for (unsigned outer = 0; outer < inner; ++outer) {
      affine::AffineForOp loop = nest->loops[inner], at = nest->loops[outer];
      if (!loop->getDiscardableAttrDictionary().empty() ||
          !haveSameValues(loop, at) || !meetsAnother(*nest, inner, outer))
        continue;
      points.push_back({loop, at});
      break;
    }
}

SmallVector<SplitPoint> layout::findSplitPoints(affine::AffineForOp root) {
  // Each is three times the code.
  constexpr size_t maxPoints = 2;
  SmallVector<SplitPoint> points;
  root->walk([&](affine::AffineForOp loop) {
    bool isInnermost = llvm::none_of(
        *loop.getBody(), [](Operation &op) { return op.getNumRegions() > 0; });
    if (isInnermost)
      addSplitPoints(findNestRoot(loop), points);
  });
  if (points.size() > maxPoints)
    points.clear();
  return points;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// Inner loops first, each is in one piece when its turn comes.
static void splitIndexSet(affine::AffineForOp loop, affine::AffineForOp at) {
  OpBuilder builder(loop);
  Value variable = at.getInductionVar();
  auto before = cast<affine::AffineForOp>(builder.clone(*loop));
  before.setUpperBound(variable, builder.getDimIdentityMap());
  IRMapping copies;
  copies.map(loop.getInductionVar(), variable);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, copies);
  auto behind = cast<affine::AffineForOp>(builder.clone(*loop));
  behind.setLowerBound(variable,
                       AffineMap::get(1, 0, builder.getAffineDimExpr(0) + 1));
  loop.erase();
}

void layout::splitIndexSets(ArrayRef<SplitPoint> points) {
  for (const SplitPoint &point : points)
    splitIndexSet(point.loop, point.at);
}
