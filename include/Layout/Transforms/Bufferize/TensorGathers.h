//===- TensorGathers.h - Lowering of tensor.gather --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_TENSORGATHERS_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_TENSORGATHERS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes of each `tensor.gather`, which upstream neither lowers nor bufferizes,
/// a `linalg.generic` that reads its elements where the coordinates say.
void lowerTensorGathers(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_TENSORGATHERS_H
