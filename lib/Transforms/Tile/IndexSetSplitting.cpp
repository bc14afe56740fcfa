//===- IndexSetSplitting.cpp - Splits at the variable of an outer loop ----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexSetSplitting.h"

#include "Layout/IR/LoopCounters.h"
#include "NestPlanner.h"
#include "Transforms/LoopBounds/SplitLoop.h"
#include "Transforms/Nests/AffineNest.h"
#include "mlir/Dialect/Affine/LoopUtils.h"

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

/// Returns true if the variable of `inner` takes the values that the one of
/// `outer` takes, from one bound to another.
static bool haveSameValues(affine::AffineForOp inner,
                           affine::AffineForOp outer) {
  return inner.getLowerBoundMap().getNumResults() == 1 &&
         inner.getUpperBoundMap().getNumResults() == 1 &&
         countAlike(inner, outer);
}

/// Returns true if a store, with the variable of `outer` in place of that of
/// `inner`, goes to the element of another access.
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
  // Each triples the code.
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

void layout::splitIndexSets(ArrayRef<SplitPoint> points) {
  for (auto [loop, at] : points) {
    AffineExpr value = getAffineDimExpr(0, at.getContext());
    auto partitions = splitLoop(loop, {value, value + 1}, at.getInductionVar(),
                                PointRange::InLoop);
    LogicalResult one =
        affine::promoteIfSingleIteration(partitions[1].getAffine());
    assert(succeeded(one) && "from the value to the value + 1");
    (void)one;
  }
}
