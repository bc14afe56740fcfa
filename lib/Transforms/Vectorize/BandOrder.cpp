//===- BandOrder.cpp - The order of accesses in a band --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BandOrder.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class BandOrder {
public:
  /// `variables` are those of the loops of the nest.
  BandOrder(const RegisterTile &band, Operation *root,
            ArrayRef<AffineExpr> variables, Dependences &dependences,
            VectorRefusal &refusal)
      : band(band), nest(band.nest), root(root), variables(variables),
        dependences(dependences), refuse(refusal) {}

  /// Checks all pairs of accesses, or those of an accumulator and another
  /// access to its buffer.
  LogicalResult check(bool onlyOfAccumulators) {
    if (llvm::is_contained(variables, AffineExpr()))
      return refuse("order", "the variables of the loops are not affine");
    divideVariables();
    SmallVector<BandAccess> accesses;
    for (const MemoryAccess &access : dependences.getAccesses(root))
      accesses.push_back(place(access));
    for (const BandAccess &first : accesses)
      for (const BandAccess &second : accesses) {
        bool isOfAccumulator = first.access.buffer == second.access.buffer &&
                               first.kept && !second.kept;
        if ((isOfAccumulator || !onlyOfAccumulators) &&
            failed(checkPair(first, second)))
          return failure();
      }
    return success();
  }

private:
  using Times = SmallVector<AffineExpr>;

  /// Found once per access, not once per pair.
  struct BandAccess {
    const MemoryAccess &access;
    std::optional<unsigned> kept; ///< the number of its accumulator
    AffineExpr position;          ///< in the body of the nest
    std::optional<int64_t> step;  ///< see `getStep`
  };

  void divideVariables() {
    outer.assign(variables.take_front(band.numOuter));
    sums.assign(variables.slice(band.numOuter, band.numSums));
    block.assign(variables.drop_front(band.numOuter + band.numSums));
  }

  static Times concat(Times a, ArrayRef<AffineExpr> b) {
    a.append(b.begin(), b.end());
    return a;
  }

  AffineExpr getNumber(int64_t number) const {
    return getAffineConstantExpr(number, nest.getContext());
  }

  BandAccess place(const MemoryAccess &access) {
    if (formOf.empty()) {
      for (auto [its, form] : llvm::zip_equal(nest.accesses, band.forms))
        formOf[its.op] = &form;
      for (auto [position, op] : llvm::enumerate(*nest.getBody()))
        positionOf[&op] = position;
    }
    const AccessForm *form = formOf.lookup(access.op);
    return {access, form ? form->accumulator : std::nullopt,
            getNumber(positionOf.lookup(access.op)), getStep(access.op, form)};
  }

  LogicalResult checkPair(const BandAccess &first, const BandAccess &second) {
    ScheduledAccess one{first.access, root, {}, {}},
        other{second.access, root, {}, {}};
    if (first.kept && first.kept == second.kept) {
      // No element belongs to two rows or lanes: whatever comes first in the
      // block would come last.
      Times reversed = outer;
      for (AffineExpr variable : block)
        reversed.push_back(-variable);
      one.before = other.before = concat(outer, block);
      one.after = other.after = reversed;
    } else if (first.kept || second.kept) {
      // They never meet while it is kept.
      one.before = concat(outer, getNumber(0));
      other.before = concat(outer, getNumber(1));
      one.after = other.before;
      other.after = one.before;
    } else {
      Times iteration = concat(concat(outer, sums), block);
      Times tile = concat(outer, sums);
      one.before = concat(iteration, first.position);
      other.before = concat(iteration, second.position);
      one.after = concat(concat(tile, first.position), block);
      other.after = concat(concat(tile, second.position), block);
    }
    if (failed(checkKept(one, other)))
      return failure();
    if (!band.storesInGroup() || !(first.step || second.step))
      return success();
    moveTo(one, first.step);
    moveTo(other, second.step);
    return checkKept(one, other);
  }

  /// Returns the step in which an access is executed for all steps: stores in
  /// the last one. Loads are executed in the first one, at their place in the
  /// body, which is between their own place and one before the first step; both
  /// are checked. Nullopt: each step executes its own.
  std::optional<int64_t> getStep(Operation *op, const AccessForm *form) const {
    if (!form || form->steps == AccessForm::Steps::Single)
      return std::nullopt;
    return isa<affine::AffineStoreOp>(op) ? band.groupSize - 1 : -1;
  }

  void moveTo(ScheduledAccess &access, std::optional<int64_t> step) const {
    if (step)
      access.after =
          concat(concat(outer, getNumber(*step)),
                 ArrayRef(access.after).drop_front(outer.size() + 1));
  }

  LogicalResult checkKept(const ScheduledAccess &one,
                          const ScheduledAccess &other) {
    Decision kept = dependences.keepPair(one, other);
    if (kept.isYes())
      return success();
    return refuse(kept.isUnknown() ? "not-decided" : "order",
                  "iterations of the inner loops depend on each other: " +
                      kept.witness);
  }

  const RegisterTile &band;
  const AffineNest &nest;
  Operation *root;
  ArrayRef<AffineExpr> variables;
  Dependences &dependences;
  VectorRefusal &refuse;
  Times outer, sums, block;
  DenseMap<Operation *, const AccessForm *> formOf;
  DenseMap<Operation *, int64_t> positionOf; ///< of what is in the body itself
};

} // namespace

AffineExpr ProgramQueries::express(const AffineNest &nest, unsigned loop) {
  affine::AffineForOp its = nest.loops[loop];
  return facts.express(its.getInductionVar());
}

SmallVector<AffineExpr> ProgramQueries::expressAll(const AffineNest &nest) {
  return llvm::map_to_vector(
      llvm::seq<unsigned>(0, nest.loops.size()),
      [&](unsigned loop) { return express(nest, loop); });
}

bool ProgramQueries::isAlwaysEntered(const AffineNest &nest, unsigned loop) {
  return facts.isAlwaysEntered(nest.loops[loop]);
}

LogicalResult ProgramQueries::checkOrder(const RegisterTile &tile,
                                         VectorRefusal &refusal) {
  return BandOrder(tile, root, expressAll(tile.nest), dependences, refusal)
      .check(/*onlyOfAccumulators=*/false);
}

bool ProgramQueries::areKeptAlone(const RegisterTile &tile) {
  VectorRefusal refusal;
  return succeeded(
      BandOrder(tile, root, expressAll(tile.nest), dependences, refusal)
          .check(/*onlyOfAccumulators=*/true));
}
