//===- PartitionLoops.h - Index-set splitting at conditions -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_CONDITIONS_PARTITIONLOOPS_H
#define LAYOUT_TRANSFORMS_CONDITIONS_PARTITIONLOOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

struct PartitionLoopsOptions {
  /// Pieces that one loop may become.
  unsigned maxPieces = 8;
  /// Only nests that store and read nothing, as those that write padding.
  bool onlyFills = false;
};

/// Shrinks each loop to where what it guards can happen, and splits it where
/// conditions in it change, so that in most iterations they are decided:
///
///     for %i < 4 { for %j < 4 {       for %i < 3 { for %j < 4 { A } }
///       if 4 * %i + %j < 14 { A } } }  for %i = 3 { for %j < 2 { A } }
///
/// Pieces of an outer loop in which conditions are left share their inner
/// loops: these are shrunk by bounds that depend on the outer variable, and
/// split only for conditions with an `else`. So d guarded loops around each
/// other become d + 1 nests, not 2^d. The program does the same in the same
/// order. `function` is any op with a body. Cannot fail.
///
/// Source: RFC 0077, LoopPartition and "reduce loop extents".
void partitionLoops(Operation *function, const PartitionLoopsOptions &options);

/// A condition on a loop's variable that is left in the loop; null if none.
Operation *findUndecidedCondition(Operation *function);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_CONDITIONS_PARTITIONLOOPS_H
