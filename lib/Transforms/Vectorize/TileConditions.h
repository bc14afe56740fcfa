//===- TileConditions.h - What of a tile exists -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_TILECONDITIONS_H
#define LIB_TRANSFORMS_VECTORIZE_TILECONDITIONS_H

#include "BandBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {

/// Builds branches and masks by which rows and lanes of a tile exist.
class TileConditions {
public:
  explicit TileConditions(BandBuilder &builder)
      : builder(builder), band(builder.band), nest(builder.nest) {}

  /// Goes into its first block if all rows of the tile exist, and all lanes
  /// unless others may be computed.
  scf::IfOp buildFullTileBranch(TypeRange results = {});
  /// Goes into its block if each of `loops` has an iteration, in the first one of
  /// those before it.
  scf::IfOp buildEnteredBranch(ArrayRef<unsigned> loops);
  /// Goes into its block if a row has a lane.
  scf::IfOp buildAnyLaneBranch();
  /// Goes into its first block if `loop`, over rows or lanes, has at most `most`
  /// iterations, where they begin at 0.
  scf::IfOp buildFewBranch(unsigned loop, int64_t most);
  /// How many rows the tile has, from the first one on, where the loop over
  /// them begins at 0.
  Value buildNumRows();
  /// Goes into its block if the part of a row that is built has a lane of
  /// those from `begin` to `end`.
  scf::IfOp buildPartBranch(Value begin, Value end);
  /// Builds whether all steps exist, or the first one.
  Value buildIsGroupFull() { return buildHasInGroup(band.groupSize); }
  Value buildIsGroupBegun() { return buildHasInGroup(1); }

  /// Builds whether the last reduction, from `first` to `end`, has an
  /// iteration, and the same rows and lanes exist in all of them.
  Value buildIsSameInSums(Value first, Value end);

  /// For each row that is built, which lanes there are.
  SmallVector<Value> buildMasks();

  /// The bounds of a loop for one row.
  Value buildLower(unsigned loop, int64_t row);
  Value buildUpper(unsigned loop, int64_t row);

private:
  /// A loop over rows or lanes that has all its iterations in a full tile.
  struct WholeLoop {
    unsigned loop;
    int64_t count, row;
  };
  SmallVector<WholeLoop> findWholeLoops() const;
  AffineMap getLowerMap(unsigned loop, int64_t row) const;
  AffineMap getUpperMap(unsigned loop, int64_t row) const;
  template <typename ExtremumOp>
  Value buildExtremum(AffineMap bounds);
  Value buildHasInGroup(int64_t number);
  void requireInSums(unsigned loop, int64_t row,
                     function_ref<void(Value)> require);
  Value buildIsLess(Value left, Value right);
  Value compare(arith::CmpIPredicate predicate, Value value, int64_t number);
  Value buildMask(int64_t row);
  Value buildIsRow(int64_t row);
  /// A number of lanes of the part: the mask would take but the last bits of
  /// others.
  Value clampToLanes(Value number);

  BandBuilder &builder;
  RegisterTile &band;
  AffineNest &nest;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_TILECONDITIONS_H
