//===- Digits.h - Loop variables in mixed radix -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop variable is the sum of its *digits*, each times a weight that divides
// the one before:
//
//     i = 32 * i2 + 8 * i1 + i0,    0 <= i1 < 4,    0 <= i0 < 8
//
// With the radices by which the accesses of a nest divide the variable among
// the weights, no access divides any more: i floordiv 32 is i2. The first digit
// of a loop has no extent of its own; the bounds of the loop limit it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_DIGITS_H
#define LIB_TRANSFORMS_TILE_DIGITS_H

#include "Transforms/Nests/AffineNest.h"

namespace mlir::layout {

struct Digit {
  unsigned loop;
  int64_t weight;
  std::optional<int64_t> extent; ///< none for the first of a loop

  AffineExpr getValue(AffineExpr variable) const {
    AffineExpr value = variable.floorDiv(weight);
    return extent ? value % *extent : value;
  }
};

/// Digits in the order in which loops run over them. Expressions over digits
/// have these for their first dimensions, then the fixed values of the nest.
class DigitOrder {
public:
  DigitOrder(const AffineNest &nest, SmallVector<Digit> digits);

  ArrayRef<Digit> getDigits() const { return digits; }
  unsigned getNumDigits() const { return digits.size(); }
  /// Ranges of digits, then of the fixed values.
  ArrayRef<Interval> getRanges() const { return ranges; }
  /// The loop variable as a sum.
  AffineExpr getVariable(unsigned loop) const { return variables[loop]; }
  /// A map over the dimensions of the nest, over digits and simplified.
  AffineMap substitute(AffineMap map) const;

  /// The nest with digits for its variables, but for the bounds of the loops
  /// over them: `AffineNest::addEnds` for each is to follow.
  AffineNest describe(const AffineNest &nest) const;
  /// The same of full tiles alone: each digit has all values of its range, and
  /// there are no other constraints. Digits that are not planned as steps have
  /// no lower bound: of loops that nothing splits, and of those that begin
  /// elsewhere than at 0. 2 x 1000 sums of 2 products took 0.98 us by LLVM's
  /// vectors, and 1.01 us by tiles of 2 x 64 with 2 steps (AVX-512). Of a
  /// reduction most tiles may be full wherever it begins: 77 unknowns by a
  /// triangle took 1.38 us in tiles with steps, and 2.08 us without (AVX2).
  AffineNest describeFullTiles(const AffineNest &nest) const;

private:
  SmallVector<Digit> digits;
  SmallVector<Interval> ranges;
  SmallVector<AffineExpr> variables;
  unsigned numLoops, numFixed;
};

/// The weights by which the accesses want the digits of each loop, largest
/// first, 1 last: a chain in which each divides the one before. Of radices that
/// do not, their greatest common divisor is taken.
SmallVector<SmallVector<int64_t>> findWeights(const AffineNest &nest);

/// How many values a variable may have at most. Nullopt also where only its
/// type, or that it is an extent, says so.
std::optional<int64_t> getSpan(Interval range);

/// The digits of one loop.
SmallVector<Digit> makeDigits(unsigned loop, ArrayRef<int64_t> weights);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_DIGITS_H
