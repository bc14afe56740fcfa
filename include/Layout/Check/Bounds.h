//===- Bounds.h - Bounds checks of accesses ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guard zones see what is written next to a buffer, poison what is read there
// and used. An index that leaves its dimension and stays in the buffer, or that
// is read and not used, is seen by neither.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_BOUNDS_H
#define LAYOUT_CHECK_BOUNDS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Inserts a check before every access to an element or a vector in memory, of
/// each view on the way to the buffer: the run ends at an index outside of its
/// dimension. Check number i is at `locations[i]`. Reads `memref` and `vector`
/// operations in loops or blocks; what is masked, or says that it may be out of
/// bounds, stays as it is, and so does what has its check. Cost: a call per
/// access, to a function that all accesses of one kind share: with a branch in
/// each place, compilers took many times as long.
void addBoundsChecks(ModuleOp module, SmallVectorImpl<Location> &locations);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_BOUNDS_H
