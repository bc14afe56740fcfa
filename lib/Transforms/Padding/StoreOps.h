//===- StoreOps.h - Ops that only write memory ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_STOREOPS_H
#define LIB_TRANSFORMS_PADDING_STOREOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Does the op do nothing but write buffers that it names, and read some? So
/// say its effects and, as one that only names a buffer states a write of it,
/// too, its description (`LayoutAccessOpInterface`).
bool isStore(Operation *op);

/// Would nobody but its stores miss the op?
bool canBeSkipped(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_STOREOPS_H
