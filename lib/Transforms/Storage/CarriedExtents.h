//===- CarriedExtents.h - Extents carried beside buffers --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where control flow forwards a buffer under another name, an `index` can be
// forwarded beside it:
//
//     scf.for ... iter_args(%x = %a)         scf.for ... iter_args(%x = %a,
//       scf.yield %b                    ->                         %n = %na)
//                                              scf.yield %b, %nb
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STORAGE_CARRIEDEXTENTS_H
#define LIB_TRANSFORMS_STORAGE_CARRIEDEXTENTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` can carry one more value through its regions and
/// results.
bool canCarryMore(Operation *op);

/// Returns true if the block, none at the start of a region, can get one more
/// argument from all its predecessors.
bool canBeGivenMore(Block *block);

/// `op` with further results, which must be yielded by its terminators; its
/// regions are moved. `op` is replaced. Requires `canCarryMore`.
Operation *addResults(RewriterBase &rewriter, Operation *op, TypeRange types);

/// Appends initial values of a loop, or operands that a terminator forwards.
void appendCarried(Operation *op, ValueRange values);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STORAGE_CARRIEDEXTENTS_H
