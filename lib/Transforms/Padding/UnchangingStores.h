//===- UnchangingStores.h - Removing stores that change nothing -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_UNCHANGINGSTORES_H
#define LIB_TRANSFORMS_PADDING_UNCHANGINGSTORES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Stores of what is there already. Without them memory holds the same at every
/// moment, so they may go together; but not together with dead ones:
///
///     for i: A[i] = i     dead: overwritten by the next
///     for i: A[i] = i     unchanging: A[i] is i already
SmallVector<Operation *> planUnchangingStores(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_UNCHANGINGSTORES_H
