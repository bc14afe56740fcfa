//===- LoopRangeNarrowing.cpp - Narrowing loop bounds ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRange.h"

#include "Layout/IR/IntegerConstants.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

bool LoopRange::narrowAffine(const IntegerFacts &facts, const LoopBound &bound,
                             bool isLower) {
  SmallVector<Value> operands;
  AffineExpr expr = bindVariables(facts, bound, operands);
  return addBound(cast<affine::AffineForOp>(loop), isLower, expr, operands);
}

/// Returns the number in the range of `type` that is nearest to `value`: a
/// bound beyond the type excludes no number, or all.
static int64_t clampTo(Type type, int64_t value) {
  if (type.isIndex())
    return value;
  unsigned width = type.getIntOrFloatBitWidth();
  return std::clamp(value, llvm::minIntN(width), llvm::maxIntN(width));
}

/// Returns true if `taken` is the same number as `value`, which was built anew,
/// perhaps by several ops.
static bool isSame(Value taken, Value value) {
  Operation *one = taken.getDefiningOp(), *other = value.getDefiningOp();
  if (taken == value)
    return true;
  return one && other && isPure(one) &&
         OperationEquivalence::isEquivalentTo(
             one, other, [](Value a, Value b) { return success(isSame(a, b)); },
             /*markEquivalent=*/nullptr,
             OperationEquivalence::Flags::IgnoreLocations);
}

/// Erases the ops between `first`, null for the beginning of the block, and
/// `last` which nothing uses.
static void eraseUnusedBetween(Operation *first, Operation *last) {
  for (Operation *op = last->getPrevNode(); op != first;) {
    Operation *before = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
    op = before;
  }
}

static bool isMinMax(Operation *op, bool takesLarger) {
  return takesLarger ? isa_and_nonnull<arith::MaxSIOp>(op)
                     : isa_and_nonnull<arith::MinSIOp>(op);
}

/// Returns true if `value` is one of the numbers of which `bound` is the
/// largest, or the smallest. Does not look through casts, nor through the
/// smallest of the largest: the numbers there need not be a bound.
static bool isTaken(Value bound, Value value, bool takesLarger) {
  for (; isMinMax(bound.getDefiningOp(), takesLarger);
       bound = bound.getDefiningOp()->getOperand(0))
    if (isSame(bound.getDefiningOp()->getOperand(1), value))
      return true;
  return false;
}

/// Returns the same for a bound of an integer type of a fixed width, in the
/// form in which `narrowScf` writes it: the maximum (or minimum) with each
/// number is clamped to the other bound, `opposite`, and cast back.
static bool isTakenWithin(Value bound, Value value, Value opposite,
                          bool takesLarger) {
  while (auto fit = bound.getDefiningOp<arith::IndexCastOp>()) {
    Operation *kept = fit.getIn().getDefiningOp();
    if (!isMinMax(kept, !takesLarger) || kept->getOperand(1) != opposite)
      return false;
    Operation *taken = kept->getOperand(0).getDefiningOp();
    if (!isMinMax(taken, takesLarger))
      return false;
    if (isSame(taken->getOperand(1), value))
      return true;
    auto old = taken->getOperand(0).getDefiningOp<arith::IndexCastOp>();
    if (!old)
      return false;
    bound = old.getIn();
  }
  return false;
}

/// Collects all numbers that `bound` may be the maximum (or minimum) of, also
/// through casts and clamps. It may find some that are not: use it only where
/// more numbers do no harm.
static void collectTaken(Value bound, bool takesLarger,
                         SmallVectorImpl<Value> &taken) {
  SmallVector<Value> open{bound};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!isa_and_nonnull<arith::IndexCastOp, arith::MaxSIOp, arith::MinSIOp>(
            op) ||
        !seen.insert(op).second)
      continue;
    llvm::append_range(open, op->getOperands());
    if (isMinMax(op, takesLarger))
      llvm::append_range(taken, op->getOperands());
  }
}

bool LoopRange::isCutOff(Operation *first, Operation *second) {
  auto one = dyn_cast<scf::ForOp>(first), other = dyn_cast<scf::ForOp>(second);
  if (!one || !other)
    return false;
  SmallVector<Value> ends, starts;
  collectTaken(one.getUpperBound(), /*takesLarger=*/false, ends);
  collectTaken(other.getLowerBound(), /*takesLarger=*/true, starts);
  return llvm::any_of(ends, [&](Value end) {
    return llvm::any_of(starts,
                        [&](Value start) { return isSame(end, start); });
  });
}

bool LoopRange::narrowScf(const IntegerFacts &facts, const LoopBound &newBound,
                          bool isLower) {
  auto loop = cast<scf::ForOp>(this->loop);
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  OpOperand &bound =
      isLower ? loop.getLowerBoundMutable() : loop.getUpperBoundMutable();
  // Two constants are compared here and now. Otherwise a minimum or maximum is
  // built, unless the bound is one with the same number already: without that
  // test, each run of a pass would add one.
  Type type = bound.get().getType();
  std::optional<int64_t> old = getConstantNumber(bound.get());
  if (auto constant = dyn_cast<AffineConstantExpr>(newBound.expr);
      constant && old) {
    int64_t value = isLower ? std::max(*old, constant.getValue())
                            : std::min(*old, constant.getValue());
    if (value != *old)
      bound.set(arith::ConstantOp::create(
          builder, loc, getNumberAttr(type, clampTo(type, value))));
    return value != *old;
  }
  SmallVector<Value> operands;
  AffineExpr expr = bindVariables(facts, newBound, operands);
  AffineMap map = AffineMap::get(operands.size(), 0, expr);
  Operation *before = loop->getPrevNode();
  Value value = layout::buildIndex(builder, loc, map, operands);
  if (type.isIndex() && isTaken(bound.get(), value, isLower)) {
    eraseUnusedBetween(before, loop);
    return false;
  }
  auto narrow = [&](Value one, Value other, bool takesLarger) -> Value {
    if (takesLarger)
      return arith::MaxSIOp::create(builder, loc, one, other);
    return arith::MinSIOp::create(builder, loc, one, other);
  };
  if (type.isIndex()) {
    bound.set(narrow(bound.get(), value, isLower));
    return true;
  }
  // In `index`, and clamped to the other bound before the cast back: between
  // both bounds a number fits the type. A loop that this makes empty stays
  // empty.
  Value opposite =
      buildIndex(isLower ? loop.getUpperBound() : loop.getLowerBound());
  if (isTakenWithin(bound.get(), value, opposite, isLower)) {
    eraseUnusedBetween(before, loop);
    return false;
  }
  value = narrow(buildIndex(bound.get()), value, isLower);
  value = narrow(value, opposite, !isLower);
  bound.set(arith::IndexCastOp::create(builder, loc, type, value));
  return true;
}

bool LoopRange::narrow(const IntegerFacts &facts, const LoopBound &bound,
                       bool isLower) {
  if (isa<affine::AffineForOp>(loop))
    return narrowAffine(facts, bound, isLower);
  return narrowScf(facts, bound, isLower);
}
