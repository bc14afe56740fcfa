//===- WholeAccess.h - Accesses to all of a vector of a buffer --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_WHOLEACCESS_H
#define LIB_TRANSFORMS_WHOLEACCESS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::layout {

/// Does `op` read or write, in one access, exactly one row of the innermost
/// axis of the memref `type`, all of it? A transfer that is stated to be in
/// bounds can only start at 0 there.
bool isWholeAccess(Operation *op, MemRefType type);

bool isScalarLoad(Operation *op);
bool isScalarStore(Operation *op);

/// Which element of its row a scalar access is to, if that is one and the same
/// whenever it is executed.
std::optional<int64_t> getElementOfRow(Operation *access);

/// The stores in the block of `first` that with it write each element of one
/// row of the innermost axis once, in the order of the elements. Empty if there
/// are none such, or an op between them may see the difference between storing
/// each and storing all at the last of them. Looks at a bounded number of ops.
SmallVector<Operation *> findStoresOfRow(Operation *first, MemRefType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_WHOLEACCESS_H
