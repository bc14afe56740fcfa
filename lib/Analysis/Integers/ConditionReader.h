//===- ConditionReader.h - Conditions of i1 values --------------*- C++ -*-===//
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

/// Reads conditions over what an `AffineReader` reads: comparisons of integers
/// joined by and, or, xor and select. Exact, or nullopt.
///
/// Cost: each value is read once per depth at which it occurs, of which there
/// are `maxNesting`, whatever the number of paths to it.
class ConditionReader {
public:
  explicit ConditionReader(AffineReader &integers) : integers(integers) {}

  std::optional<Condition> read(Value condition);
  std::optional<Condition> read(IntegerSet set, ValueRange operands);

private:
  /// Beyond this depth a value is a leaf.
  static constexpr unsigned maxNesting = 16;

  std::optional<Condition> compute(Value condition);
  std::optional<Condition> readCompare(arith::CmpIOp compare);
  std::optional<Condition> isBelowUnsigned(AffineExpr lhs, AffineExpr rhs);
  std::optional<Condition> readSelect(Value condition, Value ifTrue,
                                      Value ifFalse);

  AffineReader &integers;
  unsigned nesting = 0;
  /// Answers, by depth: what a value is read as depends on how much deeper its
  /// parts may be.
  llvm::DenseMap<std::pair<Value, unsigned>, std::optional<Condition>> known;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CONDITIONREADER_H
