//===- NeededIterations.h - Dropping iterations of dead stores --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_NEEDEDITERATIONS_H
#define LIB_TRANSFORMS_PADDING_NEEDEDITERATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlir::layout {

/// The iterations of a loop that must stay: in those before `begin` and from
/// `end` on, all its stores are dead. Nullopt: no iteration is dropped at that
/// end.
///
///     for %i = 0 to 14: A[%i] = 0            begin = 4: A[0 .. 3] is
///     for %i = 0 to 4: A[%i] = 1             overwritten before it is read
struct NeededIterations {
  Operation *loop;
  std::optional<int64_t> begin, end;
};

/// Finds such iterations of the loops around `stores` whose bodies do nothing
/// but store. Cost: a binary search for each end, with a query to `DeadStores`
/// per store and step; functions with more than 32 such loops are left
/// unchanged.
SmallVector<NeededIterations> planNeededIterations(ModuleOp module,
                                                   ArrayRef<Operation *> stores,
                                                   AccessMemo &memo);

/// Narrows the bounds of the loops. Cannot fail.
void applyNeededIterations(ArrayRef<NeededIterations> needed);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_NEEDEDITERATIONS_H
