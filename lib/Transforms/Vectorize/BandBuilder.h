//===- BandBuilder.h - A builder inside of a band ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_BANDBUILDER_H
#define LIB_TRANSFORMS_VECTORIZE_BANDBUILDER_H

#include "RegisterTile.h"
#include "Transforms/Nests/AccessRuns.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::layout {

/// How a tile is executed.
struct BandMode {
  /// All rows of the tile at once; else the variable of their loop is the row.
  bool unrollsRows = false;
  /// Whether lanes that do not exist are left out of stores, of loads.
  bool masksStores = false, masksLoads = false;
  /// Iterations of a group at once; else it is a loop like others.
  bool usesGroups = false;
  /// How many iterations the group that is built has, if not all: the others
  /// are executed, too, with repeated factors of 0 (DotEmitter.h).
  Value partialGroup = {};
  /// The iteration of the group that is built, where each comes after the
  /// other.
  std::optional<int64_t> step = std::nullopt;
  /// The group that is built of a chunk of repeated factors, which is loaded
  /// with the first of them.
  std::optional<int64_t> groupOfChunk = std::nullopt;
  /// If it is not 0: so many rows at once, from the variable of their loop on,
  /// all of which exist.
  int64_t numRowsOfPart = 0;
};

/// Builds at one place in the code of a band. It knows what the variables of
/// the loops are at that place, and which rows and lanes are built there.
class BandBuilder : public ImplicitLocOpBuilder {
public:
  /// In front of the band.
  explicit BandBuilder(RegisterTile &band);

  int64_t getNumRows() const {
    return !mode.unrollsRows    ? 1
           : mode.numRowsOfPart ? mode.numRowsOfPart
                                : band.numRows;
  }
  /// Returns true if masks of stores differ between iterations of reductions.
  bool isMaskedInside() const {
    return mode.masksStores && band.tails.dependsOnReductions;
  }

  /// `map` over the dimensions of the nest for one row; lanes are a dimension
  /// still.
  AffineMap atRow(AffineMap map, int64_t row) const;
  static AffineMap fix(AffineMap map, unsigned dim, int64_t value);
  /// The operands of a map over the dimensions of the nest.
  SmallVector<Value> bind(AffineMap &map) const;
  /// For ops of the vector dialect: upstream's forwarding of stores takes an
  /// `affine.vector_store` for the first of its elements.
  SmallVector<Value> buildIndices(AffineMap map);
  /// The loop at `position` once more; `variables` has its variable then.
  affine::AffineForOp buildLoop(unsigned position, ValueRange initial);

  VectorType getVectorType(Type element) const {
    return VectorType::get({numLanes}, element);
  }
  /// A scalar is the same for all lanes.
  Value toVector(Value value);

  RegisterTile &band;
  AffineNest &nest;
  BandMode mode;
  SmallVector<Value> variables;    ///< of the loops
  SmallVector<Interval> ranges;    ///< of the dimensions of the nest
  int64_t firstLane = 0, numLanes; ///< of the part of a row that is built
};

/// The runs of an access, at one row, for the lanes of the part of it that is
/// built, the first of which is lane 0 then.
std::vector<AccessRun> findPartRuns(const BandBuilder &builder, AffineMap map,
                                    int64_t maxStride);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_BANDBUILDER_H
