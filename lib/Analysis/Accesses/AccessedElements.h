//===- AccessedElements.h - Elements of a single access ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ACCESSEDELEMENTS_H
#define LAYOUT_LIB_ANALYSIS_ACCESSEDELEMENTS_H

#include "AccessTree.h"

namespace mlir::layout {

/// The elements of the root that one execution of an op touches:
///
///     vector.store %v, %B[%i, 4 * %j] : vector<4xf32>     depth 2
///     index (d0, 4 * d1 + d2)   constraints 0 <= d2, 0 <= 3 - d2
///
/// Dimensions are the counters around the op, then one lane per way in which
/// one execution touches several elements.
struct AccessedElements {
  SmallVector<AffineExpr> index;
  Conjunction constraints;     ///< on the lanes
  SmallVector<Interval> lanes; ///< their ranges
  bool isExact = true;         ///< false: these and perhaps not all of them

  /// A lane for a coordinate that may be any below `extent`; which it is, no
  /// constraint says. Counters have the dimensions below `depth`.
  AffineExpr addAny(AffineExpr extent, unsigned depth);
};

/// The node must be open. What is not understood may be any element.
AccessedElements describeElements(const AccessNode &node,
                                  const BufferTouch &touch, AccessTree &tree);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ACCESSEDELEMENTS_H
