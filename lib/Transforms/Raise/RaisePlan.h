//===- RaisePlan.h - Plan of layout-raise-loops -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RAISE_RAISEPLAN_H
#define LIB_TRANSFORMS_RAISE_RAISEPLAN_H

#include "AffineOperands.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {

struct RaisedLoop {
  /// Starts at the largest of `lower`, ends before the least of `upper`.
  struct Counter {
    AffineForm lower, upper;
    int64_t step;
  };
  Operation *loop; ///< `scf.for` or `scf.parallel`
  SmallVector<Counter, 1> counters;
};

struct RaisedBranch {
  scf::IfOp branch;
  AffineForm constraints;
  SmallVector<bool> isEqual; ///< which are equal to 0; others are at least 0
};

struct RaisedAccess {
  Operation *access; ///< `memref.load` or `memref.store`
  AffineForm indices;
};

/// All that can be raised, outer loops before inner ones.
struct RaisePlan {
  std::vector<RaisedLoop> loops;
  std::vector<RaisedBranch> branches;
  std::vector<RaisedAccess> accesses;

  bool isEmpty() const {
    return loops.empty() && branches.empty() && accesses.empty();
  }
};

/// Plans for one function, with remarks on loops that stay.
///
/// Law: an affine op may replace one of scf or memref if it runs the same
/// iterations in the same order, takes the same branch, and touches the same
/// element. Numbers are read as everywhere: index arithmetic as mathematics,
/// that on a fixed width only where it does not wrap around. Counterexamples: a
/// bound that is compared without sign may be negative; a step may go beyond
/// the last number of its type.
///
/// `scf.parallel` may run its iterations in any order, so in the order of
/// loops. With `keepParallel` its first dimension stays parallel.
class RaisePlanner {
public:
  RaisePlanner(IntegerFacts &facts, AffineOperands &operands)
      : facts(facts), operands(operands) {}

  RaisePlan plan(Operation *function);

private:
  void visit(Operation *op);
  void planLoop(scf::ForOp loop);
  void planLoop(scf::ParallelOp loop);
  void planBranch(scf::IfOp branch);
  template <typename Access>
  void planAccess(Access access);

  std::optional<RaisedLoop::Counter> readCounter(Operation *loop,
                                                 const LoopCounter &counter);
  std::optional<AffineForm> readBound(Operation *loop, Value bound,
                                      bool isUpper);
  bool checkSteps(scf::ForOp loop);
  SmallVector<AffineExpr> getParts(Value bound, bool isUpper);
  void addLoop(RaisedLoop loop);
  bool isInAffineLoop(Operation *op) const;
  bool roundsLeastUp(Value value);

  IntegerFacts &facts;
  AffineOperands &operands;
  RaisePlan result;
  llvm::DenseSet<Operation *> affineLoops;
  llvm::DenseMap<Value, bool> least; ///< answers of `roundsLeastUp`
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RAISE_RAISEPLAN_H
