//===- Dependences.h - Dependences of executions ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two executions of accesses depend on each other if they may touch the same
// element and one of them writes. A program may be rewritten to any order that
// keeps all such pairs in theirs. An order is a *schedule*: each access has a
// list of integer expressions, and what has the lexicographically smaller list
// comes first.
//
//     for %i { B[%i] = 0             (i, -1)     now (0, i)
//       for %k { B[%i] += A[%k] } }  (i, 0, k)   now (1, k, i)
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_DEPENDENCE_DEPENDENCES_H
#define LAYOUT_ANALYSIS_DEPENDENCE_DEPENDENCES_H

#include "Layout/Analysis/Accesses/AccessRelation.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <memory>
#include <vector>

namespace mlir::layout {

class BufferAliases;
class PairOfExecutions;
class ValueNames;

/// A store of what was loaded from the same element, combined with other values
/// by one associative and commutative operation: B[i] = B[i] + x.
///
/// Executions of it on one element may change places. A load and a store of one
/// execution stay together, since no other execution comes between them.
struct Reduction {
  Operation *load = nullptr, *store = nullptr;
  SmallVector<Operation *, 2> combiners;
  /// The first that may not be reordered without `reassoc`; null: all may.
  Operation *inexact = nullptr;
  /// Combiners whose flags exclude wrap-around, infinities or NaNs: true of the
  /// intermediate results in the order of the program only.
  bool hasOrderedFlags() const;
};

/// The reduction whose store is `store`; nullopt if it is none.
std::optional<Reduction> matchReduction(Operation *store, IntegerFacts &facts,
                                        bool reassociate);

/// What one op does to one buffer, or to any memory.
struct MemoryAccess {
  Operation *op = nullptr;
  Value buffer; ///< null: any memory
  bool isRead = true, isWrite = true;
  /// Which elements, over the variables of the facts, lane l being symbol l.
  /// Null: any.
  std::shared_ptr<const AccessRelation> elements = {};

  /// Of an access to one element of `buffer`, its index, a null coordinate not
  /// being known. Nullopt: several, or any.
  std::optional<SmallVector<AffineExpr>> getIndex() const;
};

/// An access in `nest` with its time in the program and in the one to be made
/// of it. Accesses with equal times keep their order.
struct ScheduledAccess {
  MemoryAccess access;
  Operation *nest = nullptr;
  SmallVector<AffineExpr> before, after;
};

/// Answers of `Dependences::keepOrder`.
struct OrderAnswer {
  /// A `No` reads "iteration %i = 1 reads %A[0] that iteration %i = 0 wrote".
  Decision decision;
  /// Set if the order changes in a reduction only: the op that `reassoc` would
  /// be needed on.
  Operation *needsReassociation = nullptr;
  /// Reductions whose order changes and that must lose their flags against
  /// wrap-around.
  SmallVector<Reduction> losesFlags;
};

/// Dependences within the nests of one function.
///
/// Exact for affine indices, conditions and bounds as `IntegerFacts` reads
/// them, of single elements, vectors and linalg ops (`AccessRelation`); what it
/// cannot read may have any value, so that a dependence may be seen where there
/// is none, never the other way. The contents of memory are
/// not looked at. Loops that are executed in parallel have no order of their
/// own. Work is bounded by `maxPairs`, and per pair by `maxSystems` emptiness
/// queries and `maxWork` in them; beyond that the answer is Unknown.
///
/// Goes stale when the function changes.
class Dependences {
public:
  static constexpr unsigned maxPairs = 2048;
  static constexpr unsigned maxSystems = 128;
  static constexpr size_t maxWork = 40000;

  /// With `reassociate`, sums of floating-point numbers may be reordered.
  Dependences(Operation *function, IntegerFacts &facts, const BufferFlow &flow,
              bool reassociate);
  ~Dependences();

  /// All accesses to memory in `op`, itself included, in the order of the text.
  const std::vector<MemoryAccess> &getAccesses(Operation *op);

  /// Decides whether each pair of executions that depend on each other has the
  /// same order before and after. All nests must be in one block, or be one.
  OrderAnswer keepOrder(ArrayRef<ScheduledAccess> accesses);

  /// Decides whether each execution of `first` that comes before one of
  /// `second`, and touches the same element while one of them writes, still
  /// comes first, or at the same time. Unlike in `keepOrder`, reductions have
  /// no exemption.
  Decision keepPair(const ScheduledAccess &first,
                    const ScheduledAccess &second);

  /// Decides whether executions in `nest` that depend on each other agree in
  /// all of `times`. If so, iterations that differ in `times` may be
  /// interchanged or executed together. Yes is a proof; No has two that differ
  /// and depend on each other. Null times are not known.
  Decision dependOnlyAtSame(Operation *nest, ArrayRef<AffineExpr> times);

  /// Decides whether an access in `first` and one in `second`, in one iteration
  /// of the loops around both, may touch the same element while one of them
  /// writes. No is a proof; Yes has the witness.
  Decision mayInterfere(Operation *first, Operation *second);

private:
  void addAccesses(Operation *op, std::vector<MemoryAccess> &accesses);
  void addByEffects(MemoryEffectOpInterface op,
                    std::vector<MemoryAccess> &accesses);
  bool mayTouchSame(const MemoryAccess &a, const MemoryAccess &b);
  bool meetOnlyAtSame(const MemoryAccess &a, const MemoryAccess &b,
                      Operation *nest, ArrayRef<AffineExpr> times);
  Decision findInterference(Operation *first, Operation *second);
  Decision isPairKept(const ScheduledAccess &first,
                      const ScheduledAccess &second);
  Decision find(const ScheduledAccess &first, const ScheduledAccess &second,
                llvm::function_ref<Truth(PairOfExecutions &)> ask);

  IntegerFacts &facts;
  const BufferFlow &flow;
  std::unique_ptr<BufferAliases> aliases;
  bool reassociate;
  std::unique_ptr<ValueNames> names;
  llvm::DenseMap<Operation *, std::unique_ptr<std::vector<MemoryAccess>>>
      accessesOf;
  llvm::DenseMap<std::pair<Operation *, Operation *>, Decision> interference;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_DEPENDENCE_DEPENDENCES_H
