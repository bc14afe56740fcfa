//===- RegisterTileEmitter.cpp - A register tile as vector code -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullTiles.h"
#include "LaneSums.h"
#include "SumEmitter.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Writes the tiles of a band: full ones at once, others as far as they exist.
class VectorEmitter {
public:
  explicit VectorEmitter(RegisterTile &band)
      : band(band), builder(band), conditions(builder), wideLoads(builder),
        accesses(builder, wideLoads), body(builder, accesses),
        sums(builder, conditions, wideLoads, accesses, body) {}

  void emit() {
    affine::AffineForOp root = band.getRoot();
    if (band.sharedSums)
      emitSharedSums(band);
    if (band.entry == RegisterTile::Entry::Guarded)
      builder.setInsertionPointToStart(
          conditions
              .buildEnteredBranch(llvm::to_vector(llvm::seq(
                  band.numOuter, band.numOuter + band.numSums)))
              .thenBlock());
    builder.mode.unrollsRows = band.hasRows;
    builder.mode.usesGroups = band.groupSize > 1;
    if (builder.mode.usesGroups)
      wideLoads.buildViews();
    const TileTails &tails = band.tails;
    builder.mode.masksStores = tails.isPartial() && tails.computesMissingRows();
    if (tails.isPartial() && !tails.computesMissingRows())
      emitPartial(root);
    else
      emitTile();
    root->erase();
    if (full)
      splitAtFullTiles(band.nest.loops[band.numOuter - 1], branch, *full);
  }

private:
  void emitPartial(affine::AffineForOp root) {
    full = findFullTiles(band);
    branch = conditions.buildFullTileBranch();
    builder.setInsertionPointToStart(branch.thenBlock());
    builder.mode.masksStores = band.tails.computesMissingLanes();
    if (full)
      builder.ranges[band.numOuter - 1] = {full->begin, full->end - 1};
    emitTile();
    builder.ranges = band.nest.ranges;
    builder.setInsertionPointToStart(branch.elseBlock());
    emitRest(root);
  }

  void emitTile() {
    if (band.numSums)
      return sums.emit();
    SmallVector<Value> masks;
    if (builder.mode.masksStores)
      masks = conditions.buildMasks();
    body.emit({}, masks);
  }

  /// A tile that lacks rows or lanes: row by row, what lacks is masked. Where
  /// an op might end the program in such a lane, the loops stay.
  void emitRest(affine::AffineForOp root) {
    if (band.tails.takesRowsTogether)
      return band.tails.hasKnownSizes() ? emitKnownPartial() : emitRowParts();
    bool computesLanes = band.tails.computesMissingLanes();
    // Interleaved stores are made by whole groups, with masks for lanes that
    // are computed all the same; else the loops stay.
    if (band.tails.execution == TileTails::Execution::Loops ||
        (band.interleavesStores() && !computesLanes)) {
      builder.insert(root->clone());
      return;
    }
    builder.mode = {/*unrollsRows=*/false, /*masksStores=*/true,
                    /*masksLoads=*/!computesLanes,
                    /*usesGroups=*/computesLanes && band.groupSize > 1};
    if (band.hasRows) {
      affine::AffineForOp rows = builder.buildLoop(band.getRows(), {});
      builder.setInsertionPointToStart(rows.getBody());
    }
    builder.setInsertionPointToStart(
        conditions.buildAnyLaneBranch().thenBlock());
    if (band.numSums || getPartSize() == band.numLanes)
      emitTile();
    else
      emitInParts();
  }

  /// A partial tile of a known extent: there is one number of rows, and one of
  /// lanes, that it has if it lacks some.
  void emitKnownPartial() {
    const TileTails &tails = band.tails;
    int64_t numRows = tails.lacksRows ? tails.numRowsOfPartial : band.numRows;
    if (!tails.leavesLanesOut())
      return emitOfSize(numRows, band.numLanes);
    int64_t numLanes = tails.numLanesOfPartial;
    if (!tails.lacksRows)
      return emitOfSize(numRows, numLanes);
    emitEither(
        band.getLanes(), numLanes,
        [&] {
          emitEither(
              band.getRows(), numRows, [&] { emitOfSize(numRows, numLanes); },
              [&] { emitOfSize(band.numRows, numLanes); });
        },
        [&] { emitOfSize(numRows, band.numLanes); });
  }

