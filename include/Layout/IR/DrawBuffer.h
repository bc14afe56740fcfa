//===- DrawBuffer.h - Pictures of laid-out buffers --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_DRAWBUFFER_H
#define LAYOUT_IR_DRAWBUFFER_H

#include "Layout/IR/Layout.h"

namespace mlir::layout {

/// Writes what a buffer of this layout and logical shape is like: the layout,
/// logical and physical shape, how much of it is padding, what the padding of
/// each step holds, then the tables of `drawLayout`. A dynamic shape is shown
/// on an example (`chooseExampleShape`), and that is said. Fails, with the
/// reason in `why`, on a layout that is wrong or not decided on this shape, and
/// where `drawLayout` does; then nothing is written.
LogicalResult drawBuffer(BufferAttr layout, ArrayRef<int64_t> shape,
                         llvm::raw_ostream &os, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_IR_DRAWBUFFER_H
