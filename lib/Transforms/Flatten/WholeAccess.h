//===- WholeAccess.h - Accesses to all of a vector of a buffer --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_WHOLEACCESS_H
#define LIB_TRANSFORMS_FLATTEN_WHOLEACCESS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// Returns true if `op` reads or writes, in one access, exactly one row of the
/// innermost axis of the memref `type`, all of it. A transfer that is stated to
/// be in bounds can only start at 0 there.
bool isWholeAccess(Operation *op, MemRefType type);

/// Which element of its row a scalar access is to, if that is one and the same
/// whenever it is executed.
std::optional<int64_t> getElementOfRow(Operation *access);

/// Stores to one row of the innermost axis, in one block.
struct StoresOfRow {
  SmallVector<Operation *> stores; ///< by element; null where there is none
  /// The first op after the first of them that may see the difference between
  /// storing each and storing all at the last of them.
  Operation *between = nullptr;

  bool areAll() const;
  bool areTogether() const { return areAll() && !between; }

  /// Why they are not.
  std::string describe() const;
};

/// The stores that with `first`, in its block and after it, write each element
/// of one row once. Looks at a bounded number of ops.
StoresOfRow findStoresOfRow(Operation *first, MemRefType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_WHOLEACCESS_H
