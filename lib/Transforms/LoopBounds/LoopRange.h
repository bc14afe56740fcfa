//===- LoopRange.h - Bounds of affine.for and scf.for -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOOPBOUNDS_LOOPRANGE_H
#define LIB_TRANSFORMS_LOOPBOUNDS_LOOPRANGE_H

#include "LoopBound.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// The bounds of an `affine.for` or `scf.for` over signed numbers, which can be
/// narrowed by an expression over the variables of some facts.
class LoopRange {
public:
  /// Returns true if it is such a loop over indices.
  static bool canHandle(Operation *op);
  /// Returns true if it is such a loop over integers of a fixed width, of which
  /// no step wraps around.
  static bool canNarrow(Operation *op);
  explicit LoopRange(Operation *loop) : loop(loop) {}

  /// Returns true if the upper bound of `first` is narrowed to the number to
  /// which the lower bound of `second` is. Compares the ops alone: facts know
  /// neither bound where numbers of a fixed width are clamped at both ends.
  static bool isCutOff(Operation *first, Operation *second);

  Block *getBody() const { return &loop->getRegion(0).front(); }
  LoopCounter getCounter() const;
  Value getVariable() const { return getCounter().variable; }
  /// Nullopt if it is not constant.
  std::optional<int64_t> getStep() const { return getCounter().step; }
  /// Nullopt if it is not constant.
  std::optional<uint64_t> getNumIterations() const;
  /// Null if it is the maximum of several.
  AffineExpr getLower(IntegerFacts &facts) const;
  /// Null if it is the minimum of several.
  AffineExpr getUpper(IntegerFacts &facts) const;
  /// The first value that the variable takes from `point` on; null if it is not
  /// known at which it starts, or by which steps it goes on.
  AffineExpr align(IntegerFacts &facts, AffineExpr point) const;

  /// `expr` as a bound of this loop. Nullopt if its variables are not available
  /// before the loop, in a form that bounds of this loop may use, or not
  /// without computing numbers of more than 64 bits.
  std::optional<LoopBound> planBound(IntegerFacts &facts,
                                     AffineExpr expr) const;
  /// The ops that compute the variables of `expr` move before the loop.
  void moveOut(const IntegerFacts &facts, AffineExpr expr);

  /// The variable stays at or above `bound`; the step must divide what is left
  /// out. False if the loop has that bound: nothing has changed then.
  bool narrowLower(const IntegerFacts &facts, const LoopBound &bound) {
    return narrow(facts, bound, /*isLower=*/true);
  }
  /// The variable stays below `bound`. False as above.
  bool narrowUpper(const IntegerFacts &facts, const LoopBound &bound) {
    return narrow(facts, bound, /*isLower=*/false);
  }

private:
  bool narrow(const IntegerFacts &facts, const LoopBound &bound, bool isLower);
  bool narrowAffine(const IntegerFacts &facts, const LoopBound &bound,
                    bool isLower);
  bool narrowScf(const IntegerFacts &facts, const LoopBound &bound,
                 bool isLower);
  bool canUse(const IntegerFacts &facts, unsigned variable) const;
  bool canClamp(const IntegerFacts &facts, unsigned variable) const;
  Operation *getClampPlace() const;
  Value build(const IntegerFacts &facts, unsigned variable,
              Operation *place) const;
  Value buildClamped(const IntegerFacts &facts, const LoopBound &bound) const;
  Value buildIndex(Value number) const;
  AffineExpr bindVariables(const IntegerFacts &facts, const LoopBound &bound,
                           SmallVectorImpl<Value> &operands) const;

  Operation *loop;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOOPBOUNDS_LOOPRANGE_H
