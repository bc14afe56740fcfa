//===- JoinAccesses.h - Joining contiguous accesses -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout-apply` splits a vector access at the ends of physical rows:
//
//     %r = vector.transfer_read %a[%i, 0] : memref<4x4xf32>, vector<4xf32>
//     %s = vector.insert_strided_slice %r, %init {offsets = [0]}
//     %t = vector.transfer_read %a[%i + 1, 0] : memref<4x4xf32>, vector<4xf32>
//     %u = vector.insert_strided_slice %t, %s {offsets = [4]}
//
// Where rows follow each other in a flat buffer, these are contiguous again: at
// `4 * %i` and `4 * %i + 4`.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_JOINACCESSES_H
#define LIB_TRANSFORMS_FLATTEN_JOINACCESSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Joins the accesses to one of `buffers` that move consecutive lanes of one
/// vector, are in one block without memory accesses between them, and are
/// contiguous: the difference of their indices is proven to be the number of
/// lanes before. Joined are `vector.transfer_read` and `transfer_write` of one
/// dimension that are in bounds, whose masks are slices of one mask, and loads
/// and stores of one element beside them. Cost: one walk; one difference of
/// affine expressions for each access.
void joinAccesses(RewriterBase &rewriter, ModuleOp module,
                  const llvm::DenseSet<Value> &buffers);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_JOINACCESSES_H
