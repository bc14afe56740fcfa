//===- NestWork.h - How much a loop has to do -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of one execution of a loop, in the units of the cost model:
// an operation or access is one, on a vector one for each register that it
// takes; a call of a library is many. A bound that depends on a loop around it,
// as in a triangle, is taken in the middle of that loop. How often a loop runs
// whose bounds are values is known when the program runs:
//
//     affine.for %i = 0 to 64 {           64 * 2                known
//       body of 2                        + 64 * 5 * n(%j)       of one loop
//       affine.for %j = 0 to %n {
//         body of 5
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_NESTWORK_H
#define LIB_TRANSFORMS_TILE_NESTWORK_H

#include "Layout/Analysis/Target/Target.h"
#include "TripEstimates.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// An estimate: it decides what pays, never what is right.
class NestWork {
public:
  NestWork(affine::AffineForOp root, const Target &target);

  /// So much at least, loops of unknown length taken for one iteration.
  double getKnown() const { return sumUp(terms); }
  /// Returns true if it depends on what is known at run time only.
  bool isOpen() const;
  /// The iterations of `root`, if they are known.
  std::optional<double> getIterations() const { return iterations; }

  /// Builds the number of instructions before the loop, as an f64.
  Value emit(OpBuilder &builder) const;

private:
  /// A number of instructions for each iteration of some loops together.
  struct Term {
    double instructions = 0;
    SmallVector<affine::AffineForOp, 2> loops; ///< of unknown length
  };

  void addBlock(Block &block, const Term &each, TripEstimates &estimates);
  void addOp(Operation &op, const Term &each, TripEstimates &estimates);
  /// The one that takes less: tiles that are not full have a branch of their
  /// own, with much more in it, and are few.
  void addBranches(Operation &op, const Term &each, TripEstimates &estimates);
  void addLoop(affine::AffineForOp loop, Term each, TripEstimates &estimates);
  void add(const Term &each, double instructions);
  static double sumUp(ArrayRef<Term> terms);

  affine::AffineForOp root;
  const Target &target;
  std::vector<Term> terms;
  std::optional<double> iterations;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_NESTWORK_H
