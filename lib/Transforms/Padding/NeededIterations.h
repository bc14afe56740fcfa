//===- NeededIterations.h - Needed iterations of loops ----------*- C++ -*-===//
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

/// The part of a loop with constant bounds, from `begin` up to but not
/// including `end`, outside of which all its stores are dead. Nullopt: no limit
/// on that side.
struct NeededIterations {
  Operation *loop;
  std::optional<int64_t> begin, end;
};

/// Plans this for loops around `stores` that do nothing but store. Cost: a
/// logarithmic number of queries to `DeadStores` per loop, for at most 32 loops
/// of a function.
SmallVector<NeededIterations>
planNeededIterations(ModuleOp module, ArrayRef<Operation *> stores);

/// Cannot fail.
void applyNeededIterations(ArrayRef<NeededIterations> needed);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_NEEDEDITERATIONS_H
