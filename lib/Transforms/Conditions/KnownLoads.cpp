//===- KnownLoads.cpp - Loads of known contents ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownLoads.h"

#include "Layout/IR/AffineIndices.h"
#include "Layout/IR/ScalarAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

KnownContents *KnownLoads::getContents(Operation *load) {
  // Loads come function by function, so that only the last one is kept.
  Operation *around = load->getParentOfType<FunctionOpInterface>();
  if (around != function) {
    function = around;
    contents = function
                   ? std::make_unique<KnownContents>(function, facts, calls)
                   : nullptr;
  }
  return contents.get();
}

std::optional<SimplifyPlan::KnownLoad> KnownLoads::plan(Operation *load,
                                                        Contents &known) {
  KnownContents *all = getContents(load);
  if (!all)
    return std::nullopt;
  known = all->getContents(load);
  SimplifyPlan::KnownLoad planned{load, {}, {}, {}, {}};
  switch (known.kind) {
  case Contents::Kind::Constant:
    planned.constant = known.constant;
    if (known.value && matchPattern(known.value, m_Constant()))
      planned.value = known.value;
    return planned;
  case Contents::Kind::Value:
    planned.value = known.value;
    return planned;
  case Contents::Kind::Number:
    if (planNumber(known.number, planned))
      return planned;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Writes `number` as an affine map of index values. Returns false if it
/// depends on a value that cannot be an operand of `affine.apply`.
bool KnownLoads::planNumber(AffineExpr number, SimplifyPlan::KnownLoad &load) {
  DenseMap<AffineExpr, AffineExpr> renumbered;
  bool isAffine = true;
  number.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    if (!dim || renumbered.contains(dim))
      return;
    Value value = facts.getVariable(dim.getPosition());
    isAffine &= value && value.getType().isIndex() &&
                mayBeAffineDim(value, affine::getAffineScope(load.load));
    renumbered[dim] =
        getAffineDimExpr(load.operands.size(), number.getContext());
    load.operands.push_back(value);
  });
  if (isAffine)
    load.number =
        AffineMap::get(load.operands.size(), 0, number.replace(renumbered));
  return isAffine;
}

/// The one variable of a condition that is what a load reads; none or several
/// yield nothing. The others must be there at the load.
std::optional<unsigned> KnownLoads::findLoaded(const Condition &condition) {
  std::optional<unsigned> loaded;
  SmallVector<Value> others;
  bool isOne = true;
  for (const Conjunction &conjunction : condition.getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      constraint.expr.walk([&](AffineExpr part) {
        auto dim = dyn_cast<AffineDimExpr>(part);
        if (!dim)
          return;
        unsigned variable = dim.getPosition();
        Value value = facts.getVariable(variable);
        Operation *op = value ? value.getDefiningOp() : nullptr;
        if (!op || !isScalarLoad(op)) {
          others.push_back(value);
          return;
        }
        isOne &= !loaded || *loaded == variable;
        loaded = variable;
      });
  // With two unknown loads, no condition on one of them follows.
  if (!loaded || !isOne || facts.getVariable(*loaded).getType().isInteger(1))
    return std::nullopt;
  Operation *load = facts.getVariable(*loaded).getDefiningOp();
  bool areThere = llvm::all_of(others, [&](Value value) {
    return value && dominance.properlyDominates(value, load);
  });
  return areThere ? loaded : std::nullopt;
}

std::optional<bool> KnownLoads::decide(const Condition &condition) {
  std::optional<unsigned> loaded = findLoaded(condition);
  if (!loaded)
    return std::nullopt;
  Operation *load = facts.getVariable(*loaded).getDefiningOp();
  KnownContents *known = getContents(load);
  std::optional<Elements> elements =
      known ? known->getElements(load) : std::nullopt;
  // Without the negation, only "always true" could be decided.
  std::optional<Condition> negation = condition.negate();
  if (!elements || !negation)
    return std::nullopt;
  if (known->satisfies(*elements, load, condition, *loaded).isYes())
    return true;
  if (known->satisfies(*elements, load, *negation, *loaded).isYes())
    return false;
  return std::nullopt;
}
