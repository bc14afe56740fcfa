//===- TransferLanes.h - Slices of buffers as vectors -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_TRANSFERLANES_H
#define LAYOUT_LIB_TRANSFORMS_TRANSFERLANES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Rearranges a *slice*, which has the dimensions of a buffer that a transfer
/// moves along, in ascending order, into the dimensions of the transfer's
/// vector: repeats it along the dimensions that `permutation` broadcasts, and
/// transposes. Masks of transfers are slices. For example, with the map
/// `(i, j) -> (j, 0, i)` and the shape `4x3x2`, a slice has type
/// `vector<2x4xT>`, and the result has `vector<4x3x2xT>`.
Value buildTransferLanes(OpBuilder &builder, Location loc,
                         AffineMap permutation, ArrayRef<int64_t> shape,
                         Value slice);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_TRANSFERLANES_H
