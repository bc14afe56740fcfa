//===- SharedDestinations.h - Destinations with several uses ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot analysis compares each read with each write of all tensors that may
// have one buffer: 512 ops with one `tensor.empty` as their destination took
// 17 s, and 1 s with one each. But then each has a buffer of its own. So ops
// get destinations of their own before the analysis, and after it their buffers
// become one again where one is dead when the other is first written:
//
//     %e = tensor.empty()           %e = tensor.empty()     %f = tensor.empty()
//     %a = op ins(%x) outs(%e)  ->  %a = op ins(%x) outs(%e)
//     %b = op ins(%a) outs(%e)      %b = op ins(%a) outs(%f)
//
//     %e = memref.alloc()  %f = memref.alloc()      %e = memref.alloc()
//     op ins(%x) outs(%e)                       ->  op ins(%x) outs(%e)
//     op ins(%e) outs(%f)                           op ins(%e) outs(%e)
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_SHAREDDESTINATIONS_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_SHAREDDESTINATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Gives each use of a `tensor.empty` that has many of them a tensor of its
/// own, and each 16th op of a chain in which ops overwrite the results of
/// others. Their locations say until `mergeDestinations` which belong together.
/// Chains in which each op reads what it overwrites stay.
void separateDestinations(ModuleOp module);

/// Makes one of buffers that were separated, in each block by itself, where
/// their lifetimes do not overlap, and where an elementwise op reads an element
/// of the one for the last time when it writes that of the other. Moves what is
/// left out of the loops and branches that the shared tensor was outside of.
///
/// Buffers that leave the block of a branch or loop in it, or of which an op
/// makes something that is no view, stay. Cost: linear in the uses of the
/// buffers, times those that are alive at once.
void mergeDestinations(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_SHAREDDESTINATIONS_H
