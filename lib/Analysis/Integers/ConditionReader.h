//===- ConditionReader.h - i1 values as affine conditions -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_CONDITIONREADER_H
#define LAYOUT_LIB_ANALYSIS_CONDITIONREADER_H

#include "AffineReader.h"
#include "Layout/Map/Condition.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IntegerSet.h"

namespace mlir::layout {

/// Reads an `i1` as a condition over affine expressions: comparisons of
/// integers that an `AffineReader` reads, combined by and, or, xor and select.
/// With the variables d0 of %i and d1 of %j,
///
///     %a = arith.cmpi slt, %i, %j : index
///     %b = arith.cmpi eq, %i, %c4 : index
///     %c = arith.ori %a, %b : i1              d1 - d0 - 1 >= 0 or d0 - 4 == 0
///
/// The condition holds if and only if the value is true; nullopt if it is not
/// read, as for unsigned comparisons of numbers that may be negative, and is no
/// variable either.
///
/// Cost: each value is read at most once for each of the `maxNesting` depths,
/// whatever the number of paths to it.
class ConditionReader {
public:
  explicit ConditionReader(AffineReader &integers) : integers(integers) {}

  std::optional<Condition> read(Value condition);
  std::optional<Condition> read(IntegerSet set, ValueRange operands);

private:
  /// Depth of nested and, or, xor and select that is followed. A value beyond
  /// it is a variable with the values 0 and 1.
  static constexpr unsigned maxNesting = 16;

  std::optional<Condition> compute(Value condition);
  std::optional<Condition> readCompare(arith::CmpIOp compare);
  std::optional<Condition> isBelowUnsigned(AffineExpr lhs, AffineExpr rhs);
  std::optional<Condition> readSelect(Value condition, Value ifTrue,
                                      Value ifFalse);

  AffineReader &integers;
  unsigned nesting = 0;
  /// Cached results, by value and depth: the same value may be followed at a
  /// small depth and be a variable at `maxNesting`.
  llvm::DenseMap<std::pair<Value, unsigned>, std::optional<Condition>> known;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CONDITIONREADER_H
