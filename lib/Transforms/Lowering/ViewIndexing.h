//===- ViewIndexing.h - Indices of views as indices of roots ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_VIEWINDEXING_H
#define LIB_TRANSFORMS_LOWERING_VIEWINDEXING_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::layout {

/// Returns true if `op` is a view that can be seen through: `memref.subview`,
/// `expand_shape`, `collapse_shape`, `transpose`, a linear view, or another
/// name for one buffer (`getRenamed`), between ranked types. Its first operand
/// is the source, its first result the view.
bool isFoldableView(Operation *op);

/// Returns true if `use` is the source of such a view, rather than an offset,
/// or the memref with the sizes of a `memref.reshape`.
bool isViewOf(OpOperand &use);

/// Checks that the indices of the view `op` determine indices of its source.
/// Refuses, by an error at `op`, what `planFoldLinearView` refuses.
LogicalResult planFoldView(Operation *op);

/// The memref that `memref` is a view of, through views that can be seen
/// through; itself if it is none.
Value getViewedRoot(Value memref);

/// Returns true if `memref` is all of its root, so that freeing it frees the
/// root.
bool isWholeRoot(Value memref);

/// The dimension of the root along which dimension `dim` of `memref` runs with
/// unit stride; nullopt if there is none, or none that is known.
std::optional<unsigned> getUnitStrideRootDim(Value memref, unsigned dim);

/// The size of one dimension of a view: a product of constants, values and
/// sizes of the root.
struct ViewSize {
  int64_t constant = 1;
  SmallVector<Value, 1> values;
  SmallVector<std::pair<Value, int64_t>, 1> rootDims;

  void multiplyBy(OpFoldResult factor);
  void multiplyBy(const ViewSize &other);
  /// The value; those of a root by `memref.dim`.
  OpFoldResult build(OpBuilder &builder, Location loc) const;
};

/// The size of dimension `dim` of `memref`, from the ops that made it; nullopt
/// if they do not tell, or if there is no such dimension.
std::optional<ViewSize> getViewSize(Value memref, int64_t dim);

/// An access to one element of a memref: affine expressions of values.
struct ElementAccess {
  SmallVector<AffineExpr> indices;
  SmallVector<Value> dims, symbols;

  static ElementAccess ofIndices(ValueRange values, MLIRContext *context);
  static ElementAccess ofMap(AffineMap map, ValueRange operands);

  AffineExpr addDim(Value value, MLIRContext *context);
  /// `offset + stride * index`. A product of two values is no affine
  /// expression, so it is computed apart.
  AffineExpr scaleAndShift(OpBuilder &builder, Location loc, AffineExpr index,
                           OpFoldResult offset, OpFoldResult stride);
  SmallVector<Value> getOperands() const;

  /// Map and operands of an affine access at `op`; nullopt if some operand is
  /// not allowed in one.
  std::optional<std::pair<AffineMap, SmallVector<Value>>>
  getAffineAccess(Operation *op) const;

  /// The value of `expr`, an expression of this access.
  Value build(OpBuilder &builder, Location loc, AffineExpr expr) const;
  SmallVector<Value> buildIndices(OpBuilder &builder, Location loc) const;
};

/// Turns an access to `memref` into one to its root, and returns the root.
///
///   %s = memref.subview %a[4, %o] [4, 8] [1, 2]
///   %s[%i, %j]  ->  %a[%i + 4, 2 * %j + %o]
Value seeThroughViews(OpBuilder &builder, Location loc, ElementAccess &access,
                      Value memref);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_VIEWINDEXING_H
