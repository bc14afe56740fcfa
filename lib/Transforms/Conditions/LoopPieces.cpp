//===- LoopPieces.cpp - Adjacent loops of one range -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPieces.h"

#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/WholeBody.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if there are only ops that compute values between the two.
static bool areAdjacent(Operation *first, Operation *second) {
  if (first->getBlock() != second->getBlock())
    return false;
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (!op || !onlyComputes(*op))
      return false;
  return true;
}

/// Returns true if the second loop begins where the first one ends, or later.
static bool goesOn(Operation *first, Operation *second, IntegerFacts &facts) {
  if (first->getName() != second->getName() || !LoopRange::canNarrow(first) ||
      !LoopRange::canNarrow(second) || !areAdjacent(first, second))
    return false;
  LoopRange one(first), other(second);
  AffineExpr early = facts.express(one.getVariable());
  AffineExpr late = facts.express(other.getVariable());
  // Pieces of one loop have its step. Two loops of different steps may be
  // adjacent without ever having been one.
  if (one.getStep() != other.getStep())
    return false;
  // Bounds of pieces over integers of a fixed width are clamped at both ends,
  // and facts do not show that one begins where the other ends. A second run
  // then split each piece again: 21 loops became 261.
  if (LoopRange::isCutOff(first, second))
    return true;
  return !early || !late ||
         // If not known they count as pieces: that only bounds their growth.
         !facts.isSatisfiable(Condition(Conjunction{{early - late}})).isYes();
}

SmallVector<LoopPieces> layout::findLoopPieces(ArrayRef<Operation *> loops,
                                               IntegerFacts &facts) {
  SmallVector<LoopPieces> groups;
  for (Operation *loop : loops) {
    if (groups.empty() || !goesOn(groups.back().back(), loop, facts))
      groups.emplace_back();
    groups.back().push_back(loop);
  }
  return groups;
}

unsigned layout::countLoopsBeforeSplits(Operation *op, IntegerFacts &facts) {
  unsigned count = isa<LoopLikeOpInterface>(op);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      SmallVector<Operation *> loops;
      for (Operation &inner : block)
        if (isa<LoopLikeOpInterface>(inner))
          loops.push_back(&inner);
        else
          count += countLoopsBeforeSplits(&inner, facts);
      for (const LoopPieces &pieces : findLoopPieces(loops, facts)) {
        unsigned most = 0;
        for (Operation *piece : pieces)
          most = std::max(most, countLoopsBeforeSplits(piece, facts));
        count += most;
      }
    }
  return count;
}

bool layout::hasLoopPieces(Operation *op, IntegerFacts &facts) {
  return op
      ->walk([&](Block *block) {
        Operation *last = nullptr;
        for (Operation &inner : *block) {
          if (!isa<LoopLikeOpInterface>(inner))
            continue;
          if (last && goesOn(last, &inner, facts))
            return WalkResult::interrupt();
          last = &inner;
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}
