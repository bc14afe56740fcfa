//===- VectorBand.h - Loops that become vector code -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_VECTORBAND_H
#define LIB_TRANSFORMS_VECTORIZE_VECTORBAND_H

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Analysis/Target/Target.h"
#include "Transforms/Support/SumGroups.h"

namespace mlir::layout {

class UnreadableBuffers;

/// The innermost loops of a nest, and what becomes of them:
///
///     outer loops        stay
///     sums               loops around which stored elements stay the same;
///                        the elements are in registers meanwhile. The last may
///                        be a group, whose iterations are executed at once.
///                        Without sums one loop may be there for its group,
///                        if lanes read its iterations in rows of their own,
///                        or have them between each other; then nothing is
///                        kept, and each iteration stores
///     rows               unrolled
///     lanes              vectors
struct VectorBand {
  AffineNest nest;
  unsigned numOuter = 0, numSums = 0;
  bool hasRows = false;
  int64_t numRows = 1, numLanes = 0;
  Target target;
  /// Stores whose element is kept over the sums, with a load of it.
  struct Kept {
    unsigned load, store; ///< numbers of accesses
  };
  SmallVector<Kept> kept;
  /// Iterations of the last loop of sums if it is a group; else 1. A group that
  /// lacks some is executed as the loop that it is.
  int64_t groupSize = 1;
  bool isGroupFull = true; ///< in all iterations
  /// What is added up by the pair in a group; none where each iteration of it
  /// is executed after the other.
  SmallVector<DotProduct> products;
  /// How these are built as dot products of bytes, if they are.
  SmallVector<DotForm> dotForms;
  /// Loads of which each lane has the group in a row of its own.
  llvm::SmallPtrSet<Operation *, 4> blocksOfRows;
  /// Stores of a group without sums whose iterations lie side by side, and then
  /// those of the next lane.
  llvm::SmallPtrSet<Operation *, 4> interleavedStores;
  /// Stores of which each lane goes to the element in front of the last one's.
  llvm::SmallPtrSet<Operation *, 4> reversedStores;
  /// Accesses that ask for what the next iteration of a loop touches
  /// (TilePrefetch.h); behind the last one that is the first of the next
  /// iteration of the loop around it, if that follows in memory.
  struct Prefetch {
    unsigned loop;
    std::optional<int64_t> tripCount; ///< of the loop, if one follows behind it
  };
  llvm::SmallDenseMap<Operation *, Prefetch> prefetched;
  /// Conditions of rows and lanes that are not met in every tile; which depend
  /// on the loops of sums.
  bool isPartial = false, dependsOnSums = false;
  /// There is an iteration of the loops of sums, so that something is stored.
  bool sumsRun = true;
  /// A branch asks for it, behind which `sumsRun` holds.
  bool guardsSums = false;
  /// Rows and lanes that do not exist may be computed, and left out of stores.
  bool mayComputeAll = false;
  /// Lanes that do not exist may be, in rows that do.
  bool mayComputeLanes = false;
  /// Rows of a tile that lacks rows or lanes are computed several at once, as
  /// which ones lack is known only when the program runs, and is the same in
  /// all sums, and of lanes in all rows.
  bool hasRowParts = false;
  /// Some tile lacks lanes.
  bool lacksLanes = false;
  /// Buffers of which some elements must not even be read.
  llvm::SmallDenseSet<Value> unreadable;
  /// No op of the body may end the program, whatever it is computed from.
  bool mayBeSpeculated = false;

  /// Is there a group, but no sum?
  bool storesInGroup() const { return numSums && kept.empty(); }
  /// Parts in which a sum is kept over the groups.
  int64_t getNumPairs() const {
    return products.empty() || !dotForms.empty() ? 1 : groupSize / 2;
  }
  unsigned getGroup() const { return numOuter + numSums - 1; }
  std::optional<GroupAccess>
  getGroupAccess(const AffineNest::Access &access) const {
    return findGroupAccess(access.map,
                           cast<MemRefType>(access.buffer.getType()),
                           getLanes(), getGroup());
  }

  /// Does the access go to the group of one lane, then of the next?
  bool isInterleaved(const AffineNest::Access &access) const;

  /// The element of which `op` is an access, if it is kept in a register.
  std::optional<unsigned> getKept(Operation *op) const;
  /// `op` is one of the accesses of the nest.
  const AffineNest::Access &getAccess(Operation *op) const;

  unsigned getLanes() const { return nest.loops.size() - 1; }
  unsigned getRows() const { return nest.loops.size() - 2; }
  /// The outermost loop that is replaced.
  affine::AffineForOp getRoot() const { return nest.loops[numOuter]; }
};

/// Why a nest stays as it is.
struct VectorRefusal {
  std::string reason, text;

  LogicalResult operator()(StringRef reason, const Twine &text) {
    this->reason = reason.str();
    this->text = text.str();
    return failure();
  }
};

/// Reads only.
FailureOr<VectorBand> planVectorBand(affine::AffineForOp root,
                                     const Target &target, IntegerFacts &facts,
                                     Dependences &dependences,
                                     const UnreadableBuffers &unreadable,
                                     VectorRefusal &refusal);

/// Cannot fail.
void applyVectorBand(VectorBand &band);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_VECTORBAND_H
