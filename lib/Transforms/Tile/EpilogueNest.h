//===- EpilogueNest.h - Elementwise nests beside contractions ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_EPILOGUENEST_H
#define LIB_TRANSFORMS_TILE_EPILOGUENEST_H

#include "NestPlanner.h"

namespace mlir::layout {

/// A contraction in the order that vectors want: `numOuter` loops over tiles,
/// in which the sums are added up from the first step to the last.
struct TiledContraction {
  NestPlanner::Plan plan;
  Operation *root;
  unsigned store; ///< the number of its one store
  SmallVector<bool> isSum;
  unsigned numOuter = 0;

  /// Nullopt for what is no sum of one element over loops, for loops of which
  /// one bounds another, and where the first loop is not one over tiles.
  static std::optional<TiledContraction> read(NestPlanner::Plan plan);

  unsigned getNumLoops() const { return plan.nest.loops.size(); }
  const AffineNest::Access &getStore() const {
    return plan.nest.accesses[store];
  }
  /// The digits that elementwise nests get, those of the tiles first.
  SmallVector<Digit> getDigits() const;
};

/// A nest of which each loop is one of the loops of a contraction that are no
/// sums, and that has an execution for each of their iterations.
struct EpilogueNest {
  AffineNest nest;
  Operation *root;
  SmallVector<unsigned> loopOf; ///< of the contraction
  std::optional<DigitLoops> loops;

  /// The nest at `root`, of which an access to `buffer` and a map over the
  /// loops of the contraction name one element, with bounds that are equal by
  /// `facts`, constant or not. Nullopt, and why, if it is no such nest.
  static std::optional<EpilogueNest> match(Operation *root, Value buffer,
                                           bool isStore, AffineMap other,
                                           const TiledContraction &contraction,
                                           IntegerFacts &facts,
                                           std::string &why);

  /// A map over its loops, over the `numLoops` of the contraction; nullopt if
  /// it is one of values around the nest, too.
  std::optional<AffineMap> express(AffineMap map, unsigned numLoops) const;
  /// Returns an access whose lanes are neither contiguous nor one element, or
  /// that divides; null if there is none.
  const AffineNest::Access *findScattered() const;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_EPILOGUENEST_H
