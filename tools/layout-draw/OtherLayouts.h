//===- OtherLayouts.h - Layouts of upstream's attributes --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_LAYOUT_DRAW_OTHERLAYOUTS_H
#define TOOLS_LAYOUT_DRAW_OTHERLAYOUTS_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Where the elements of a memref with static strides lie, as a layout of two
/// steps: the offset, then lines of as many elements as the largest stride has,
/// or of 16. Null for all other types.
BufferAttr getLayoutOfStrides(Type type);

/// What a `linalg.pack` with static tiles does, as a layout of its source. Null
/// if it has a dynamic tile.
BufferAttr getLayoutOfPack(linalg::PackOp pack);

} // namespace mlir::layout

#endif // TOOLS_LAYOUT_DRAW_OTHERLAYOUTS_H
