//===- BufferizedLayouts.h - Layouts of bufferized tensors ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_BUFFERIZEDLAYOUTS_H
#define LIB_TRANSFORMS_BUFFERIZE_BUFFERIZEDLAYOUTS_H

#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Checks that a buffer has the layout of its tensor, with an error if not.
/// Bufferization by other means than the pass of this dialect drops encodings.
LogicalResult checkKeepsLayout(Operation *op, Type tensor, Type buffer);

/// The extents of `buffer`, of those that are dynamic in `type`.
SmallVector<Value> buildDynamicSizes(OpBuilder &builder, Location loc,
                                     MemRefType type, Value buffer);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_BUFFERIZEDLAYOUTS_H
