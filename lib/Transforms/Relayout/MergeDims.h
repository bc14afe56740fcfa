//===- MergeDims.h - Dimensions that a copy need not tell apart -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows and columns of an image stay adjacent when its channels move. Then
// they are one dimension of both buffers for a copy, and one loop, which has
// whole vectors where a row has not:
//
//     for %h = 0 to 28                     for %p = 0 to 784
//       for %w = 0 to 28                     B[%c, %p] = A[%p, %c]
//         B[%c, %h, %w] = A[%h, %w, %c]
//
// So are the digits of a dimension that stay where they are:
//
//     for %o = 0 to 63                     for %j = 0 to 252
//       for %i = 0 to 4                      if (%j < 251)
//         if (4 * %o + %i < 251)               B[%j] = A[%j]
//           B[%o, %i] = A[4 * %o + %i]
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_MERGEDIMS_H
#define LIB_TRANSFORMS_RELAYOUT_MERGEDIMS_H

#include "CopyNest.h"

namespace mlir::layout {

/// Makes one loop of each two loops of a copy, one right inside of the other,
/// that traverse two whole adjacent dimensions, or the two
/// digits of one, in either buffer and are used for nothing else than the same
/// digits in conditions, if they are the last ones of a buffer. The order of
/// iterations stays, and `root` stays the outermost loop of the copy, which is
/// returned as it is then.
///
/// A rewrite of its own, not a part of the plan of blocks: it is right whatever
/// comes of that, and the plan is about the loops that there are then, with
/// their bounds and variables. A copy without blocks keeps the merged loops.
CopyNest mergeDims(affine::AffineForOp root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_MERGEDIMS_H
