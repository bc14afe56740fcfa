//===- StridedLoads.h - Lanes from every second element ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pooling and convolutions with a stride read every second element of a row.
// Registers are loaded with what lies between, too, and shuffled:
//
//     a0 a1 a2 a3   a3 a4 a5 a6   ->   a0 a2 a4 a6
//
// The last register ends with the last lane, so that nothing is read behind it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_STRIDEDLOADS_H
#define LIB_TRANSFORMS_VECTORIZE_STRIDEDLOADS_H

#include "BandBuilder.h"
#include "Transforms/Nests/AccessRuns.h"

namespace mlir::layout {

/// The lanes of a strided run of `buffer`. A run longer than a register is to
/// be cut first. Without a mask all elements between its first and its last
/// must be readable; with one, of its lanes, only theirs are read, and lanes
/// that it leaves out are 0. Exact: the same elements.
Value buildStridedLoad(BandBuilder &builder, Value buffer, const AccessRun &run,
                       Value mask);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_STRIDEDLOADS_H
