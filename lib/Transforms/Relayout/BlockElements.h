//===- BlockElements.h - Where elements of a block are ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows and lanes of a block as code needs them: the indices of an element
// in either buffer, and the conditions under which it exists, of one element as
// a number and of several side by side as a mask.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_BLOCKELEMENTS_H
#define LIB_TRANSFORMS_RELAYOUT_BLOCKELEMENTS_H

#include "CopyBlocks.h"

namespace mlir::layout {

/// Adjacent elements along rows or along lanes: `size` of them from (row,
/// lane).
struct Strip {
  int64_t row, lane, size;
  bool isAlongRows;
};

/// Of the block that a set of iterations of the loops around rows and lanes is.
class BlockElements {
public:
  /// Where the rows and lanes of a block begin is computed at `builder`, in the
  /// innermost of the loops `outer`.
  BlockElements(OpBuilder &builder, Location loc, const CopyBlocks &blocks,
                ArrayRef<affine::AffineForOp> outer);

  /// What dimensions of conditions stand for: outer digits, rows and lanes,
  /// which conditions do not use any more when they are built, and values from
  /// around the nest.
  ArrayRef<Value> getOperands() const { return operands; }

  /// Those under which all rows and lanes exist and hold data: what holds for
  /// the row and lane for which it is hardest holds for all.
  SmallVector<AffineExpr> findConditionsOfWhole() const;

  /// The indices of an element of the block by `map`.
  SmallVector<Value> buildIndices(OpBuilder &builder, AffineMap map,
                                  int64_t row, int64_t lane) const;
  /// Which elements of the strip are in `mask` and meet all `conditions`. Null,
  /// as a mask and as a result, is all.
  Value buildMask(OpBuilder &builder, ArrayRef<AffineExpr> conditions,
                  const Strip &strip, Value mask = {}) const;
  /// The same for a load or a store, which not all targets have for all masks.
  Value buildAccessMask(OpBuilder &builder, ArrayRef<AffineExpr> conditions,
                        const Strip &strip, Value mask = {}) const;

  /// Conditions that hold for all elements of a strip or for none.
  SmallVector<AffineExpr> findUniform(ArrayRef<AffineExpr> conditions,
                                      const Strip &strip) const;
  /// Builds an i1 that is true if all of these conditions hold; null if there
  /// are none.
  Value buildHolds(OpBuilder &builder, ArrayRef<AffineExpr> uniform,
                   const Strip &strip) const;

private:
  AffineExpr getDim(unsigned position) const;
  AffineExpr bindShift(OpBuilder &builder, AffineExpr shift);
  AffineExpr at(AffineExpr expr, AffineExpr row, AffineExpr lane) const;
  AffineExpr atPlace(AffineExpr expr, int64_t row, int64_t lane) const;
  unsigned getDimAlong(const Strip &strip) const;
  int64_t getStep(AffineExpr expr, unsigned dim) const;
  Value buildHolds(OpBuilder &builder, AffineExpr condition,
                   const Strip &strip) const;
  Value buildValue(OpBuilder &builder, AffineExpr expr) const;
  Value buildMask(OpBuilder &builder, AffineExpr condition,
                  const Strip &strip) const;
  Value buildRange(OpBuilder &builder, AffineExpr condition,
                   const Strip &strip) const;

  const CopyBlocks &blocks;
  Location loc;
  SmallVector<Interval> ranges;
  SmallVector<Value> operands, placeOperands; ///< the latter with shifts
  AffineExpr rowBegin, laneBegin;
};

/// Both masks; null is all.
Value buildAnd(OpBuilder &builder, Location loc, Value a, Value b);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_BLOCKELEMENTS_H
