//===- RegisterTile.h - Rows x lanes of a nest in registers -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_REGISTERTILE_H
#define LIB_TRANSFORMS_VECTORIZE_REGISTERTILE_H

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Analysis/Target/Target.h"
#include "PlannedTile.h"
#include "SharedSums.h"
#include "TileTails.h"
#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/SumGroups.h"

namespace mlir::layout {

class UnreadableBuffers;

/// A value that stays in a register for each row and lane while reductions run:
/// a memory cell, which is loaded before and stored after them, or a value that
/// loops carry (`iter_args`), of which each lane has a partial result, combined
/// with the others after the last loop.
struct Accumulator {
  unsigned load = 0, store = 0;  ///< of a memory cell: numbers of its accesses
  Operation *combiner = nullptr; ///< of a carried value; else null

  bool isCarried() const { return combiner; }
};

/// How the elements of an access for the lanes and steps of a row are loaded or
/// stored.
struct AccessForm {
  /// Where the lanes of one step are.
  enum class Lanes {
    Uniform,    ///< at one element
    Contiguous, ///< one after the other
    Reversed,   ///< one before the other
    Runs,       ///< in several contiguous runs, or strided (AccessRuns.h)
  };
  /// Which steps are loaded or stored together.
  enum class Steps {
    Single,      ///< none
    Interleaved, ///< all: those of a lane are contiguous, then the next lane's
    Repeated,    ///< all: contiguous, and the same for all lanes
    Transposed,  ///< all: contiguous, those of each lane in another row
  };
  /// Prefetches what a later iteration of a loop touches (TilePrefetch.h).
  /// After the last one that is the first of the next iteration of the loop
  /// around it, if that follows in memory.
  struct Prefetch {
    unsigned loop; ///< the dimension of the nest that its variable is
    std::optional<int64_t> tripCount; ///< of the loop, if one follows after it
    int64_t distance = 1;             ///< in iterations
  };

  Lanes lanes = Lanes::Runs;
  RunCount runs; ///< of lanes: loads of strides are one
  Steps steps = Steps::Single;
  std::optional<unsigned> accumulator; ///< whose cell it accesses
  std::optional<GroupAccess> group;    ///< where steps are contiguous
  std::optional<Prefetch> prefetch;

  /// Returns the form of an access of `nest`, whose innermost loop is
  /// `numLanes` lanes, without steps.
  static AccessForm read(const AffineNest::Access &access,
                         const AffineNest &nest, int64_t numLanes);
};

/// Why a nest stays unchanged.
struct VectorRefusal {
  std::string reason, text;

  LogicalResult operator()(StringRef reason, const Twine &text) {
    this->reason = reason.str();
    this->text = text.str();
    return failure();
  }
};

struct RegisterTile;

/// What a tile depends on that the mathematics of its nest does not say. The
/// defaults are those of a nest that is planned: what ranges of variables show,
/// and legal whatever it is, as its order is proven by itself.
struct TileQueries {
  virtual ~TileQueries() = default;
  /// Returns true if the tile is for its cost only. Prefetches are not found
  /// then, and lanes that gain nothing are a tile, too.
  virtual bool isEstimate() const { return false; }
  /// Returns true if the loop has an iteration whenever it is reached.
  virtual bool isAlwaysEntered(const AffineNest &nest, unsigned loop);
  /// Returns true if no other access touches the cell of an accumulator while
  /// that is in a register.
  virtual bool areKeptAlone(const RegisterTile &tile) { return true; }
  /// Fails, with a reason, if the results are others when each op is executed
  /// for all rows and lanes before the next.
  virtual LogicalResult checkOrder(const RegisterTile &tile,
                                   VectorRefusal &refusal) {
    return success();
  }
};

/// The innermost loops of a nest as vector code:
///
///     outer loops        stay
///     reductions         around which accumulators are in registers. The
///                        iterations of the last may be *steps*, executed
///                        together. Without reductions one loop may still be
///                        steps: if each lane reads a contiguous row of them,
///                        or if they are stored between each other
///     rows               unrolled
///     lanes              vectors
///
/// or the innermost of loops that carry values: lanes alone, `carrying` around.
struct RegisterTile {
  AffineNest nest;
  Target target;
  unsigned numOuter = 0, numSums = 0; ///< of loops
  bool hasRows = false;
  int64_t numRows = 1, numLanes = 0;
  /// Iterations of the last reduction that are executed together. Where some
  /// are missing, the loop stays.
  int64_t groupSize = 1;
  /// Whether each loop of reductions has an iteration when it is reached, so
  /// that accumulators are stored: always, after a branch, or unknown.
  enum class Entry { Always, Guarded, Unknown } entry = Entry::Always;
  SmallVector<Accumulator, 1> kept;
  SmallVector<affine::AffineForOp> carrying; ///< from outside to inside
  SmallVector<AccessForm> forms;             ///< of the nest's accesses
  TileTails tails;
  /// The products that are added in pairs of steps; none where the steps are
  /// executed one after the other.
  SmallVector<DotProduct> products;
  /// Those of them that become dot products: all or none.
  SmallVector<DotForm> dotForms;
  /// Which of their sums are computed before all tiles.
  std::optional<SharedSums> sharedSums;
  /// Buffers of which some elements must not be read.
  llvm::SmallDenseSet<Value> unreadable;

