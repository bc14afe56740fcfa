//===- DependencesReductions.cpp - Reductions among dependences -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Dependence/Dependences.h"

#include "Layout/Analysis/Values/Poison.h"
#include "Layout/IR/ScalarAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Operations that may be mixed in one reduction.
enum class CombinerKind {
  Sum,
  Product,
  And,
  Or,
  Xor,
  MinS,
  MaxS,
  MinU,
  MaxU,
  FloatSum,
  FloatProduct,
  Minimum,
  Maximum,
  MinNum,
  MaxNum
};

} // namespace

static std::optional<CombinerKind> getKind(Operation *op) {
  using Kind = CombinerKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddIOp, arith::SubIOp>([](auto) { return Kind::Sum; })
      .Case<arith::MulIOp>([](auto) { return Kind::Product; })
      .Case<arith::AndIOp>([](auto) { return Kind::And; })
      .Case<arith::OrIOp>([](auto) { return Kind::Or; })
      .Case<arith::XOrIOp>([](auto) { return Kind::Xor; })
      .Case<arith::MinSIOp>([](auto) { return Kind::MinS; })
      .Case<arith::MaxSIOp>([](auto) { return Kind::MaxS; })
      .Case<arith::MinUIOp>([](auto) { return Kind::MinU; })
      .Case<arith::MaxUIOp>([](auto) { return Kind::MaxU; })
      .Case<arith::AddFOp, arith::SubFOp>([](auto) { return Kind::FloatSum; })
      .Case<arith::MulFOp>([](auto) { return Kind::FloatProduct; })
      .Case<arith::MinimumFOp>([](auto) { return Kind::Minimum; })
      .Case<arith::MaximumFOp>([](auto) { return Kind::Maximum; })
      .Case<arith::MinNumFOp>([](auto) { return Kind::MinNum; })
      .Case<arith::MaxNumFOp>([](auto) { return Kind::MaxNum; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Returns true if the order of such operations changes the result: if numbers
/// are rounded, and for `minnum`, which may yield either zero.
static bool isInexact(Operation *op) {
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::MinNumFOp,
           arith::MaxNumFOp>(op))
    return false;
  auto flags = cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr();
  return !arith::bitEnumContainsAll(flags.getValue(),
                                    arith::FastMathFlags::reassoc);
}

/// Where a load or a store of one element goes; an index is null where it is
/// not affine.
static SmallVector<AffineExpr> getIndex(OpOperand &accessed,
                                        IntegerFacts &facts) {
  OperandAccess place = getAccess(accessed);
  return llvm::map_to_vector(place.map.getResults(), [&](AffineExpr result) {
    return facts.express(result, place.map.getNumDims(), place.operands);
  });
}

/// Returns true if the loaded element is the one that is stored. Needs the
/// facts, so buffers are compared first.
static bool areSameElement(Operation *store, Operation *load,
                           IntegerFacts &facts) {
  OpOperand &stored = *getScalarAccess(store), &loaded = *getScalarAccess(load);
  if (stored.get() != loaded.get())
    return false;
  SmallVector<AffineExpr> index = getIndex(stored, facts);
  return !llvm::is_contained(index, AffineExpr()) &&
         index == getIndex(loaded, facts);
}

namespace {

class ReductionMatcher {
public:
  ReductionMatcher(Operation *store, IntegerFacts &facts, bool reassociate)
      : store(store), facts(facts), reassociate(reassociate) {}

  std::optional<Reduction> match() {
    result.store = store;
    Operation *last = store->getOperand(0).getDefiningOp();
    if (!last)
      return std::nullopt;
    kind = getKind(last);
    if (!kind || !leadsToLoad(last, 0))
      return std::nullopt;
    return result;
  }

private:
  /// Returns true if one operand, through further combiners, comes from the
  /// element.
  bool leadsToLoad(Operation *op, unsigned depth) {
    constexpr unsigned maxDepth = 8;
    // The depth bounds the work: one more is as good.
    if (depth > maxDepth || op->getBlock() != store->getBlock() ||
        !op->hasOneUse())
      return false;
    if (isScalarLoad(op)) {
      // Compares elements by facts, which is why buffers were compared first.
      if (depth == 0 || !areSameElement(store, op, facts))
        return false;
      result.load = op;
      return true;
    }
    if (getKind(op) != kind)
      return false;
    // What is subtracted is no part of the sum.
    unsigned numOperands = isa<arith::SubIOp, arith::SubFOp>(op) ? 1 : 2;
    for (Value operand : op->getOperands().take_front(numOperands)) {
      Operation *source = operand.getDefiningOp();
      if (!source || !leadsToLoad(source, depth + 1))
        continue;
      result.combiners.push_back(op);
      if (!reassociate && !result.inexact && isInexact(op))
        result.inexact = op;
      return true;
    }
    return false;
  }

  Operation *store;
  IntegerFacts &facts;
  bool reassociate;
  std::optional<CombinerKind> kind;
  Reduction result;
};

} // namespace

std::optional<Reduction> layout::matchReduction(Operation *store,
                                                IntegerFacts &facts,
                                                bool reassociate) {
  if (!isScalarStore(store))
    return std::nullopt;
  return ReductionMatcher(store, facts, reassociate).match();
}

bool Reduction::hasOrderedFlags() const {
  return llvm::any_of(combiners, [](Operation *op) {
    return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AddFOp,
               arith::SubFOp, arith::MulFOp>(op) &&
           hasPoisonFlags(op);
  });
}
