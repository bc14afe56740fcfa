//===- NestedBranches.h - Tensors of branches in branches -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_NESTEDBRANCHES_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_NESTEDBRANCHES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Returns true if `op` is in more branches and loops that yield tensors than
/// one-shot analysis has time for.
bool isDeeplyNested(Operation *op);

/// Lets branches that are deeply nested yield buffers instead of tensors:
///
///     %r = scf.if %c {                      %b = scf.if %c {
///       %a = linalg.op outs(%x)               %e = tensor.empty
///       scf.yield %a                          %a = linalg.op outs(%e)
///     } else {                                scf.yield (to_buffer %a)
///       scf.yield %y                ->      } else {
///     }                                       %m = memref.alloc
///                                             materialize %y in writable %m
///                                             scf.yield %m
///                                           }
///                                           %r = to_tensor %b restrict
///
/// A branch that yields the result of a nested branch yields the buffer of the
/// nested one. A tensor that a loop around carries is copied to the buffer of
/// the loop, so that the loop carries one buffer.
///
/// A tensor from outside of its block that an op overwrites, a call and a loop
/// among them, is copied first where the op is in as many branches and loops:
/// such ops would make a chain of tensors that may have one buffer.
///
/// One-shot analysis compares each two of the tensors that branches may yield,
/// and looks for their common regions: 40 `scf.if` in each other took 3 s, 160
/// more than a minute. What loops between the branches carry is cut by
/// `cutAliases`.
///
/// Cost: linear in the ops, times the depth of regions.
void buildNestedBranches(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_NESTEDBRANCHES_H
