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

/// Finds stores of values that their elements hold already. All of them may be
/// erased together: without them, memory holds the same at each point. They
/// must not be erased together with dead stores of the same plan:
///
///     for i: A[i] = i     dead, as the next loop overwrites it
///     for i: A[i] = i     unchanging, as A[i] is i already
///
/// Either one may go, but without both nothing is stored.
SmallVector<Operation *> planUnchangingStores(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_UNCHANGINGSTORES_H
