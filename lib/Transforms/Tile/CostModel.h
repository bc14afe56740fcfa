//===- CostModel.h - What a nest costs in one order or another --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit is an instruction of the machine, of which an iteration of the nest
// as it is has about one per operation and access, and two per division by a
// radix. Latency is seen only where it is known to be all: in a sum that goes
// from one iteration of the innermost loop to the next.
//
// In *lanes* an operation is one instruction for as many iterations as fit a
// register. An access costs, in a block of `rows` x `lanes` iterations,
//
//     to one element for all lanes     a load and a broadcast for each row
//     to contiguous elements           a load for each register
//     the same in reverse              and a shuffle for each
//     to elements in several runs      a load and an insertion for each run
//
// and nothing more for further rows where it does not depend on the row. What
// is stored and loaded again around the innermost loops stays in registers. So
// a matrix product of 8 x 32 takes 8 + 2 loads and 16 multiplications and sums
// for 256 iterations on 512-bit registers.
//
// Where the last digit of the sums is a group (Support/SumGroups.h), the factor
// whose elements of the group lie between lanes is loaded once for all of it
// and taken apart. Products of narrow integers are one instruction for two
// steps of the group; extending a factor is another one, for each row or for
// all. Where each lane has the group in a row, a block of it takes a load for
// each row, and to be transposed as many shuffles as the group has steps, times
// their binary logarithm; it must fit the registers beside the sums.
//
// Threads are worth it where a loop has much to do: see `kMinParallelWork`.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_COSTMODEL_H
#define LIB_TRANSFORMS_TILE_COSTMODEL_H

#include "Digits.h"
#include "Transforms/Vectorize/RegisterTile.h"

namespace mlir::layout {

/// The instructions (`NestWork`) from which on loops are given to several
/// threads: those of a function together, and each of them. To hand out work
/// and to wait until all is done took libomp 1 us, 3 thousand instructions, on
/// two cores while its threads were awake, and 80 us once they slept, which
/// they do after 200 ms without work: 250 thousand. The first loop of a
/// function wakes them, and all others find them awake. What two threads save,
/// half of the work, must be more than that in any case: it is about twice as
/// much for a function, and three times for each loop.
inline constexpr double kMinParallelWork = 1e6;
inline constexpr double kMinParallelWorkAwake = 1e4;

/// A rewritten nest: its digits, outermost first, of which the last are lanes
/// and, if there are any, the one before rows.
struct TiledNest {
  SmallVector<Digit> digits;
  bool hasRows = false;
  bool waits = false; ///< latency-bound reduction
  double cost = 0;    ///< instructions per iteration of the original nest
  /// Iterations of the innermost loop, a reduction, that are lanes with a part
  /// of it each; 0: the loop stays as it is.
  int64_t sumLanes = 0;
  /// The digit whose iterations are executed together per lane, if there is
  /// one.
  std::optional<unsigned> group = std::nullopt;
  unsigned number = 0; ///< of those of one nest, in the order of the search
};

class CostModel {
public:
  /// With `reassociate`, sums and products of floats may be computed in any
  /// order, whatever their flags are.
  CostModel(const AffineNest &nest, const Target &target,
            bool reassociate = false);

