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

/// Returns true if the op only writes buffers that it names, and reads some.
/// Judged by its effects and, since an op that only names a buffer states a
/// write of it, too, by its description (`LayoutAccessOpInterface`).
bool isStore(Operation *op);

/// Returns true if the op can be erased with its stores.
bool canBeSkipped(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_STOREOPS_H
