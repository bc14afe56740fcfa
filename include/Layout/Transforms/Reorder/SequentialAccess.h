//===- SequentialAccess.h - Walking a buffer in physical order --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_REORDER_SEQUENTIALACCESS_H
#define LAYOUT_TRANSFORMS_REORDER_SEQUENTIALACCESS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

struct SequentialAccessOptions {
  /// A changed order of a sum of floating-point numbers is permitted.
  bool reassociate = false;
  /// If not null, marked nests are rewritten by this map of their loop
  /// variables, and not by the index of an access.
  AffineMap nestMap;
  /// Leaves nests alone that traverse the buffer in order already.
  bool reorderOnly = false;
};

/// Rewrites loop nests around accesses to buffers that are marked
/// `layout.sequential`, so that the buffer is walked in physical order:
///
///     for %i < 14 {                       for %io < 4, %ii < 4 {
///       A[%i floordiv 4, %i mod 4] = x }    if 4 * %io + %ii < 14 {
///                                             A[%io, %ii] = x } }
///
/// Loops that the index needs besides those that are replaced come inside of
/// the new ones, in their order; statements between loops are split off into
/// nests of their own before or after. All of it only where every dependence
/// keeps its order (`Dependences`); a reduction may be reordered.
///
/// A nest that cannot be rewritten stays as it is, with a remark. Fails, with
/// an error and before anything is changed, if a `nestMap` fits no marked nest
/// or is not injective on it.
///
/// Source: RFC 0077, sequential_buffer_access; TVM's transform_block_layout.
LogicalResult reorderSequentialAccesses(Operation *function,
                                        const SequentialAccessOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_REORDER_SEQUENTIALACCESS_H