  /// Returns the cost of an iteration of the original nest.
  double getScalarCost() const { return scalarCost; }
  /// The model is rough: a small gain may be none.
  bool isGain(double cost) const { return cost < 0.8 * scalarCost; }
  /// Returns the cost of an iteration if the loops are strip-mined without
  /// interchange, so that no subscript divides.
  double getSplitCost() const { return splitCost; }
  /// Returns true if LLVM would vectorize the innermost loop unchanged. An
  /// estimate.
  bool hasLanesAsItIs() const {
    return innermostLoop.isContiguous && !innermostLoop.isAddedUp;
  }
  /// Returns true if all that the nest stores are reductions along `loop` whose
  /// terms may be combined in any order.
  bool mayCombineInAnyOrder(unsigned loop) const;
  /// LLVM takes a vector apart that is carried around the loop of a sum,
  /// element by element, unless it has a power of two of them.
  bool mayBeCarried(int64_t numLanes) const;
  /// The loops with those of reductions innermost, each in one piece, and what
  /// that costs, where the last one goes to contiguous elements only and each
  /// store is of a reduction whose terms may be combined in any order. Its
  /// lanes are `TiledNest::sumLanes` or, where a layout divides it, those of a
  /// run. With `rows`, a loop of few iterations is unrolled into the body, so
  /// that these share what does not depend on it.
  std::optional<TiledNest>
  findSumsInnermost(std::optional<unsigned> rows = {}) const;
  /// The best orders, best first, at most `maxNumber`: those that cost less
  /// than the nest as it is, or all.
  SmallVector<TiledNest> findOrders(unsigned maxNumber,
                                    bool onlyGains = true) const;

private:
  struct Block {
    /// How many iterations of its loop a row is: it may be a tile.
    int64_t getRowSize() const { return rowsOf == lanesOf ? numLanes : 1; }

    unsigned lanesOf, rowsOf; ///< loops; `rowsOf` none: one row
    int64_t numLanes, numRows;
    double costOfRow;     ///< an iteration, of one row with these lanes
    int64_t rowGroup = 1; ///< iterations of the last sum that are a group
  };
  static constexpr unsigned none = ~0u;

  /// The nest with the loops of a block innermost, and what becomes of them.
  struct BlockNest {
    bool hasRows() const { return block.rowsOf != none; }
    unsigned getRows() const { return tile.getLanes() - 1; }
    /// Those around the block.
    unsigned getNumOuterDigits() const { return tile.getLanes() - hasRows(); }
    bool hasSteps(AccessForm::Steps steps) const;
    /// Returns true if an access is executed for several steps at once.
    bool sharesSteps() const;
    bool isPerRow(const AffineNest::Access &access) const {
      return hasRows() && access.map.isFunctionOfDim(getRows());
    }

    const Block &block;
    DigitOrder order;
    RegisterTile tile; ///< its accesses are over digits
    /// Accumulators stay in registers through a reduction of the nest. A loop
    /// of one iteration around rows is read as one, too, and saves nothing.
    bool keepsSums;
    double registers; ///< that hold the lanes of one row
  };

  /// The innermost loop of the original nest.
  struct InnermostLoop {
    bool waitsForSum = false;  ///< each iteration, for that of the one before
    bool isAddedUp = false;    ///< to an element that stays
    bool isContiguous = true;  ///< accesses that move with it are contiguous
    bool hasNeighbours = true; ///< the same within runs of the layout
    unsigned numAccesses = 0, numReversed = 0; ///< that move
    unsigned numBetween = 0; ///< elements between those that strides read
    unsigned number = 0;     ///< of the loop
  };

