//===- SplitLoop.cpp - Index-set splitting of one loop --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitLoop.h"

#include "LoopRange.h"
#include "Transforms/Support/AffineBounds.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Makes `rest` begin with the results of `loop`, and replaces these by its
/// own.
static void chain(Operation *loop, Operation *rest) {
  if (loop->getNumResults() == 0)
    return;
  loop->replaceAllUsesWith(rest->getResults());
  auto inits = cast<LoopLikeOpInterface>(rest).getInitsMutable();
  for (auto [init, result] : llvm::zip_equal(inits, loop->getResults()))
    init.set(result);
}

/// Splits at points by number; `narrow` makes one a bound of a partition.
static SmallVector<LoopPartition>
splitAt(Operation *loop, size_t numPoints,
        function_ref<void(Operation *, size_t point, bool isLower)> narrow) {
  SmallVector<LoopPartition> partitions(numPoints + 1);
  partitions.front().loop = loop;
  // From the last point: `loop` stays the first partition, so that each copy is
  // made of a loop that is not narrowed from below yet.
  for (size_t point = numPoints; point-- > 0;) {
    LoopPartition &rest = partitions[point + 1];
    OpBuilder builder(loop->getContext());
    builder.setInsertionPointAfter(loop);
    rest.loop = builder.clone(*loop, rest.copies);
    narrow(loop, point, /*isLower=*/false);
    narrow(rest.loop, point, /*isLower=*/true);
    chain(loop, rest.loop);
  }
  return partitions;
}

static void setBound(affine::AffineForOp loop, bool isLower, AffineExpr bound,
                     ValueRange operands) {
  AffineMap map = AffineMap::get(operands.size(), 0, bound);
  SmallVector<Value> used(operands);
  affine::canonicalizeMapAndOperands(&map, &used);
  isLower ? loop.setLowerBound(used, map) : loop.setUpperBound(used, map);
}

SmallVector<LoopPartition> layout::splitLoop(affine::AffineForOp loop,
                                             ArrayRef<AffineExpr> points,
                                             ValueRange operands,
                                             PointRange range) {
  return splitAt(loop, points.size(),
                 [&](Operation *op, size_t point, bool isLower) {
                   auto partition = cast<affine::AffineForOp>(op);
                   if (range == PointRange::InLoop ||
                       range == (isLower ? PointRange::AboveLower
                                         : PointRange::BelowUpper))
                     setBound(partition, isLower, points[point], operands);
                   else
                     addBound(partition, isLower, points[point], operands);
                 });
}

SmallVector<LoopPartition> layout::splitLoop(const IntegerFacts &facts,
                                             Operation *loop,
                                             ArrayRef<LoopBound> points) {
  // Values of the points must be defined before all partitions.
  for (const LoopBound &point : points)
    LoopRange(loop).moveOut(facts, point.expr);
  return splitAt(loop, points.size(),
                 [&](Operation *op, size_t point, bool isLower) {
                   isLower ? LoopRange(op).narrowLower(facts, points[point])
                           : LoopRange(op).narrowUpper(facts, points[point]);
                 });
}
