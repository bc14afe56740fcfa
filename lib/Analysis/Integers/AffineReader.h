//===- AffineReader.h - Integer values as affine expressions ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_AFFINEREADER_H
#define LAYOUT_LIB_ANALYSIS_AFFINEREADER_H

#include "Layout/IR/LoopCounters.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// Reads integer values as affine expressions of leaves, which a derived class
/// chooses: counters, arguments, loads.
///
/// Arithmetic on `index` is mathematical; on a fixed width it is followed only
/// where a flag or the ranges show that nothing wraps around. Values of a fixed
/// width count as signed.
class AffineReader {
public:
  explicit AffineReader(MLIRContext *context) : context(context) {}
  virtual ~AffineReader() = default;

  MLIRContext *getContext() const { return context; }

  /// Null if `value` is not affine in leaves.
  AffineExpr express(Value value);
  AffineExpr express(OpFoldResult value);
  AffineExpr express(AffineExpr expr, unsigned numDims, ValueRange operands);

  /// A bound of a loop or of a slice: through `affine.min`, `arith.minsi` if
  /// `isUpper`, through `affine.max`, `arith.maxsi` if not.
  IndexBounds expressBound(OpFoldResult value, bool isUpper);
  IndexBounds expressBound(AffineMap map, ValueRange operands);
  IndexBounds expressBound(const CounterBound &bound, bool isUpper) {
    return bound.map ? expressBound(bound.map, bound.operands)
                     : expressBound(bound.value, isUpper);
  }

  /// May be null.
  AffineExpr getExtentOf(Value buffer, int64_t dim) {
    return getExtent(buffer, dim);
  }

  virtual Interval getRange(AffineExpr expr) const = 0;
  bool isNonNegative(AffineExpr expr) const;

  /// 0 or 1 for an i1 that is no comparison of integers; may be null.
  virtual AffineExpr getBooleanLeaf(Value value) { return {}; }

protected:
  /// Returns the variable of a value that is no expression of others; may be
  /// null.
  virtual AffineExpr getLeaf(Value value) = 0;
  /// The extent of a buffer; null for a leaf.
  virtual AffineExpr getExtent(Value buffer, std::optional<int64_t> dim) {
    return {};
  }

  AffineExpr getConstant(int64_t value) const;
  void bind(Value value, AffineExpr expr) { expressions[value] = expr; }

private:
  AffineExpr compute(Value value);
  AffineExpr computeBinary(Operation *op);
  AffineExpr computeBits(Operation *op);
  AffineExpr computeDivision(Operation *op, AffineExpr lhs, AffineExpr rhs);
  AffineExpr computeSelect(arith::SelectOp select);
  AffineExpr computeCast(Operation *op);

  MLIRContext *context;
  unsigned nesting = 0;
  DenseMap<Value, AffineExpr> expressions; ///< null: known to be none
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_AFFINEREADER_H
