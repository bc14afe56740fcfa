//===- IndexExpressions.h - Index values as affine expressions --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_INDEXEXPRESSIONS_H
#define LAYOUT_LIB_ANALYSIS_INDEXEXPRESSIONS_H

#include "Layout/Map/Simplify.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::layout {

/// The smallest (or largest) of some expressions, as loop bounds are given.
struct IndexBounds {
  SmallVector<AffineExpr, 2> exprs;
  bool isComplete = true; ///< false: some operand of the min or max is missing
};

/// Integer values of one function as affine expressions, for the analysis of
/// one of its arguments, the root.
///
/// Dimensions are loop counters, numbered by nesting depth: d0 counts the
/// iterations of the outermost loop around a value. Symbols are values that
/// keep still during one call of the function; first among them the dynamic
/// extents of the root.
///
/// Arithmetic on `index` is mathematical; on a fixed width it is followed only
/// where the ranges show that nothing wraps around.
class IndexExpressions {
public:
  explicit IndexExpressions(Value root);

  static constexpr unsigned maxSymbols = 8;

  MLIRContext *getContext() const { return root.getContext(); }
  unsigned getNumExtentSymbols() const { return numExtentSymbols; }
  /// Of `maxSymbols` symbols.
  SmallVector<Interval> getSymbolRanges() const;
  /// Extents of the root.
  ArrayRef<AffineExpr> getExtents() const { return extents; }

  /// States what a loop variable is.
  void bind(Value variable, AffineExpr expr) { expressions[variable] = expr; }

  /// Null if `value` is not known to be affine. `counters` are the ranges of
  /// the counters around the place of use.
  AffineExpr express(Value value, ArrayRef<Interval> counters);
  AffineExpr express(OpFoldResult value, ArrayRef<Interval> counters);
  AffineExpr express(AffineExpr expr, unsigned numDims, ValueRange operands,
                     ArrayRef<Interval> counters);

  /// A bound of a loop or of a slice: through `affine.min`, `arith.minsi` if
  /// `isUpper`, through `affine.max`, `arith.maxsi` if not.
  IndexBounds expressBound(OpFoldResult value, bool isUpper,
                           ArrayRef<Interval> counters);
  IndexBounds expressBound(AffineMap map, ValueRange operands,
                           ArrayRef<Interval> counters);

  Interval getRange(AffineExpr expr, ArrayRef<Interval> counters) const;

private:
  AffineExpr compute(Value value, ArrayRef<Interval> counters);
  AffineExpr computeBinary(Operation *op, ArrayRef<Interval> counters);
  AffineExpr computeCast(Operation *op, ArrayRef<Interval> counters);
  AffineExpr computeExtent(Value buffer, std::optional<int64_t> dim);
  AffineExpr asSymbol(Value value);
  bool isNonNegative(AffineExpr expr, ArrayRef<Interval> counters) const;

  Value root;
  SmallVector<AffineExpr> extents;
  SmallVector<Value> symbols; ///< null for the extents of the root
  unsigned numExtentSymbols = 0;
  unsigned nesting = 0;
  DenseMap<Value, AffineExpr> expressions; ///< null: known to be none
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_INDEXEXPRESSIONS_H
