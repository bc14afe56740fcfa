//===- LaneSums.h - Sums of which each lane adds up a part ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_LANESUMS_H
#define LIB_TRANSFORMS_VECTORIZE_LANESUMS_H

#include "VectorBand.h"

namespace mlir::layout {

/// Loops, each alone in the one before, that carry values to which every
/// iteration of the innermost one adds, or that it combines with others in a
/// way that may be done in any order:
///
///     %s = for %o = 0 to 7 iter_args(%a = %first)
///       for %d = 0 to min(32, 198 - 32 * %o) iter_args(%b = %a)
///         addi %b, %x[%o, %d]
///
/// A vector of 32 lanes is carried, too: full tiles are added to that, the
/// others under a mask, or element by element if an op may end the program,
/// and its lanes to the sum in the end. The
/// compiler behind us would add up the lanes of each tile, or find it too
/// short.
struct LaneSums {
  VectorBand band; ///< the innermost loop
  SmallVector<affine::AffineForOp> loops;
  SmallVector<Operation *> combiners; ///< of the values that are carried
  bool mayBeMasked = false; ///< lanes that do not exist may be computed
};

/// Reads only. Nullopt where the loops are no such ones: then the loops stay,
/// and the vectorizer behind us may take them.
std::optional<LaneSums> planLaneSums(affine::AffineForOp root,
                                     const Target &target,
                                     const UnreadableBuffers &unreadable);

/// Does the innermost loop only add up, in sums whose terms may be added up in
/// any order? LLVM makes lanes of those that this pass leaves.
bool onlyAddsUp(affine::AffineForOp innermost);

/// Cannot fail.
void applyLaneSums(LaneSums &sums);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_LANESUMS_H
