//===- SplitLoop.cpp - Loops cut where conditions change ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitLoop.h"

#include "Layout/Analysis/Integers/Breakpoints.h"
#include "LoopConditions.h"
#include "ShrinkLoop.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Does the variable take values on both sides?
static bool isInside(IntegerFacts &facts, const LoopRange &range,
                     AffineExpr point) {
  AffineExpr variable = facts.express(range.getVariable());
  Operation *first = &range.getBody()->front();
  // A piece must not be split for ever at a point of which that is not known.
  auto isNotAlways = [&](AffineExpr nonNegative) {
    return facts.isImplied(Condition(Conjunction{{nonNegative}}), first).isNo();
  };
  return isNotAlways(variable - point) && isNotAlways(point - 1 - variable);
}

using FoundPoints = llvm::MapVector<AffineExpr, LoopBound>;

/// The constant ones in order, or else the first.
static SmallVector<LoopBound> sortPoints(const FoundPoints &found,
                                         MLIRContext *context) {
  SmallVector<int64_t> constants;
  for (const auto &[point, bound] : found)
    if (auto constant = Breakpoints::getConstant(point))
      constants.push_back(*constant);
  if (constants.empty())
    return found.empty() ? SmallVector<LoopBound>()
                         : SmallVector<LoopBound>{found.front().second};
  llvm::sort(constants);
  return llvm::map_to_vector(constants, [&](int64_t constant) {
    return LoopBound{getAffineConstantExpr(constant, context)};
  });
}

SmallVector<LoopBound>
layout::findSplitPoints(IntegerFacts &facts, Operation *loop, bool isInterior) {
  LoopRange range(loop);
  Breakpoints breakpoints(facts, loop, range.getVariable());
  llvm::SmallPtrSet<Operation *, 4> shrinkable;
  collectShrinkable(range.getBody(), shrinkable);
  FoundPoints found;
  loop->walk([&](Operation *op) {
    if (!isConditional(op) || (!isInterior && shrinkable.contains(op)))
      return;
    if (std::optional<Condition> condition = readCondition(facts, op))
      for (AffineExpr point : breakpoints.find(*condition, op))
        if (AffineExpr aligned = range.align(facts, point);
            aligned && !found.contains(aligned))
          if (auto bound = range.planBound(facts, aligned);
              bound && isInside(facts, range, aligned))
            found.insert({aligned, *bound});
  });
  return sortPoints(found, loop->getContext());
}

/// `rest` goes on with what `loop` has carried so far.
static void chain(Operation *loop, Operation *rest) {
  if (loop->getNumResults() == 0)
    return;
  loop->replaceAllUsesWith(rest->getResults());
  auto inits = cast<LoopLikeOpInterface>(rest).getInitsMutable();
  for (auto [init, result] : llvm::zip_equal(inits, loop->getResults()))
    init.set(result);
}

SmallVector<Operation *> layout::splitLoop(IntegerFacts &facts, Operation *loop,
                                           ArrayRef<LoopBound> points) {
  SmallVector<Operation *> pieces{loop};
  for (const LoopBound &point : points)
    LoopRange(loop).moveOut(facts, point.expr);
  // From the back: each point cuts the last piece off.
  for (const LoopBound &point : llvm::reverse(points)) {
    OpBuilder builder(loop->getContext());
    builder.setInsertionPointAfter(loop);
    Operation *rest = builder.clone(*loop);
    LoopRange(loop).narrowUpper(facts, point);
    LoopRange(rest).narrowLower(facts, point);
    chain(loop, rest);
    pieces.insert(pieces.begin() + 1, rest);
  }
  return pieces;
}
