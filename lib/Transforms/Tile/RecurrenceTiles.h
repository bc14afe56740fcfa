//===- RecurrenceTiles.h - Triangular recurrences, tile by tile -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the solution of a triangle each row needs all rows before it, so that no
// two may be lanes. Of the rows of one tile, what they take from earlier tiles
// does not depend on each other. So the loop over rows becomes one over tiles
// and one inside, and index sets of the loops whose bound is the row are split
// at the border of the tile:
//
//     for %i = 0 to %n                     for %I = 0 to %n ceildiv 32
//       for %j = 0 to %i                     for %ii = 0 to 32
//         x[%i] -= L[%i, %j] * x[%j]           for %J = 0 to %I
//                                                for %jj = 0 to 32
//                                                  x[..] -= L[..] * x[..]
//                                              for %jj = 0 to %ii
//                                                x[..] -= L[..] * x[..]
//
// All iterations keep their order. That the parts inside may be distributed and
// reordered is for others to prove.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_RECURRENCETILES_H
#define LIB_TRANSFORMS_TILE_RECURRENCETILES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir {
class IRMapping;
} // namespace mlir

namespace mlir::layout {

/// A loop that is to run tile by tile, and loops inside of it that are to be
/// split at the borders of tiles.
struct RecurrenceTiling {
  /// Bounded on one side by the variable of `outer` + `offset`.
  struct Triangle {
    affine::AffineForOp loop;
    unsigned outer; ///< 0: the root; n: number n - 1 of the triangles
    bool isUpper;
    int64_t offset; ///< 0 or 1
  };
  affine::AffineForOp root;
  int64_t size = 0;
  SmallVector<Triangle> triangles; ///< outer ones first

  /// The same in a copy of the nest.
  RecurrenceTiling map(const IRMapping &copies) const;
};

/// Why a loop around others that begin or end at its variable stays.
struct RecurrenceRefusal {
  affine::AffineForOp loop; ///< null: there is no such loop
  std::string text;
};

/// The outermost loop in `nest`, itself included, with such loops in it and
/// digits of its own. Nullopt also where the code would become too long. Reads
/// only. `refusal` is of the first that is refused.
std::optional<RecurrenceTiling> findRecurrence(affine::AffineForOp nest,
                                               RecurrenceRefusal &refusal);

/// Cannot fail. Erases the loops; returns the loop over tiles.
affine::AffineForOp tileRecurrence(const RecurrenceTiling &tiling);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_RECURRENCETILES_H
