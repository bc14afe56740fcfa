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

/// Are the ends so near that their distance, rounded up, does not wrap around?
static bool isModest(affine::AffineForOp loop) {
  constexpr int64_t far = int64_t(1) << 47;
  IndexRanges ranges(Interval{0, far});
  auto isNear = [&](AffineMap map, ValueRange operands) {
    SmallVector<Interval> its;
    for (Value operand : operands)
      its.push_back(ranges.get(operand));
    ArrayRef<Interval> all = its;
    return llvm::all_of(map.getResults(), [&](AffineExpr end) {
      Interval range = rangeOf(end, all.take_front(map.getNumDims()),
                               all.drop_front(map.getNumDims()));
      return range.low && range.high && *range.low >= -far &&
             *range.high <= far;
    });
  };
  return loop.getStepAsInt() < far &&
         isNear(loop.getLowerBoundMap(), loop.getLowerBoundOperands()) &&
         isNear(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
}

static void composeBounds(affine::AffineForOp loop) {
  for (bool isLower : {true, false}) {
    AffineMap map = isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
    SmallVector<Value> operands(isLower ? loop.getLowerBoundOperands()
                                        : loop.getUpperBoundOperands());
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    affine::canonicalizeMapAndOperands(&map, &operands);
    isLower ? loop.setLowerBound(operands, map)
            : loop.setUpperBound(operands, map);
  }
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
