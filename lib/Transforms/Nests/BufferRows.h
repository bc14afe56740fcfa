//===- BufferRows.h - Buffers with contiguous rows --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the elements of a buffer are stored relative to each other, by its type:
//
//                                             contiguous rows    row-major
//     memref<4x8xf32>                         yes                yes
//     memref<4x8xf32, strided<[8, 1], ..>>    yes                yes
//     memref<4x8xf32, strided<[16, 1], ..>>   yes                no
//     memref<4x8xf32, strided<[1, 4], ..>>    no                 no
//
// Nothing is said of where a buffer begins: rows of a view need not be aligned,
// and there need not be any memory after their ends.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_BUFFERROWS_H
#define LIB_TRANSFORMS_NESTS_BUFFERROWS_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// Returns true if elements that differ by one in the last index lie side by
/// side. False for rank 0, and for layouts of this dialect.
bool hasContiguousRows(MemRefType type);

/// Returns true if elements lie in the order of their indices, without gaps.
/// Then several dimensions may be collapsed into one.
bool isRowMajor(MemRefType type);

/// Returns the size of a row-major buffer of static shape whose elements are
/// numbers of whole bytes, else nullopt; the largest number if 64 bits do not
/// hold it.
std::optional<int64_t> getBytes(MemRefType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_BUFFERROWS_H
