//===- LoopBound.h - Bounds that stay within 64 bits ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOOPBOUNDS_LOOPBOUND_H
#define LIB_TRANSFORMS_LOOPBOUNDS_LOOPBOUND_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Map/ExactRange.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// A new bound of a loop. It is a sum that the program need not compute, so
/// one variable may have to be clamped before:
///
///     for %i = 0 to 64 { if %i <= %n   to  min(%n, 63) + 1
///     for %i = 0 to %extent { if %i + %m < %extent
///                                      to  %extent - clamp(%m, 0, %extent)
struct LoopBound {
  AffineExpr expr;
  std::optional<unsigned> clamped = {}; ///< a variable of the facts
  /// What it is clamped to; null: not at this end. If it is below `low` and
  /// above `high`, it becomes `low`.
  AffineExpr low = {}, high = {};
};

/// Notes on each loop below `function` a value that its variable does not
/// reach, where that is known, for the pieces into which loops are about to be
/// split: they start later, and run no further. An attribute, so that clones
/// have it.
void noteEndsOfLoops(Operation *function);
void forgetEndsOfLoops(Operation *function);

/// Plans how a bound can be computed within 64 bits wherever the body of the
/// loop is reached. The bound may differ from the number that was meant where
/// both are beyond all values of the loop's variable.
///
/// One variable of unknown range is clamped between constants. Of several, one
/// is clamped between what makes the bound the lower and the upper bound that
/// the loop has: from that, conditions on both sides are still decided. More
/// than one that can be any number is refused.
///
/// Taken for granted: no buffer has 2^56 elements along a dimension, and no
/// loop has run as often. A product of the bound is none of the program: of `6
/// - n >= n + i` it is `6 - 2 * n`. Cost: three questions to the facts for each
/// variable and two for each sum at most.
class LoopBoundPlanner {
public:
  /// What extents of buffers and numbers of iterations do not reach.
  static constexpr int64_t far = int64_t(1) << 56;

  /// `body` is the first op in the loop, and `mayClamp` says which variables
  /// can be clamped before it.
  LoopBoundPlanner(IntegerFacts &facts, Value variable, Operation *body,
                   llvm::function_ref<bool(unsigned)> mayClamp)
      : facts(facts), variable(variable), body(body), mayClamp(mayClamp) {}

  /// The bounds that the loop has; null: several, or not affine.
  void setEnds(AffineExpr lower, AffineExpr upper) {
    loopLower = lower;
    loopUpper = upper;
  }

  /// Nullopt: not without leaving 64 bits, as far as is known.
  std::optional<LoopBound> plan(AffineExpr expr);

private:
  struct Range {
    int64_t low = 0, high = 0;
  };
  void collectRanges(AffineExpr expr);
  std::optional<int64_t> getLimit(unsigned variable) const;
  Range getRange(unsigned variable) const;
  void tightenByFacts(unsigned variable);
  Range getLoopValues() const;
  bool isAlways(AffineExpr nonNegative);
  void narrowByFacts(AffineExpr sum, ExactRange &range);
  std::optional<ExactRange> evaluate(AffineExpr expr);
  unsigned countUnknown() const;
  std::optional<LoopBound> clampByConstants(AffineExpr expr, unsigned variable);
  std::optional<LoopBound> clampByEnds(AffineExpr expr, unsigned variable);

  IntegerFacts &facts;
  Value variable;
  Operation *body;
  llvm::function_ref<bool(unsigned)> mayClamp;
  AffineExpr loopLower, loopUpper;
  llvm::MapVector<unsigned, Range> ranges; ///< of the variables of the bound
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOOPBOUNDS_LOOPBOUND_H