  /// A branch on whether `loop` has at most `most` iterations.
  void emitEither(unsigned loop, int64_t most, function_ref<void()> few,
                  function_ref<void()> others) {
    scf::IfOp either = conditions.buildFewBranch(loop, most);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(either.thenBlock());
    few();
    builder.setInsertionPointToStart(either.elseBlock());
    others();
  }

  void emitOfSize(int64_t numRows, int64_t numLanes) {
    emitLanes(numLanes, [&] {
      emitSomeRows(arith::ConstantIndexOp::create(builder, 0), numRows);
    });
  }

  /// A tile of which the first `numLanes` lanes exist. LLVM takes vectors apart
  /// that loops carry, other than of powers of two: there are masks then, or
  /// parts where each lane would have a mask of its own.
  void emitLanes(int64_t numLanes, function_ref<void()> emitRows) {
    bool masksLanes = numLanes == band.numLanes
                          ? band.tails.lacksLanes &&
                                band.tails.computesMissingLanes()
                          : !llvm::isPowerOf2_64(numLanes) && !gathersLanes();
    builder.mode = {/*unrollsRows=*/true, /*masksStores=*/masksLanes,
                    /*masksLoads=*/masksLanes && numLanes != band.numLanes,
                    /*usesGroups=*/band.groupSize > 1};
    for (int64_t first = 0; first < numLanes; first += builder.numLanes) {
      int64_t rest = numLanes - first;
      builder.firstLane = first;
      builder.numLanes = rest == band.numLanes ? rest
                         : masksLanes ? int64_t(llvm::PowerOf2Ceil(rest))
                                      : int64_t(llvm::bit_floor(uint64_t(rest)));
      emitRows();
    }
    builder.firstLane = 0;
    builder.numLanes = band.numLanes;
  }

  /// Rows of a tile from `first` on.
  void emitSomeRows(Value first, int64_t numRows) {
    builder.variables[band.getRows()] = first;
    builder.mode.numRowsOfPart = numRows;
    emitTile();
    builder.mode.numRowsOfPart = 0;
  }

  /// Returns true if each lane of a load is at a place of its own.
  bool gathersLanes() const {
    return llvm::any_of(band.nest.accesses, [&](const auto &access) {
      return band.getForm(access).lanes == AccessForm::Lanes::Runs &&
             countRuns(access.map, band.getLanes(), band.numLanes,
                       band.nest.ranges, kMaxLaneStride)
                     .number == band.numLanes;
    });
  }

  /// A tile of an unknown extent: rows by parts, the largest that fits first,
  /// so that each vector that is loaded serves several rows. If there are no
  /// more lanes than one register has, others are not computed.
  void emitRowParts() {
    if (hasKnownLanes())
      return emitRowPartsOfLanes();
    bool lacksLanes = band.tails.lacksLanes;
    bool masksLoads = lacksLanes && !band.tails.computesMissingLanes();
    builder.mode = {/*unrollsRows=*/true, /*masksStores=*/lacksLanes,
                    masksLoads,
                    /*usesGroups=*/!masksLoads && band.groupSize > 1};
    if (lacksLanes)
      builder.setInsertionPointToStart(
          conditions.buildAnyLaneBranch().thenBlock());
    int64_t width = getPartSize();
    if (!lacksLanes || band.groupSize > 1 || width >= band.numLanes)
      return emitAllRowParts();
    scf::IfOp branch = conditions.buildFewBranch(band.getLanes(), width);
    builder.setInsertionPointToStart(branch.thenBlock());
    builder.numLanes = width;
    emitAllRowParts();
    builder.numLanes = band.numLanes;
    builder.setInsertionPointToStart(branch.elseBlock());
    emitAllRowParts();
  }

