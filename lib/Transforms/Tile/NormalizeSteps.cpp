//===- NormalizeSteps.cpp - Loops with step 1 for those with others -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalizeSteps.h"

#include "Transforms/Support/ComposedAccesses.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/Affine/Utils.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the distance of the bounds, rounded up, does not wrap
/// around.
static bool isModest(affine::AffineForOp loop) {
  constexpr int64_t far = int64_t(1) << 47;
  IndexRanges ranges(Interval{0, far});
  auto isNear = [&](const CounterBound &bound) {
    return llvm::all_of(ranges.get(bound), [](Interval range) {
      return range.low && range.high && *range.low >= -far &&
             *range.high <= far;
    });
  };
  LoopCounter counter = getLoopCounters(loop).front();
  return *counter.step < far && isNear(counter.lower) && isNear(counter.upper);
}

static void composeBounds(affine::AffineForOp loop) {
  LoopCounter counter = getLoopCounters(loop).front();
  affine::AffineValueMap lower = composeMap(counter.lower),
                         upper = composeMap(counter.upper);
  loop.setLowerBound(lower.getOperands(), lower.getAffineMap());
  loop.setUpperBound(upper.getOperands(), upper.getAffineMap());
}

void layout::normalizeSteps(affine::AffineForOp root) {
  bool changed = false;
  // Bounds of inner loops are read as the outer ones leave them.
  root->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (changed)
      composeBounds(loop);
    if (loop.getStepAsInt() != 1 &&
        loop->getDiscardableAttrDictionary().empty() && isModest(loop))
      changed |= succeeded(affine::normalizeAffineFor(loop));
  });
  // No op is left between the loops.
  if (changed)
    composeAccesses(root);
}
