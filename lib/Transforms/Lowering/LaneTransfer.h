//===- LaneTransfer.h - Vectors to and from laid-out buffers ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_LANETRANSFER_H
#define LAYOUT_LIB_TRANSFORMS_LANETRANSFER_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Elements of a memref and lanes of a vector, each lane another element. Lane
/// `l`, inside `shape`, is element `indices + l`, where component `i` of `l`
/// counts for dimension `along[i]`. Vectors are in flat form: one dimension,
/// lanes in row-major order.
struct LaneTransfer {
  Value base;
  SmallVector<Value> indices;
  SmallVector<unsigned> along;
  SmallVector<int64_t> shape;
  /// For each dimension of `shape`, true if every lane is inside the memref.
  /// Lanes that are not are neither read nor written.
  SmallVector<bool> inBounds;
  Value mask; ///< flat, of i1: which lanes to touch; null: all
  /// What all lanes hold before they are read, if that is one scalar; else
  /// null.
  Value padding;
  /// Where `base` has no layout to apply: coordinates of an index, of which the
  /// last counts places in memory while the others stay. Lanes that are
  /// contiguous there are accessed by one transfer of `base` from the first of
  /// them on, which may continue from row to row: the caller makes it an access
  /// to a memref of longer rows. Null: no lanes are contiguous.
  AffineMap rows;

  int64_t getNumLanes() const;
};

/// Builds reads of the lanes, and returns the flat vector of what was read.
/// Lanes that are not touched are those of `init`.
///
/// If `base` is laid out, lanes that are contiguous in the innermost dimension
/// of its physical memref are read by one `vector.transfer_read` of one
/// dimension on that memref, seen through `layout.as_physical`; it runs along
/// the innermost dimension, is in bounds, and has a mask if `transfer` has one.
/// All other lanes, and all lanes of other memrefs of which `rows` has no
/// entry, are read one by one, by logical index.
Value buildLaneReads(RewriterBase &rewriter, Location loc,
                     const LaneTransfer &transfer, Value init);

/// The same for writes, of the lanes of `flat`.
void buildLaneWrites(RewriterBase &rewriter, Location loc,
                     const LaneTransfer &transfer, Value flat);

/// `vector` in another shape of as many lanes; itself if it has that shape.
Value castShape(OpBuilder &builder, Location loc, Value vector,
                ArrayRef<int64_t> shape);
Value castToFlat(OpBuilder &builder, Location loc, Value vector);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_LANETRANSFER_H
