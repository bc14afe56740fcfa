//===- MissedAliases.h - Aliases that upstream misses -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_MISSEDALIASES_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_MISSEDALIASES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Copies tensors where one-shot analysis does not see that their buffer is
/// another one's, and would let it be overwritten: tensors that are forwarded
/// twice, or by `scf.index_switch`; those from before an `scf.while` that a
/// later iteration takes; constants, and buffers that must not be written, that
/// functions return, or that loops carry from within; arguments of blocks that
/// other blocks read, and what is derived from them; what a block writes that
/// is from outside of it, and what blocks forward to each other in a circle
/// without a write. Splits a branch that forwards tensors to one block by two
/// edges, which upstream cannot bufferise, merges the places in which an
/// `scf.execute_region` yields tensors, and makes a copy of a write of a tensor
/// into new memory. Cost: linear in the uses of tensors; in functions of
/// several blocks, times the tensors that each may have its buffer from.
void copyMissedAliases(ModuleOp module);

/// Makes public functions leave their tensor arguments as they are: arguments
/// that do not state `bufferization.writable` get it as `false`, and what is
/// returned and may have the buffer of such an argument is copied. Fails, with
/// an error, where `bufferization.materialize_in_destination` names such an
/// argument. Cost: linear in the origins of each returned tensor.
LogicalResult keepArguments(ModuleOp module);

/// The same for some arguments of one function, but for those that are named
/// so.
void keepArguments(func::FuncOp function, ArrayRef<unsigned> numbers);

/// Copies views that calls and control flow forward, where that may be
/// forwarded together with one of these arguments, or is a view of one. Cost:
/// linear in the origins of each forwarded view.
void copyForwardedViews(func::FuncOp function, ArrayRef<unsigned> numbers);

/// Makes public functions return a copy of a constant, or of another global, in
/// place of its buffer; called functions do (`copyMissedAliases`). Cost: linear
/// in the origins of each returned tensor.
void copyReturnedGlobals(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_MISSEDALIASES_H
