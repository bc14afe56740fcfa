//===- CutNests.h - Tensors that deep nests of loops carry ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_CUTNESTS_H
#define LIB_TRANSFORMS_BUFFERIZE_CUTNESTS_H

#include "BufferNames.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {

/// A tensor that a deep loop carries and passes to an op with loops inside:
///
///     %r = scf.for ... iter_args(%a) {      %r = scf.for ... iter_args(%a) {
///                                             %t = to_tensor (to_buffer %a)
///       %s = scf.for iter_args(%b = %a) ->    %s = scf.for iter_args(%b = %t)
///                                             %m = materialize %s in %a
///       scf.yield %s                          scf.yield %m
///     }                                     }
///
/// `inner` may be any op: an `scf.if` that has the loop in a branch, say.
struct PassedTensor {
  scf::ForOp outer;
  unsigned number; ///< of the tensor among those that `outer` carries
  Operation *inner;
  Value tensor; ///< what `inner` uses: the carried one, or made from it
};

/// Returns another name of the buffer of `tensor`, of which one-shot analysis
/// takes the buffer for another one, and the type for known.
Value buildRestrictedName(Value tensor, OpBuilder &builder);

/// Returns a copy of `tensor` in a buffer of its own.
Value buildTensorCopy(Value tensor, OpBuilder &builder);

/// Lets the owner of `use` take a copy of the tensor, made before it.
void copyOperand(OpOperand &use);

/// Returns the tensors that can be cut without a copy: in the body of `outer`,
/// no other name of the buffer is used at `inner` or after it. Cost: linear in
/// the uses of tensors for each deep loop.
std::vector<PassedTensor> findPassedTensors(func::FuncOp function,
                                            const BufferNames &names);

void cutNest(const PassedTensor &passed);

/// Copies what each 8th loop of a nest takes if it is not cut, or each 4th from
/// the 8th on if they carry two tensors.
///
///     %t = layout.convert %a : T to T
///     %s = scf.for ... iter_args(%b = %t)
///
/// Cost: linear in the ops, times the depth of loops.
void copyIntoNests(func::FuncOp function);

/// States that the buffer of the copy lies where those of its layout do.
void stateMemory(bufferization::AllocTensorOp copy);

/// States the memory of the copies in deep nests of loops and branches.
/// Upstream finds it by the type of what is copied: where loops exchange two
/// tensors, by all of their types at each level again.
///
///     %c = bufferization.alloc_tensor() copy(%a) {memory_space = 0} : T
///
/// Cost: linear in the ops, times the depth of loops.
void stateMemoryOfCopies(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_CUTNESTS_H