  /// Returns true if each tile that lacks lanes lacks as many, though it is not
  /// known how many rows there are.
  bool hasKnownLanes() const {
    return band.tails.leavesLanesOut() && band.tails.numLanesOfPartial &&
           band.groupSize == 1;
  }

  /// The lanes that there are need no mask then.
  void emitRowPartsOfLanes() {
    int64_t numLanes = band.tails.numLanesOfPartial;
    emitEither(
        band.getLanes(), numLanes,
        [&] { emitLanes(numLanes, [&] { emitAllRowParts(); }); },
        [&] {
          emitLanes(band.numLanes, [&] {
            emitAllRowParts(/*lacksLanes=*/false);
          });
        });
  }

  void emitAllRowParts() { emitAllRowParts(band.tails.lacksLanes); }

  void emitAllRowParts(bool lacksLanes) {
    Value end = conditions.buildNumRows();
    Value first = arith::ConstantIndexOp::create(builder, 0);
    for (int64_t size : getSizesOfRowParts(lacksLanes))
      first = emitRowPart(first, end, size);
  }

  /// Powers of two, of which each occurs at most once. Only a tile that lacks
  /// lanes may have all rows.
  SmallVector<int64_t> getSizesOfRowParts(bool lacksLanes) const {
    SmallVector<int64_t> sizes;
    if (lacksLanes)
      sizes.push_back(band.numRows);
    for (int64_t size = llvm::PowerOf2Ceil(band.numRows) / 2; size > 0;
         size /= 2)
      sizes.push_back(size);
    return sizes;
  }

  /// Returns the first row behind the part, or `first` where it does not fit.
  Value emitRowPart(Value first, Value end, int64_t size) {
    Value count = arith::ConstantIndexOp::create(builder, size);
    Value next = arith::AddIOp::create(builder, first, count);
    Value fits =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::sle, next, end);
    auto part = scf::IfOp::create(builder, fits, /*withElseRegion=*/false);
    Value following = arith::SelectOp::create(builder, fits, next, first);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(part.thenBlock());
    emitSomeRows(first, size);
    return following;
  }

  /// How many lanes become a part: a register of the widest elements, or more
  /// where that would be too many parts.
  int64_t getPartSize() const {
    constexpr int64_t maxParts = 8;
    int64_t size = band.numLanes;
    for (const AffineNest::Access &access : band.nest.accesses)
      size = std::min<int64_t>(
          size,
          band.target.getNumLanes(
              cast<MemRefType>(access.buffer.getType()).getElementType()));
    while (llvm::divideCeil(band.numLanes, size) > maxParts)
      size *= 2;
    return size;
  }

  /// Most registers of such a row have no lane. One after the other, each is as
  /// the iterations were: these come by lanes, too.
  void emitInParts() {
    Value begin = conditions.buildLower(band.getLanes(), 0),
          end = conditions.buildUpper(band.getLanes(), 0);
    int64_t size = getPartSize();
    for (int64_t first = 0; first < band.numLanes; first += size) {
      builder.firstLane = first;
      builder.numLanes = std::min(size, band.numLanes - first);
      scf::IfOp branch = conditions.buildPartBranch(begin, end);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      emitTile();
    }
  }

  RegisterTile &band;
  BandBuilder builder;
  TileConditions conditions;
  WideLoads wideLoads;
  LaneAccesses accesses;
  BodyEmitter body;
  SumEmitter sums;
  scf::IfOp branch;              ///< of partial tiles
  std::optional<FullTiles> full; ///< where the loop around is split
};

} // namespace

void layout::applyRegisterTile(RegisterTile &tile) {
  if (tile.isCarried())
    return applyLaneSums(tile);
  VectorEmitter(tile).emit();
}
