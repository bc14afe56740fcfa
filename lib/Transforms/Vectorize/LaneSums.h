//===- LaneSums.h - Lanes along carried reductions --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_LANESUMS_H
#define LIB_TRANSFORMS_VECTORIZE_LANESUMS_H

#include "RegisterTile.h"

namespace mlir::layout {

/// Reads loops, each of which is the body of the one around it, that carry
/// values which every iteration of the innermost one combines with a term, in
/// any order:
///
///     %s = for %o = 0 to 7 iter_args(%a = %first)
///       for %d = 0 to min(32, 198 - 32 * %o) iter_args(%b = %a)
///         addi %b, %x[%o, %d]
///
/// as a tile of 32 lanes, whose partial results are carried beside the value:
/// full tiles are added to them, others under a mask, or element by element to
/// the value if an op may trap. LLVM would reduce the lanes in each tile, or
/// find it too short. Nullopt for other loops.
std::optional<RegisterTile> readLaneSums(affine::AffineForOp root,
                                         const Target &target,
                                         const UnreadableBuffers &unreadable);

/// Returns true if the innermost loop only reduces, in any order: LLVM
/// vectorizes those reductions that this pass leaves.
bool onlyAddsUp(affine::AffineForOp innermost);

/// Cannot fail.
void applyLaneSums(RegisterTile &tile);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_LANESUMS_H
