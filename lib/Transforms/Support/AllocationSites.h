//===- AllocationSites.h - Allocation sites ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_ALLOCATIONSITES_H
#define LIB_TRANSFORMS_SUPPORT_ALLOCATIONSITES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Calls `visit` with the types of the buffers that come into being at `op`,
/// and where: the arguments of a function, a global, an allocation. Nothing for
/// every other op.
void forEachAllocatedBuffer(Operation *op,
                            llvm::function_ref<void(Type, Location)> visit);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_ALLOCATIONSITES_H
