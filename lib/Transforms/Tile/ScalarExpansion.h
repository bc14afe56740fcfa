//===- ScalarExpansion.h - Values that loops carry, in memory ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that carries a value computes one chain after the other, one for each
// iteration of the loops around it. With an element of a buffer for each chain,
// the loops around may be distributed and run in another order, so that many
// chains are computed at once:
//
//     for %j                                   for %j
//       %s = for %k iter_args(%t = %zero)        T[%j] = %zero
//         yield addf %t, %x                      for %k
//       store %s, A[%j]                            T[%j] = addf T[%j], %x
//                                                store T[%j], A[%j]
//
// Each chain is computed in its order.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_SCALAREXPANSION_H
#define LIB_TRANSFORMS_TILE_SCALAREXPANSION_H

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir {
class IRMapping;
} // namespace mlir

namespace mlir::layout {

/// Loops that hand the same values through, and the loops around them.
struct CarryingLoops {
  SmallVector<affine::AffineForOp> around; ///< outermost first; at least one
  SmallVector<affine::AffineForOp> loops;  ///< outermost first; at least one

  /// The same in a copy of the nest.
  CarryingLoops map(const IRMapping &copies) const;
};

/// All in the nest whose body lanes may execute. Reads only.
std::vector<CarryingLoops> findCarryingLoops(affine::AffineForOp root);

/// The size of an element's buffer by dimension.
struct ExpandedShape {
  SmallVector<int64_t> sizes;  ///< constant, or
  affine::AffineForOp dynamic; ///< the loop whose upper bound is the only one
};

/// What holds each value that `nest` carries for all iterations of the
/// innermost `depth` loops around it. Sizes are rounded up, so that lanes and
/// rows that do not exist have elements, too. Nullopt where they are not known,
/// or where the elements of a value are more than the last cache of the target
/// has room for.
std::optional<ExpandedShape> findExpandedShape(const CarryingLoops &nest,
                                               unsigned depth,
                                               const Target &target);

/// What took the place of the values.
struct ExpandedValues {
  SmallVector<Value> buffers;     ///< one for each
  SmallVector<Operation *> extra; ///< ops beside the nest, in order
};

/// Cannot fail. Erases `nest.loops`.
ExpandedValues expandValues(const CarryingLoops &nest,
                            const ExpandedShape &shape);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_SCALAREXPANSION_H
