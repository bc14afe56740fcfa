//===- LinearViews.h - Views by offset in memory ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some views do not say which indices of their source they show, but which
// places: an offset and strides from its base. On a buffer that is contiguous
// the place and the index determine each other:
//
//   %a : memref<4x6xf32>
//   %v = memref.reinterpret_cast %a to offset: [1], sizes: [7], strides: [3]
//   %v[%i]  ->  place 3 * %i + 1  ->  %a[(3 * %i + 1) floordiv 6,
//                                        (3 * %i + 1) mod 6]
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_LINEARVIEWS_H
#define LIB_TRANSFORMS_LOWERING_LINEARVIEWS_H

#include "ViewIndexing.h"

namespace mlir::layout {

/// Returns true for the views `memref.reinterpret_cast` of a ranked memref,
/// `memref.reshape`, `memref.view` and `memref.extract_strided_metadata`.
bool isLinearView(Operation *op);

/// Checks that the elements of `op` determine indices of the memref that
/// `seeThroughLinearView` returns. Refuses, by an error at `op`: buffers that
/// are not contiguous or whose inner sizes are not known, element types other
/// than the buffer's, sizes that are read from memory, and a reinterpretation
/// of a function argument that is not proven to remain inside. For an
/// allocation no proof is needed: outside of it, behaviour is undefined.
LogicalResult planFoldLinearView(Operation *op);

/// Turns an access to the memref that `op` yields into one to the memref that
/// it is a view of, which is returned: its source, or the base of that.
Value seeThroughLinearView(OpBuilder &builder, Location loc,
                           ElementAccess &access, Operation *op);

/// The size of one dimension of the memref that `op` yields; null if the op
/// does not tell.
OpFoldResult getLinearViewSize(Operation *op, int64_t dim);

/// Replaces the offset, sizes and strides that `op`, a
/// `memref.extract_strided_metadata`, yields. They are those of the program,
/// not of what its buffers become.
void foldStridedMetadata(OpBuilder &builder, Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_LINEARVIEWS_H
