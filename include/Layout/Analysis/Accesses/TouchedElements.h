//===- TouchedElements.h - Boxes of elements an op touches ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_ACCESSES_TOUCHEDELEMENTS_H
#define LAYOUT_ANALYSIS_ACCESSES_TOUCHEDELEMENTS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/Map/PhysicalLayout.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

class BufferFlow;

/// A box of elements of a buffer, for all values of the variables of
/// `IntegerFacts` for which `where` holds:
///
///     affine.store %v, %A[%i, 2 * %j]    index (d0, 2 * d1)
///     vector.store %w, %A[%i, %j]        index (d0, d1), extents 1, 4
///
/// where `%w` is a `vector<4xf32>`.
struct Elements {
  Value buffer; ///< a root of `BufferFlow`
  SmallVector<AffineExpr, 4> index;
  /// How many along each dimension, from `index` on; empty: one each.
  SmallVector<AffineExpr, 4> extents;
  Condition where = Condition::getTrue();

  /// The condition that `place` is one of them, `where` left out.
  Conjunction contains(ArrayRef<AffineExpr> place) const;
};

/// What one op touches of one buffer, whenever it is executed.
struct TouchedElements {
  OpOperand *operand = nullptr;
  Elements elements;
  /// These and no others, each of them; else some of them, or none.
  bool isExact = false;
};

/// Returns the box of elements of `operand`, a memref, that its op touches: the
/// part of `AccessRelation` that a box can represent. Exact for single
/// elements, for vectors without mask that are inside of the buffer, for ops on
/// whole buffers and linalg ops that run along dimensions, through casts and
/// subviews, where the indices are affine. Through a `layout.as_physical`, any
/// element may be touched. Cost: linear in the number of views.
TouchedElements getTouchedElements(OpOperand &operand, IntegerFacts &facts,
                                   const BufferFlow &flow);

/// These elements as each view of the root calls them, that of the operand
/// first; of a root, nothing. An index inside of the root may be outside of a
/// view of it. Nullopt if they are not known.
std::optional<SmallVector<Elements>> getElementsOfViews(OpOperand &operand,
                                                        IntegerFacts &facts,
                                                        const BufferFlow &flow);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_ACCESSES_TOUCHEDELEMENTS_H
