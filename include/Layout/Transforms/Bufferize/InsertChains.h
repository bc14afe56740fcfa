//===- InsertChains.h - Chains of slice insertions --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_INSERTCHAINS_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_INSERTCHAINS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Writes the slices of long chains of `tensor.insert_slice` that begin with an
/// empty tensor, as concatenations are, or with a fill of one, into one
/// allocation:
///
///     %e = tensor.empty()                       %m = memref.alloc()
///     %1 = tensor.insert_slice %a into %e[0] -> %s = memref.subview %m[0]
///                            materialize_in_destination %a in writable %s
///     %2 = tensor.insert_slice %b into %1[1]    %s = memref.subview %m[1]
///                            materialize_in_destination %b in writable %s
///                                               %2 = to_tensor %m restrict
///
/// All tensors of a chain have one buffer. One-shot analysis, which compares
/// each of them with each slice, took 15 s for 128. Of a chain, each tensor but
/// the last has one use, the next: nothing sees the buffer when it is half
/// full. Chains are left alone in which a slice is computed in its place in the
/// tensor, since that takes no copy, and those of tensors with layouts. Cost:
/// linear.
void buildInsertChains(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_INSERTCHAINS_H
