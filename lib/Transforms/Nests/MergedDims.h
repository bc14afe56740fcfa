//===- MergedDims.h - Merged dimensions of buffers --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_MERGEDDIMS_H
#define LIB_TRANSFORMS_NESTS_MERGEDDIMS_H

#include "AffineNest.h"

namespace mlir::layout {

/// The buffer, which is contiguous, with its dimensions from `first` to `last`
/// as one; the buffer itself if they are one.
Value collapseDims(OpBuilder &builder, Location loc, Value buffer,
                   unsigned first, unsigned last);

/// Lets an affine access of `nest` go to `buffer` instead, at a place over the
/// dimensions of the nest. Replaces the op.
void moveAccess(OpBuilder &builder, const AffineNest &nest, Operation *access,
                Value buffer, AffineMap place);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_MERGEDDIMS_H
