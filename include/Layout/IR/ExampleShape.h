//===- ExampleShape.h - Example shapes for layouts --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_EXAMPLESHAPE_H
#define LAYOUT_IR_EXAMPLESHAPE_H

#include "Layout/IR/Layout.h"
#include <string>

namespace mlir::layout {

/// A shape with an extent of its own for each that is dynamic.
struct ExampleShape {
  SmallVector<int64_t> shape;
  std::string words; ///< "d0 = 6, d2 = 3"; empty if none was dynamic
};

/// Chooses extents on which a layout shows what it does: one and a half of the
/// largest blocks that it makes of a dimension, so that padding is seen where
/// there is any; 3 where it makes none. The layout is right on the dynamic
/// shape, and so on each that is static.
ExampleShape chooseExampleShape(BufferAttr layout, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_IR_EXAMPLESHAPE_H