  std::optional<PlannedTile> planned; ///< what a plan states of all this

  /// Finds the tile that the innermost loops of `nest` are, or explains why
  /// they are none. The loops need not exist (`DigitLoops::describe`). With the
  /// default `queries` the tile is a function of `nest` and of the ops of its
  /// body alone. Cost: linear in accesses, lanes and steps. Does not find which
  /// sums tiles share.
  static FailureOr<RegisterTile> make(AffineNest nest, const Target &target,
                                      llvm::SmallDenseSet<Value> unreadable,
                                      TileQueries &queries,
                                      VectorRefusal &refusal,
                                      std::optional<PlannedTile> planned = {});

  /// Finds what becomes of the nest or explains why it stays. A nest with a
  /// plan, `planned`, is executed as that states, or not at all. Does not
  /// change the program. Cost: a query of dependences for each two accesses.
  static FailureOr<RegisterTile>
  read(affine::AffineForOp root, const Target &target, IntegerFacts &facts,
       Dependences &dependences, const UnreadableBuffers &unreadable,
       VectorRefusal &refusal, std::optional<PlannedTile> planned = {});

  /// Returns true if no plan excludes a loop of this role.
  bool mayHave(LoopRole role) const { return !planned || planned->has(role); }
  /// Returns true if no plan excludes the instruction.
  bool mayUse(StringRef instruction) const {
    return !planned || planned->permitsDot(instruction);
  }
  bool isCarried() const { return !carrying.empty(); }
  /// Returns true if there are steps, but no reduction.
  bool storesInGroup() const { return numSums && kept.empty(); }
  /// Returns into how many partial sums the steps are added.
  int64_t getNumPairs() const {
    return products.empty() || !dotForms.empty() ? 1 : groupSize / 2;
  }
  /// Returns true if a store is of all steps together.
  bool interleavesStores() const;

  // The loops, by number.
  unsigned getGroup() const { return numOuter + numSums - 1; }
  unsigned getRows() const { return nest.loops.size() - 2; }
  unsigned getLanes() const { return nest.loops.size() - 1; }
  /// Returns the registers that so many lanes of one row of a nest take, of the
  /// widest element.
  static int64_t countRegisters(const AffineNest &nest, const Target &target,
                                int64_t numLanes) {
    return llvm::divideCeil(
        numLanes, std::max(1u, target.vectorBits / nest.getElementBits()));
  }
  int64_t getRegistersOfRow() const {
    return countRegisters(nest, target, numLanes);
  }
  /// Returns the outermost loop that is replaced.
  affine::AffineForOp getRoot() const {
    return isCarried() ? carrying.front() : nest.loops[numOuter];
  }

  const AccessForm &getForm(const AffineNest::Access &access) const {
    return forms[&access - nest.accesses.data()];
  }
  AccessForm &getForm(const AffineNest::Access &access) {
    return forms[&access - nest.accesses.data()];
  }
  /// Prints roles, tails, accumulators, the form of each access and products.
  void print(llvm::raw_ostream &os) const;

  /// Returns null if `op` is no access of the nest.
  const AccessForm *findForm(Operation *op) const;
  /// Returns the accumulator that `op` loads or stores, if it does.
  std::optional<unsigned> getKept(Operation *op) const;
  /// `op` is an access of the nest.
  const AffineNest::Access &getAccess(Operation *op) const;
};

/// Finds which rows, lanes and steps tiles may lack, and how partial tiles run,
/// from the other fields of `tile`.
TileTails findTileTails(const RegisterTile &tile);

/// Makes the iterations of the last reduction of `tile` steps where they are
/// contiguous in an access: between lanes, or in a row of each lane. Sets their
/// number, the forms of accesses and the products. Returns false, and changes
/// nothing, where they are not, or where which lanes exist depends on them.
bool findSteps(RegisterTile &tile);

/// Makes each iteration of the last reduction a step of its own again.
void dropSteps(RegisterTile &tile);

/// Returns true if `store` goes to the `size` steps of a lane, the iterations
/// of the loop `steps`, and then to those of the next lane.
bool mayInterleave(const RegisterTile &tile, const AffineNest::Access &store,
                   unsigned steps, int64_t size);

/// Replaces the loops by vector code. Cannot fail.
void applyRegisterTile(RegisterTile &tile);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_REGISTERTILE_H
