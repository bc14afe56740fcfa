//===- DigitSum.h - Affine expressions as sums of digits --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The normal form for simplification and inversion. Every division is a *digit*
// of its dividend, floor(x / base) mod modulus, as a clock shows hours, minutes
// and seconds of one number:
//
//     i floordiv 4        digit of i with base 4, no modulus
//     i mod 4             digit of i with base 1, modulus 4
//     (i mod 32) floordiv 4 = (i floordiv 4) mod 8
//                         digit of i with base 4, modulus 8
//
// Adjacent digits of one number join:
//     floor(x / b) mod m  +  m * (floor(x / (b m)) mod n)
//         = floor(x / b) mod (m n)
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_DIGITSUM_H
#define LAYOUT_LIB_MAP_DIGITSUM_H

#include "RangeArithmetic.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace mlir::layout {

struct Term {
  int64_t coefficient;
  unsigned atom;
  bool operator==(const Term &other) const {
    return coefficient == other.coefficient && atom == other.atom;
  }
};

/// `constant + sum of terms`; terms by ascending atom, no coefficient zero.
struct Sum {
  int64_t constant = 0;
  SmallVector<Term, 4> terms;

  bool isConstant() const { return terms.empty(); }
  bool operator==(const Sum &other) const {
    return constant == other.constant && terms == other.terms;
  }
};

/// A dimension, a symbol, or a digit of a sum.
struct Atom {
  enum Kind { Dim, Symbol, Digit } kind;
  unsigned position = 0; ///< of Dim and Symbol
  Sum of;                ///< Digit: floor(of / base) mod modulus
  int64_t base = 1;
  int64_t modulus = 0; ///< 0: none
  Interval range;
};

/// Owns the atoms of some sums and rewrites under the ranges of dimensions and
/// symbols. Coefficients are 64 bits wide: once one overflowed, `hasFailed`
/// says so for good, and nothing that was computed means anything.
class SumContext {
public:
  SumContext(ArrayRef<Interval> dims, ArrayRef<Interval> symbols,
             MLIRContext *context);

  bool hasFailed() const { return failed; }
  MLIRContext *getContext() const { return context; }

  /// Reads an expression; fails on what is not pure affine.
  Sum read(AffineExpr expr);
  /// From now on `read` takes `expr` to be `value`.
  void define(AffineExpr expr, const Sum &value) { readings[expr] = value; }
  /// From now on `read` takes (-1 - x) floordiv k for -1 - x floordiv k. Maps
  /// have the first form where MLIR would make a remainder of the second one
  /// (`untangleDigits`).
  void undoNegations() { undoesNegations = true; }
  /// From now on a common factor of a divisor and of some terms is divided by
  /// first: (24 i + j) floordiv 64 is (3 i + j floordiv 8) floordiv 8, which
  /// are equal but look different.
  void splitQuotients(bool does = true) { splitsQuotients = does; }
  /// From now on `read` takes each dimension to be the given value.
  void substituteDims(ArrayRef<Sum> values);
  AffineExpr write(const Sum &sum) const;
  /// The same, rounding upwards where that is shorter: x ceildiv 4 instead of
  /// (x + 3) floordiv 4, as one writes the number of tiles.
  AffineExpr writeExtent(const Sum &sum) const;

  Sum getDim(unsigned position) const { return dimSums[position]; }
  Sum getConstant(int64_t value) const { return Sum{value, {}}; }
  Sum add(const Sum &a, const Sum &b, int64_t factorOfB = 1);
  Sum multiply(const Sum &a, int64_t factor);
  /// floor(x / base) mod modulus, no mod if `modulus` is 0.
  Sum digit(Sum x, int64_t base, int64_t modulus);
  Sum floorDiv(const Sum &x, int64_t divisor) { return digit(x, divisor, 0); }
  Sum mod(const Sum &x, int64_t divisor) { return digit(x, 1, divisor); }

  Interval rangeOf(const Sum &sum) const;
  const Atom &getAtom(unsigned id) const { return atoms[id]; }

  /// Returns true if a - b is a multiple of `period` for all values of the
  /// atoms.
  bool areCongruent(const Sum &a, const Sum &b, int64_t period) const;

private:
  int64_t checkedAdd(int64_t a, int64_t b);
  int64_t checkedMul(int64_t a, int64_t b);
  unsigned intern(Atom atom);
  unsigned addNew(Atom atom);
  AffineExpr writeAtom(const Atom &atom) const;
  Sum ofAtom(unsigned id) const { return Sum{0, {{1, id}}}; }
  Sum readVariable(Atom::Kind kind, unsigned position, Interval range);
  Sum readBinary(AffineBinaryOpExpr binary);
  Sum readNegated(const Sum &negated, int64_t k);
  Sum addWithoutJoining(const Sum &a, const Sum &b, int64_t factorOfB);

  // Rewrites of a digit, in the order in which `digit` tries them.
  Sum dropMultiplesOfPeriod(const Sum &x, int64_t period);
  std::optional<Sum> decideByRange(const Sum &x, int64_t base, int64_t modulus);
  std::optional<Sum> pullOutMultiples(const Sum &x, int64_t base);
  std::optional<Sum> splitByFactor(const Sum &x, int64_t base, int64_t modulus);
  std::optional<Sum> splitAt(const Sum &x, int64_t base, int64_t modulus,
                             int64_t factor);
  std::optional<Sum> digitOfDigit(const Sum &x, int64_t base, int64_t modulus);

  // Rewrites of a sum.
  Sum join(Sum sum);
  std::optional<Sum> joinNeighbours(const Sum &sum);
  std::optional<Sum> joinRemainder(const Sum &sum);

  MLIRContext *context;
  SmallVector<Interval> dims, symbols;
  SmallVector<Sum> dimSums;
  std::deque<Atom> atoms; // references stay valid as atoms are added
  DenseMap<AffineExpr, Sum> readings;
  bool failed = false, undoesNegations = false, splitsQuotients = false;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_DIGITSUM_H
