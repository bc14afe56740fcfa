//===- FloatClasses.cpp - Float classes of results ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatClasses.h"

using namespace mlir;
using namespace mlir::layout;
// The classes of floats.
using llvm::FPClassTest, llvm::fcAllFlags, llvm::fcInf, llvm::fcNan,
    llvm::fcNegZero, llvm::fcNegative, llvm::fcNone, llvm::fcNormal,
    llvm::fcPosZero, llvm::fcPositive, llvm::fcZero;

static bool isNegative(FPClassTest classes) {
  return (classes & ~fcNegative) == fcNone;
}
static bool isPositive(FPClassTest classes) {
  return (classes & ~fcPositive) == fcNone;
}

/// -0.0 is a sum of two -0.0 only: sums that cancel are +0.0, and no sum of
/// numbers that are not zero is rounded to zero.
FPClassTest layout::sumClasses(FPClassTest a, FPClassTest b) {
  FPClassTest result = fcAllFlags;
  if (!(a & fcNegZero) || !(b & fcNegZero))
    result = result & ~fcNegZero;
  if (!((a | b) & (fcNan | fcInf)))
    result = result & ~fcNan; // of infinities only that overflow made
  if (isNegative(a) && isNegative(b))
    result = result & ~fcPositive;
  if (isPositive(a) && isPositive(b))
    result = result & ~fcNegative;
  if (!(a & ~fcZero) && !(b & ~fcZero))
    result = result & fcZero;
  return result;
}

FPClassTest layout::productClasses(FPClassTest a, FPClassTest b) {
  FPClassTest result = fcAllFlags;
  bool hasNan = (a | b) & fcNan;
  bool mayCancel =
      ((a & fcZero) && (b & fcInf)) || ((a & fcInf) && (b & fcZero));
  if (!hasNan && !mayCancel)
    result = result & ~fcNan;
  bool isZero = !(a & ~fcZero) || !(b & ~fcZero);
  if (isZero)
    result = result & (fcZero | fcNan);
  bool sameSign =
      (isNegative(a) && isNegative(b)) || (isPositive(a) && isPositive(b));
  bool otherSign =
      (isNegative(a) && isPositive(b)) || (isPositive(a) && isNegative(b));
  if (sameSign)
    result = result & ~fcNegative;
  if (otherSign)
    result = result & ~fcPositive;
  return result;
}

/// Integers become floats that are no NaN and not -0.0.
FPClassTest layout::conversionClasses(Type from, Type to) {
  FPClassTest result = fcPosZero | fcNormal;
  unsigned width = from.isIndex() ? 64 : from.getIntOrFloatBitWidth();
  bool mayOverflow = width > (to.isF16() ? 15 : 120);
  return mayOverflow ? result | fcInf : result;
}
