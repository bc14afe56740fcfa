//===- ElementSteps.h - Dot products by element -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor that all lanes share is one group of bytes, or of bf16, for each
// row. Where those of the next iterations follow, one load of 128 bits has
// four, a *chunk*, and each is used by itself: as an element of that register
// on AArch64
// (`sdot v0.4s, v1.16b, v2.4b[1]`), by an instruction that repeats it on
// RISC-V.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_ELEMENTSTEPS_H
#define LIB_TRANSFORMS_VECTORIZE_ELEMENTSTEPS_H

#include "RegisterTile.h"

namespace mlir::layout {

/// Groups of a chunk. All processors with dot products have registers of 128
/// bits.
inline constexpr int64_t kGroupsOfChunk = 4;

/// Returns how many iterations of `loop`, which the steps are or which is
/// around them, from its first one on, have all steps whatever the variables of
/// other loops are.
int64_t countFullGroups(const RegisterTile &tile, unsigned loop);

/// Returns true if each group of a chunk is used by an instruction that takes
/// one. LLVM loads a group for RISC-V byte by byte, and repeats it by a dozen
/// of instructions.
bool gainsByElement(const RegisterTile &tile, const DotForm &form);

/// Returns how many iterations of the loop around the steps use chunks of the
/// repeated factors, from its first one on: a multiple of `kGroupsOfChunk`. 0
/// where there are no such factors, or the chunks are not contiguous, or
/// registers do not hold them, or the target gains nothing by them.
int64_t countElementSteps(const RegisterTile &tile);

/// Returns true if each row may have elements of so many bits in a register of
/// its own: of SVE, those are in z0 to z7 only, and of 64 bits in z0 to z15.
/// LLVM loads the elements of several rows at once. With 16 rows of f16 it
/// spilled some of them.
bool hasElementRegisters(const RegisterTile &tile, unsigned elementBits);

/// Returns true if a row is to use all of its chunk, or all of its elements of
/// one register, before the next row does: on SVE, where few registers may hold
/// them. Else each group or step is used by all rows, so that columns of one
/// only are in registers.
bool areChunksOfRows(const RegisterTile &tile);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_ELEMENTSTEPS_H
