//===- ShrinkLoop.cpp - Shrinking loops to needed iterations --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShrinkLoop.h"

#include "Layout/Analysis/Integers/Breakpoints.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LoopConditions.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Constraints all of which hold wherever the block does something.
static SmallVector<IndexConstraint> collectGuards(IntegerFacts &facts,
                                                  Block *block) {
  SmallVector<IndexConstraint> guards;
  while (Operation *op = getWholeBody(block)) {
    if (isBranch(op) && isEmpty(getArm(op, /*isThen=*/false))) {
      std::optional<Condition> condition = readCondition(facts, op);
      if (condition && condition->getAlternatives().size() == 1)
        llvm::append_range(guards, condition->getAlternatives().front());
    } else if (!isa<LoopLikeOpInterface>(op) || op->getNumResults() != 0 ||
               op->getNumRegions() != 1) {
      break;
    }
    block = &op->getRegion(0).front();
  }
  return guards;
}

/// A new bound, and whether it is a lower one.
using ShrunkBound = std::pair<LoopBound, bool>;

/// Of one loop, however often it is shrunk. Code computes the least of all
/// bounds before the loop, and each question about the loop takes them all into
/// account.
static constexpr unsigned maxBounds = 16;

/// Returns of how many numbers the bounds are the least or the greatest.
static unsigned countBounds(Operation *loop) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop))
    return affineFor.getLowerBoundMap().getNumResults() +
           affineFor.getUpperBoundMap().getNumResults();
  unsigned count = 0;
  LoopCounter counter = LoopRange(loop).getCounter();
  SmallVector<Value> worklist;
  for (const CounterBound &bound : {counter.lower, counter.upper})
    if (auto value = dyn_cast_if_present<Value>(bound.value))
      worklist.push_back(value);
  // Those of the program may be a graph with any number of paths.
  while (!worklist.empty() && count <= maxBounds) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp>(op))
      worklist.append({op->getOperand(0), op->getOperand(1)});
    else
      ++count;
  }
  return count;
}

/// Returns what the guards of the loop's body are as bounds, unless they hold
/// anyway. The loop gets no more than `maxBounds`; the guards of others stay.
static SmallVector<ShrunkBound> planBounds(IntegerFacts &facts, Operation *loop,
                                           const LoopRange &range) {
  Breakpoints breakpoints(facts, loop, range.getVariable());
  SmallVector<ShrunkBound> bounds;
  Operation *first = &range.getBody()->front();
  unsigned numBefore = countBounds(loop);
  for (const IndexConstraint &guard : collectGuards(facts, range.getBody())) {
    std::optional<LinearBound> bound = breakpoints.getBound(guard);
    AffineExpr end = bound ? bound->getFirst() : AffineExpr();
    if (end && bound->isLower())
      end = range.align(facts, end);
    // A guard that always holds would be a bound for nothing.
    if (!end || facts.isImplied(Condition(Conjunction{guard}), first).isYes())
      continue;
    if (numBefore + bounds.size() >= maxBounds) {
      remarkUnknown(loop->getLoc(), "layout-partition-loops/too-many-bounds")
          << "the loop would have more than " + std::to_string(maxBounds) +
                 " bounds; the inner conditions stay";
      break;
    }
    if (std::optional<LoopBound> planned = range.planBound(facts, end))
      bounds.push_back({*planned, bound->isLower()});
  }
  return bounds;
}

bool layout::shrinkLoop(Operation *function,
                        const TopLevelAssumptions &blockAssumptions,
                        Operation *loop) {
  if (loop->getNumResults() != 0)
    return false;
  IntegerFacts facts(function, /*explains=*/false, &blockAssumptions);
  LoopRange range(loop);
  SmallVector<ShrunkBound> bounds = planBounds(facts, loop, range);
  bool isShrunk = false;
  // A bound that the loop has already does not count. Where facts end at the
  // bound on their work, they do not show that it is there, and each round
  // would shrink the loop again, without end.
  for (const auto &[end, isLower] : bounds)
    isShrunk |=
        isLower ? range.narrowLower(facts, end) : range.narrowUpper(facts, end);
  if (isShrunk)
    remarkDone(loop->getLoc(), "layout-partition-loops/shrunk")
        << "iterations in which its conditions skip the whole body are left "
           "out";
  return isShrunk;
}

void layout::collectShrinkable(Block *block,
                               llvm::SmallPtrSetImpl<Operation *> &found) {
  while (Operation *op = getWholeBody(block)) {
    if (isBranch(op) && isEmpty(getArm(op, /*isThen=*/false)))
      found.insert(op);
    else if (!isa<LoopLikeOpInterface>(op) || op->getNumRegions() != 1)
      return;
    block = &op->getRegion(0).front();
  }
}