  InnermostLoop readInnermostLoop() const;
  /// Returns true if an iteration reads several elements of one row, as in a
  /// stencil.
  bool readsNeighbours() const;
  double computeScalarCost(unsigned numDivisions) const;
  /// Returns the cost per element of a sum or maximum that LLVM vectorizes run
  /// by run: after each run it reduces the lanes.
  double getCostOfRunSum(unsigned loop, double each, double lanes) const;
  /// Returns the cost of what LLVM leaves over of strided loads: at least the
  /// last iteration, so that nothing after it is read.
  double getCostBehindStrides(double cost, double lanes) const;
  double getCostBehindUnrolled(double cost, double lanes) const;
  /// Lanes with a part of each of `numSums` reductions, along a loop that
  /// nothing divides; 0 where it does not begin at 0 or is too short.
  int64_t getSumLanes(unsigned loop, int64_t numSums) const;
  /// Operations and moving loads of an iteration that others of the loop `rows`
  /// share with it.
  unsigned countShared(unsigned sum, unsigned rows) const;
  std::optional<unsigned> findLastSum() const;
  int64_t getRowGroup(unsigned bits) const;
  bool hasKnownRows(const Block &block) const;
  static double getCostOfSteps(const AccessForm &form, const BlockNest &its);
  SmallVector<int64_t> getSizes(unsigned loop, bool areLanes) const;
  SmallVector<int64_t> getNumbersOfTiles(unsigned loop, int64_t numLanes) const;
  bool mayBeInterleaved(unsigned loop) const;
  bool mayReadRowsInParts(const Block &block) const;
  std::optional<TiledNest> evaluateWithRows(const Block &block,
                                            const TiledNest &without,
                                            unsigned bits) const;
  std::optional<TiledNest> evaluate(const Block &block) const;
  /// Nullopt: lanes are not stored together.
  std::optional<BlockNest> makeNest(const Block &block,
                                    SmallVector<Digit> digits) const;
  /// Of a block of rows that is transposed.
  static double getCostOfBlock(const AffineNest::Access &access,
                               const BlockNest &its);
  /// Returns the extra cost of a load of all lanes from a buffer larger than
  /// the first cache, if the next step of the reduction reads far away: its
  /// lines are not prefetched by hardware.
  double getCostOfJump(const AffineNest::Access &access,
                       const BlockNest &its) const;
  bool isInWindow(const AffineNest::Access &access, unsigned step,
                  const BlockNest &its) const;
  /// Returns true if each row of a block goes through memory of its own, as
  /// those of different heads of attention: 12 x 32 sums of 512 rows of 96
  /// floats took 125 us by 12 heads side by side, and 82 us head by head
  /// (AVX-512). In a window, a row reads what the row beside it has read.
  bool areRowsApart(const AffineNest::Access &access,
                    const BlockNest &its) const;
  /// Returns how many rows a part of the sum has, if it is added up in parts
  /// that all blocks of lanes go over (`splitForRows`).
  std::optional<int64_t> getRowsOfPart(const BlockNest &its) const;
  double getCostOfCrossing(const AffineNest::Access &access,
                           const BlockNest &its) const;
  double getCostOfRun(const AffineNest::Access &access,
                      const BlockNest &its) const;
  double getCostOfBroadcast(const AffineNest::Access &access,
                            const BlockNest &its) const;
  /// For one row.
  double getCostOfAccess(const AffineNest::Access &access,
                         const BlockNest &its) const;
  /// Of one iteration of the loops around the block, in loads and stores of
  /// registers: what is kept costs nothing.
  double getCostOfAccesses(const BlockNest &its) const;
  double getCostOfDots(const BlockNest &its, const DotForm &form) const;
  /// Returns the instructions of a step: what is the same in all rows is
  /// computed once, and an integer that is the same for all lanes stays a
  /// number (Vectorize/BodyEmitter.h).
  double countOperationsOf(const BlockNest &its) const;
  double getCostOfOperations(const BlockNest &its) const;
  /// Returns true if a reduction whose steps cost so many instructions is
  /// latency-bound.
  bool waitsForSums(double cost) const;
  /// Sums of all rows, the lanes of one factor, and one broadcast number.
  double countRegistersOfGroups(const BlockNest &its) const;
  double countRegistersOfWindows(const BlockNest &its) const;
  bool fitsRegisters(const BlockNest &its) const;
  void preferCloseRows(const Block &block, double &cost) const;
  SmallVector<Digit> getDigits(const Block &block) const;
  double getWaste(const BlockNest &its) const;
  double getRest(unsigned loop, int64_t size, double unknown = 0) const;
  double getCostOfRest(const Block &block) const;
  /// The first.
  const AffineNest::Access &getStore() const;

  const AffineNest &nest;
  Target target;
  bool reassociate;
  SmallVector<SmallVector<int64_t>> weights;
  unsigned elementBits; ///< of the widest element
  unsigned numOperations;
  bool hasDivisions;
  InnermostLoop innermostLoop;
  double scalarCost, splitCost;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_COSTMODEL_H
