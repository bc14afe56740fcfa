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
    const std::vector<MemoryAccess> &accesses = dependences.getAccesses(root);
    for (const MemoryAccess &first : accesses)
      for (const MemoryAccess &second : accesses) {
        bool isOfAccumulator = first.buffer == second.buffer &&
                               band.getKept(first.op) &&
                               !band.getKept(second.op);
        if ((isOfAccumulator || !onlyOfAccumulators) &&
            failed(checkPair(first, second)))
          return failure();
      }
    return success();
  }

private:
  using Times = SmallVector<AffineExpr>;

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
  AffineExpr getPosition(Operation *op) const {
    Block *body = nest.getBody();
    return getNumber(op->getBlock() == body
                         ? std::distance(body->begin(), op->getIterator())
                         : 0);
  }

  LogicalResult checkPair(const MemoryAccess &first,
                          const MemoryAccess &second) {
    std::optional<unsigned> isFirstKept = band.getKept(first.op),
                            isSecondKept = band.getKept(second.op);
    ScheduledAccess one{first, root, {}, {}}, other{second, root, {}, {}};
    if (isFirstKept && isFirstKept == isSecondKept) {
      // No element belongs to two rows or lanes: whatever comes first in the
      // block would come last.
      Times reversed = outer;
      for (AffineExpr variable : block)
        reversed.push_back(-variable);
      one.before = other.before = concat(outer, block);
      one.after = other.after = reversed;
    } else if (isFirstKept || isSecondKept) {
      // They never meet while it is kept.
      one.before = concat(outer, getNumber(0));
      other.before = concat(outer, getNumber(1));
      one.after = other.before;
      other.after = one.before;
    } else {
      Times iteration = concat(concat(outer, sums), block);
      Times tile = concat(outer, sums);
      AffineExpr a = getPosition(first.op), b = getPosition(second.op);
      one.before = concat(iteration, a);
      other.before = concat(iteration, b);
      one.after = concat(concat(tile, a), block);
      other.after = concat(concat(tile, b), block);
    }
    if (failed(checkKept(one, other)))
      return failure();
    std::optional<int64_t> step = getStep(first.op),
                           otherStep = getStep(second.op);
    if (!band.storesInGroup() || !(step || otherStep))
      return success();
    moveTo(one, step);
    moveTo(other, otherStep);
    return checkKept(one, other);
  }

  /// Returns the step in which an access is executed for all steps: stores in
  /// the last one. Loads are executed in the first one, at their place in the
  /// body, which is between their own place and one before the first step; both
  /// are checked. Nullopt: each step executes its own.
  std::optional<int64_t> getStep(Operation *op) const {
    const AccessForm *form = band.findForm(op);
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
