//===- CutAliases.h - Long chains of tensors in one buffer ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_CUTALIASES_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_CUTALIASES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Cuts long chains of tensors that may have one buffer where only one of them
/// is alive:
///
///     %16 = tensor.insert_slice %a into %15     %16 = insert_slice %a into %15
///                                           ->  %b = to_buffer %16
///                                               %t = to_tensor %b restrict
///     %17 = tensor.insert_slice %c into %16     %17 = insert_slice %c into %t
///
/// The buffer stays the same, and the pair folds once tensors are buffers. But
/// one-shot analysis takes %t for a tensor of another buffer. It compares each
/// read with each write of tensors that may have one, for each op that writes:
/// 100 links took 9 s, which is now linear.
///
/// Precisely, behind the op that makes a tensor no other tensor is used that
/// may have its buffer, by what upstream says of ops; the buffer may be
/// written, so that taking it needs no copy; and no buffer of the chain comes
/// into its block from outside, but by the arguments of a function that the
/// module does not call. Chains that a loop carries stay as they are.
///
/// Where a tensor from before is used long after an op that overwrites it, as
/// by slices of an argument that are inserted into the argument itself, it is
/// copied first, which is where the analysis would copy it in general:
///
///     %t = insert_slice %a into %x       %y = alloc_tensor copy(%x)
///     ...                            ->  %t = insert_slice %a into %y
///     %s = extract_slice %x              ...
///
/// Of a chain that cannot be cut so, as of loops that exchange two tensors, up
/// to four that are alive between two ops are copied after 96 tensors each.
///
/// Deep nests of loops that pass a tensor to each other are cut, too, where an
/// op of the outer loop takes it and has loops inside, and what the outer loop
/// carries on is copied to where it was, so that it still carries one buffer:
/// upstream computes the type of that buffer twice for each loop around. Such a
/// copy of a buffer to itself is removed by `dropSelfCopies`. Where other uses
/// forbid the cut, each 8th loop starts with a copy.
///
/// Cost: linear in the uses of tensors, times the depth of regions.
void cutAliases(ModuleOp module);

/// Removes copies of buffers to themselves.
void dropSelfCopies(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_CUTALIASES_H
