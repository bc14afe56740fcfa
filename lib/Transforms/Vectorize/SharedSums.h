//===- SharedSums.h - Sums of factors that tiles share ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of a repeated factor's bytes (DotEmitter.h) are the same in all tiles
// of columns. Where there are several, a nest before the tiles computes them
// once:
//
//     for %i, for %r { %room[%i, %r] = sum of %a[14 * %i + %r, ..] }
//     for %j, for %i { a tile, which begins with %room[%i, 0 .. 13] }
//
// It reads what some iteration of the band reads, and nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_SHAREDSUMS_H
#define LIB_TRANSFORMS_VECTORIZE_SHAREDSUMS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::layout {

class BandBuilder;
class Dependences;
class IntegerFacts;
class TileConditions;
struct RegisterTile;

struct SharedSums {
  unsigned depth = 0; ///< of the loop of the nest before which they are computed
  /// The loops whose variables tell them apart: outer ones from `depth` on,
  /// then rows; and how many iterations each has, dynamic where the nest says
  /// so when it runs only.
  SmallVector<unsigned> loops;
  SmallVector<int64_t> shape;
  bool isOnStack = false;
  /// Loops that may have no iteration, in which case nothing may be read, and
  /// those on which their bounds depend.
  SmallVector<unsigned> guards;
  Value room; ///< first by number of the sum; while the band is written
};

/// The sums that several tiles of `band` share; nullopt where there are none,
/// where a store in the nest may change a factor, and where the room for them
/// would not be small beside the factor. Cost: one question about dependences
/// for each store and factor.
std::optional<SharedSums> planSharedSums(const RegisterTile &band,
                                         IntegerFacts &facts,
                                         Dependences &dependences);

/// Where a room on the stack is allocated: at the begin of the function, or of
/// the loop around the nest.
OpBuilder findEntry(Operation *nest);

/// Allocates the room for `number` sums in each place, at the insertion point
/// of `builder`, and frees it after the nest if it is not on the stack.
void buildRoom(SharedSums &shared, int64_t number, BandBuilder &builder,
               TileConditions &conditions);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_SHAREDSUMS_H
