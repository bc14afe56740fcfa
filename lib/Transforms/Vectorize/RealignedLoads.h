//===- RealignedLoads.h - Neighbours from whole registers -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stencil reads each element several times: of %a[%i - 1], %a[%i] and
// %a[%i + 1] for the lanes of a register, two begin inside of a register's
// worth of the buffer, so that they touch two cache lines, and where a tile
// ends the last lane is the first element of the next one. All of these are
// shuffles of two whole registers, which their neighbours read, too.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_REALIGNEDLOADS_H
#define LIB_TRANSFORMS_VECTORIZE_REALIGNEDLOADS_H

#include "BandBuilder.h"
#include "Transforms/Support/AccessRuns.h"

namespace mlir::layout {

/// The lanes of `access` in `row`, which are `runs`, from registers' worths of
/// the buffer. Null where the lanes are no such registers in the end, where it
/// takes more loads than without, or shuffles that the target has no room for,
/// and where it is not proven that all that would be read is in the buffer and
/// may be read. Exact: the same elements. Cost: the lanes of each access of the
/// band to the buffer are looked at.
Value buildRealignedLoad(BandBuilder &builder, const AffineNest::Access &access,
                         int64_t row, ArrayRef<AccessRun> runs);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_REALIGNEDLOADS_H
