//===- EmptyLoops.cpp - Loops that are never entered ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyLoops.h"

#include "IndexValues.h"
#include "Layout/Map/Simplify.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What values the variables of loops can take, from the outside in.
class LoopRanges {
public:
  /// Takes `loop` in, which stands in loops that are. False if it is never
  /// entered.
  bool enter(affine::AffineForOp loop) {
    // The largest lower bound is no less than any, the least upper bound no
    // larger.
    std::optional<int64_t> low, high;
    for (Interval bound :
         getRanges(loop.getLowerBoundMap(), loop.getLowerBoundOperands()))
      if (bound.low)
        low = low ? std::max(*low, *bound.low) : *bound.low;
    for (Interval bound :
         getRanges(loop.getUpperBoundMap(), loop.getUpperBoundOperands()))
      if (bound.high)
        high = high ? std::min(*high, *bound.high) : *bound.high;
    if (low && high && *low >= *high)
      return false;
    Interval &range = ranges[loop.getInductionVar()];
    range.low = low;
    // Not the least number: some value is above a bound of a loop that is
    // entered.
    if (high && *high > std::numeric_limits<int64_t>::min())
      range.high = *high - 1;
    return true;
  }

private:
  Interval getRange(Value value) const {
    auto known = ranges.find(value);
    return known != ranges.end() ? known->second
                                 : getProgression(value).getRange();
  }

  SmallVector<Interval> getRanges(AffineMap map, OperandRange operands) const {
    SmallVector<Value> values(operands);
    affine::fullyComposeAffineMapAndOperands(&map, &values);
    SmallVector<Interval> all = llvm::map_to_vector(
        values, [&](Value value) { return getRange(value); });
    ArrayRef<Interval> dims = ArrayRef(all).take_front(map.getNumDims()),
                       symbols = ArrayRef(all).drop_front(map.getNumDims());
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr bound) {
      return rangeOf(bound, dims, symbols);
    });
  }

  DenseMap<Value, Interval> ranges;
};

} // namespace

void layout::removeEmptyLoops(Operation *root,
                              function_ref<void(affine::AffineForOp)> visit) {
  LoopRanges ranges;
  // From the outside in: the bounds of a loop are asked about only where no
  // loop around it is empty.
  root->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (ranges.enter(loop))
      return WalkResult::advance();
    visit(loop);
    loop->replaceAllUsesWith(loop.getInits());
    loop->erase();
    return WalkResult::skip();
  });
}
