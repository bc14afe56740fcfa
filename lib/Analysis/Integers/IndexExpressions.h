//===- IndexExpressions.h - Index values as affine expressions --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_INDEXEXPRESSIONS_H
#define LAYOUT_LIB_ANALYSIS_INDEXEXPRESSIONS_H

#include "ConditionReader.h"

namespace mlir::layout {

/// Integer values of one function as affine expressions, for the analysis of
/// one of its arguments, the root.
///
/// Dimensions are loop counters, numbered by nesting depth: d0 counts the
/// iterations of the outermost loop around a value. Symbols are values that
/// keep still during one call of the function; first among them the dynamic
/// extents of the root. Null if a value is not known to be affine in them.
///
/// `counters` are always the ranges of the counters around the place of use.
class IndexExpressions : private AffineReader {
public:
  explicit IndexExpressions(Value root);

  static constexpr unsigned maxSymbols = 8;

  using AffineReader::bind;
  using AffineReader::getContext;
  unsigned getNumExtentSymbols() const { return numExtentSymbols; }
  /// Of `maxSymbols` symbols.
  SmallVector<Interval> getSymbolRanges() const;
  /// The value of a symbol among other variables; null if it is none.
  AffineExpr getSymbolIn(AffineReader &reader, unsigned symbol) const;
  /// Extents of the root.
  ArrayRef<AffineExpr> getExtents() const { return extents; }

  /// To read values in places where the ranges of the counters are these.
  AffineReader &at(ArrayRef<Interval> counters) {
    this->counters = counters;
    return *this;
  }
  template <typename ValueOrConstant>
  AffineExpr express(ValueOrConstant value, ArrayRef<Interval> counters) {
    this->counters = counters;
    return AffineReader::express(value);
  }
  AffineExpr express(AffineExpr expr, unsigned numDims, ValueRange operands,
                     ArrayRef<Interval> counters) {
    this->counters = counters;
    return AffineReader::express(expr, numDims, operands);
  }
  IndexBounds expressBound(OpFoldResult value, bool isUpper,
                           ArrayRef<Interval> counters) {
    this->counters = counters;
    return AffineReader::expressBound(value, isUpper);
  }
  IndexBounds expressBound(const CounterBound &bound, bool isUpper,
                           ArrayRef<Interval> counters) {
    this->counters = counters;
    return AffineReader::expressBound(bound, isUpper);
  }

  std::optional<Condition> readCondition(Value condition,
                                         ArrayRef<Interval> counters) {
    this->counters = counters;
    return ConditionReader(*this).read(condition);
  }
  std::optional<Condition> readCondition(IntegerSet set, ValueRange operands,
                                         ArrayRef<Interval> counters) {
    this->counters = counters;
    return ConditionReader(*this).read(set, operands);
  }

  Interval getRange(AffineExpr expr, ArrayRef<Interval> counters) const {
    return rangeOf(expr, counters, getSymbolRanges());
  }

private:
  Interval getRange(AffineExpr expr) const override {
    return getRange(expr, counters);
  }
  AffineExpr getLeaf(Value value) override;
  AffineExpr getExtent(Value buffer, std::optional<int64_t> dim) override;

  Value root;
  ArrayRef<Interval> counters;
  SmallVector<AffineExpr> extents;
  SmallVector<Value> symbols; ///< null for the extents of the root
  unsigned numExtentSymbols = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_INDEXEXPRESSIONS_H
