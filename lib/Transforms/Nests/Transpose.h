//===- Transpose.h - Blocks transposed in registers -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes transposing dear on x86 are shuffles across the 128-bit parts of a
// register, all on one port. Here parts are put in their place by loads, and
// shuffles stay inside of parts, for 4 x 4 elements of 32 bits:
//
//     v0 = A[0, 0 .. 3] A[4, 0 .. 3] A[8, 0 .. 3] A[12, 0 .. 3]
//     v1 = A[1, 0 .. 3] A[5, 0 .. 3] ...             two rounds of shuffles
//     v2 = A[2, 0 .. 3] ...                          ----------------------
//     v3 = A[3, 0 .. 3] ...                          A[0 .. 15, 0], [.., 1], ..
//
// Where shuffles have several ports, they are cheaper than so many loads of
// parts: whole rows are loaded then, and parts are put in their place between
// the registers, in as many more rounds.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_TRANSPOSE_H
#define LIB_TRANSFORMS_NESTS_TRANSPOSE_H

#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Elements of a part of 128 bits, two at least.
int64_t getLanesOfPart(Type element);

/// Returns the lanes of all `parts` in a row: a power of two of vectors of one
/// type.
Value concatVectors(OpBuilder &builder, Location loc, ArrayRef<Value> parts);

/// Transposes the n x n parts of n vectors: lane n * p + c of `vectors[r]`
/// becomes lane n * p + r of result c. n is a power of two, and the vectors
/// have a multiple of n lanes. Cost: n * log2 n shuffles.
SmallVector<Value> transposeParts(OpBuilder &builder, Location loc,
                                  SmallVector<Value> vectors);

/// Transposes n vectors of n lanes, both a multiple, by a power of two, of
/// `part` lanes, which is one, too. Cost: n * log2 n shuffles.
SmallVector<Value> transposeWhole(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> vectors, int64_t part);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_TRANSPOSE_H
