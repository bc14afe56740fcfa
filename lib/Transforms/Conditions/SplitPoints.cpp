//===- SplitPoints.cpp - Points at which to split loops -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitPoints.h"

#include "Layout/Analysis/Integers/Breakpoints.h"
#include "LoopConditions.h"
#include "ShrinkLoop.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the variable may take values on both sides of the point.
static bool isInside(IntegerFacts &facts, const LoopRange &range,
                     AffineExpr point) {
  AffineExpr variable = facts.express(range.getVariable());
  Operation *first = &range.getBody()->front();
  // A partition must not be split for ever at a point of which that is unknown.
  auto isNotAlways = [&](AffineExpr nonNegative) {
    return facts.isImplied(Condition(Conjunction{{nonNegative}}), first).isNo();
  };
  return isNotAlways(variable - point) && isNotAlways(point - 1 - variable);
}

namespace {

/// Collects the points of one loop. Each that is not constant costs several
/// queries, and only the first of them is returned, so that no other is
/// examined after it.
class SplitPoints {
public:
  SplitPoints(IntegerFacts &facts, const LoopRange &range)
      : facts(facts), range(range) {}

  void add(AffineExpr point) {
    AffineExpr aligned = range.align(facts, point);
    if (!aligned)
      return;
    std::optional<int64_t> constant = Breakpoints::getConstant(aligned);
    if ((!constant && other) || !seen.insert(aligned).second)
      return;
    std::optional<LoopBound> bound = range.planBound(facts, aligned);
    if (!bound || !isInside(facts, range, aligned))
      return;
    if (constant)
      constants.push_back(*constant);
    else
      other = bound;
  }

  /// Returns the constant ones in order, or else the first.
  SmallVector<LoopBound> take(MLIRContext *context) {
    if (constants.empty())
      return other ? SmallVector<LoopBound>{*other} : SmallVector<LoopBound>();
    llvm::sort(constants);
    return llvm::map_to_vector(constants, [&](int64_t constant) {
      return LoopBound{getAffineConstantExpr(constant, context)};
    });
  }

private:
  IntegerFacts &facts;
  const LoopRange &range;
  llvm::DenseSet<AffineExpr> seen;
  SmallVector<int64_t> constants;
  std::optional<LoopBound> other;
};

} // namespace

SmallVector<LoopBound>
layout::findSplitPoints(IntegerFacts &facts, Operation *loop, bool isInterior) {
  LoopRange range(loop);
  Breakpoints breakpoints(facts, loop, range.getVariable());
  llvm::SmallPtrSet<Operation *, 4> shrinkable;
  collectShrinkable(range.getBody(), shrinkable);
  SplitPoints points(facts, range);
  loop->walk([&](Operation *op) {
    if (!isConditional(op) || (!isInterior && shrinkable.contains(op)))
      return;
    if (std::optional<Condition> condition = readCondition(facts, op))
      for (AffineExpr point : breakpoints.find(*condition, op))
        points.add(point);
  });
  return points.take(loop->getContext());
}
