//===- DroppedDims.h - Dimensions that a slice drops ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_DROPPEDDIMS_H
#define LAYOUT_IR_DROPPEDDIMS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::layout {

/// Returns the dimensions of the source that `slice` drops. All of them have
/// the size 1 in the slice. Where several such dimensions would do, any choice
/// reads the same elements, as the index along each is 0; the strides of the
/// result decide, and of equal ones the dimension that comes last is dropped.
///
///   memref.subview %a[0, %i, %j, %k] [1, 4, 1, 4] [2, 3, 4, 5]
///       : memref<1x8x8x8xf32> to
///         memref<1x4x4xf32, strided<[1024, 192, 5], offset: ?>>
///
/// drops dimension 2: the slice has the strides 1024, 192, 32 and 5.
///
/// Use this instead of upstream's `SubViewOp::getDroppedDims`, which compares
/// with the strides of the source, where the steps of the slice are left out:
/// above it finds 1024 nowhere, and reads a result that is not there.
llvm::SmallBitVector getDroppedDims(memref::SubViewOp slice);

/// Returns true if upstream's `SubViewOp::getDroppedDims` cannot be relied on
/// for `slice`, as it is or once sizes turn out to be 1: more than one choice
/// has the rank of the result, and the steps are not all 1, or equal strides
/// make upstream take a choice with other sizes.
bool isAmbiguousForUpstream(memref::SubViewOp slice);

} // namespace mlir::layout

#endif // LAYOUT_IR_DROPPEDDIMS_H
