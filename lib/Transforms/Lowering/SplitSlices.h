//===- SplitSlices.h - Splitting rank-reducing slices -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_SPLITSLICES_H
#define LIB_TRANSFORMS_LOWERING_SPLITSLICES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::layout {

/// Splits each `memref.subview` in `root` of which upstream cannot tell what it
/// drops (`isAmbiguousForUpstream`) into one that drops and one that steps.
/// Needed before whatever folds a `memref.dim` or canonicalizes: upstream's
/// patterns crash on such a slice. The elements and the type stay.
///
///   %s = memref.subview %a[0, %i, %j, %k] [1, 4, 1, 4] [2, 3, 4, 5]
///       : memref<1x8x8x8xf32>
///       to memref<1x4x4xf32, strided<[1024, 192, 5], offset: ?>>
///   ->
///   %0 = memref.subview %a[0, 0, %j, 0] [1, 8, 1, 8] [1, 1, 1, 1]
///       : memref<1x8x8x8xf32>
///       to memref<1x8x8xf32, strided<[512, 64, 1], offset: ?>>
///   %s = memref.subview %0[0, %i, %k] [1, 4, 4] [2, 3, 5]
void splitSlices(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_SPLITSLICES_H
