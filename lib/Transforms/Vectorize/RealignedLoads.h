//===- RealignedLoads.h - Unaligned loads as shuffles -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stencil reads %a[%i - 1], %a[%i] and %a[%i + 1] for the lanes of a
// register. Two of the three loads are not aligned: they touch two cache lines
// where they cross one, and where a tile ends, their last lane is the first
// element of the next tile. They are computed from aligned loads instead, which
// other accesses of the stencil need anyway. With 4 lanes:
//
//     %l = vector.load %a[%i - 4]         %h = vector.load %a[%i]
//     %a[%i - 1 .. %i + 2]     is     vector.shuffle %l, %h [3, 4, 5, 6]
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_REALIGNEDLOADS_H
#define LIB_TRANSFORMS_VECTORIZE_REALIGNEDLOADS_H

#include "BandBuilder.h"
#include "Transforms/Nests/AccessRuns.h"

namespace mlir::layout {

/// Builds the load of `access` for row `row`, whose lanes lie in `runs`, from
/// aligned loads of whole registers. Returns null if no run is unaligned, if
/// one is reversed or its distance from a register is not known, if a register
/// of the result would need more than two of them, if that takes more loads
/// than the runs do, if the lanes are one run and the target has too few
/// shuffles per cycle, or if it is not proven that all that is loaded is in
/// bounds and may be read. Cost: linear in the lanes of all accesses of the
/// register tile to the buffer.
Value buildRealignedLoad(BandBuilder &builder, const AffineNest::Access &access,
                         int64_t row, ArrayRef<AccessRun> runs);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_REALIGNEDLOADS_H
