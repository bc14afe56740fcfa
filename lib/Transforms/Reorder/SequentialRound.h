//===- SequentialRound.h - One pass over a function -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_SEQUENTIALROUND_H
#define LIB_TRANSFORMS_REORDER_SEQUENTIALROUND_H

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Transforms/Reorder/SequentialAccess.h"
#include "MarkedAccesses.h"
#include "NestReorderPlan.h"

namespace mlir::layout {

/// One time through a function: plans for nests that share nothing, then all of
/// them applied.
class SequentialRound {
public:
  SequentialRound(Operation *function, const SequentialAccessOptions &options);

  /// Fails, with an error, where the nest map is wrong.
  LogicalResult plan();
  /// True if there was something to do.
  bool apply();

  void addTold(DenseSet<const void *> &told) const { marked.addTold(told); }
  /// `told`: the marks that have a remark from former rounds.
  void explainRefusals(const DenseSet<const void *> &told);

private:
  using Outcome = MarkedAccesses::Outcome;

  Outcome planAccess(Operation *access);
  bool tryPlan(const NestReorderRequest &request, NestReorderRefusal &refusal);
  SmallVector<AffineExpr> getPlace(Operation *access);
  bool mentions(ArrayRef<AffineExpr> place, Operation *loop);
  Outcome explainNoLoop(Operation *access, ArrayRef<AffineExpr> place);
  bool isTaken(Operation *root) const;
  bool containsTaken(Operation *root) const { return changed.contains(root); }

  LogicalResult planNestMap();
  LogicalResult planNestMap(Operation *op, Operation *mark);

  Operation *function;
  const SequentialAccessOptions &options;
  BufferFlow flow;
  IntegerFacts facts;
  Dependences dependences;
  MarkedAccesses marked;
  std::vector<std::pair<NestReorderPlan, Location>> plans;
  DenseSet<Operation *> settled; ///< roots of nests that are done
  DenseSet<Operation *> changed; ///< those to be changed, and all around them
  /// How often a nest was tried.
  DenseMap<Operation *, unsigned> numRefused;
  SmallVector<NestReorderRefusal> refusals;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_SEQUENTIALROUND_H
