//===- DataCondition.cpp - Where data lies among padding -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataCondition.h"
#include "DigitSum.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Adds `sum >= 0` or `sum == 0` unless ranges decide it.
static void addUnlessDecided(SmallVectorImpl<Constraint> &constraints,
                             const SumContext &sums, const Sum &sum,
                             bool isEquality) {
  if (sums.hasFailed())
    return;
  Interval range = sums.rangeOf(sum);
  if (range.low && *range.low >= 0 &&
      (!isEquality || (range.high && *range.high <= 0)))
    return;
  constraints.push_back({sums.write(sum), isEquality});
}

FailureOr<SmallVector<Constraint>>
mlir::layout::deriveDataCondition(AffineMap map, AffineMap inverse,
                                  const Box &from, const Box &to) {
  SumContext sums(getIndexRanges(to), getParameterRanges(to), to.getContext());
  SmallVector<Sum> index, limits;
  for (AffineExpr extent : from.getExtents())
    limits.push_back(sums.read(extent - 1));
  for (AffineExpr result : inverse.getResults())
    index.push_back(sums.read(result));
  SmallVector<Constraint> constraints;
  for (auto [value, limit] : llvm::zip_equal(index, limits)) {
    addUnlessDecided(constraints, sums, value, /*isEquality=*/false);
    addUnlessDecided(constraints, sums, sums.add(limit, value, -1),
                     /*isEquality=*/false);
  }
  sums.substituteDims(index);
  for (auto [r, result] : llvm::enumerate(map.getResults()))
    addUnlessDecided(constraints, sums,
                     sums.add(sums.read(result), sums.getDim(r), -1),
                     /*isEquality=*/true);
  if (sums.hasFailed())
    return failure();
  return constraints;
}

FailureOr<SmallVector<Constraint>>
mlir::layout::composeConstraints(ArrayRef<Constraint> constraints,
                                 AffineMap map, const Box &box) {
  SumContext sums(getIndexRanges(box), getParameterRanges(box),
                  box.getContext());
  SmallVector<Sum> results;
  for (AffineExpr result : map.getResults())
    results.push_back(sums.read(result));
  sums.substituteDims(results);
  SmallVector<Constraint> composed;
  for (const Constraint &constraint : constraints)
    addUnlessDecided(composed, sums, sums.read(constraint.expr),
                     constraint.isEquality);
  if (sums.hasFailed())
    return failure();
  return composed;
}

static void addConstraint(ConstraintSystem &system, const LinearForm &form,
                          bool isEquality) {
  if (isEquality)
    system.addZero(form);
  else
    system.addNonNegative(form);
}

/// Can `form` be below 0 (or, for an equality, other than 0) in `system`?
static bool canBeViolated(const ConstraintSystem &system,
                          const LinearForm &form, bool isEquality) {
  for (int sign : {1, -1}) {
    if (sign == -1 && !isEquality)
      continue;
    ConstraintSystem violated = system;
    violated.addNonNegative(form * llvm::DynamicAPInt(-sign) + -1);
    if (violated.isEmpty() != Truth::Yes)
      return true;
  }
  return false;
}

void mlir::layout::dropImplied(SmallVectorImpl<Constraint> &constraints,
                               const ConstraintSystem &context) {
  // Equalities that compare a place with its round trip are the dearest to
  // test at run time, so these are the first to go.
  SmallVector<Constraint> ordered;
  for (bool isEquality : {true, false})
    llvm::copy_if(constraints, std::back_inserter(ordered),
                  [&](const Constraint &constraint) {
                    return constraint.isEquality == isEquality;
                  });
  constraints.assign(ordered.begin(), ordered.end());
  ConstraintSystem base = context;
  SmallVector<LinearForm> dims = base.getDims(), symbols = base.getSymbols();
  SmallVector<LinearForm> forms;
  for (const Constraint &constraint : constraints)
    forms.push_back(base.express(constraint.expr, dims, symbols));
  for (unsigned i = 0; i < constraints.size();) {
    ConstraintSystem others = base;
    for (unsigned j = 0; j < constraints.size(); ++j)
      if (j != i)
        addConstraint(others, forms[j], constraints[j].isEquality);
    if (canBeViolated(others, forms[i], constraints[i].isEquality)) {
      ++i;
      continue;
    }
    constraints.erase(constraints.begin() + i);
    forms.erase(forms.begin() + i);
  }
}

IntegerSet mlir::layout::toIntegerSet(ArrayRef<Constraint> constraints,
                                      unsigned numDims, unsigned numSymbols,
                                      MLIRContext *context) {
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> isEquality;
  for (const Constraint &constraint : constraints) {
    exprs.push_back(constraint.expr);
    isEquality.push_back(constraint.isEquality);
  }
  if (constraints.empty()) {
    exprs.push_back(getAffineConstantExpr(0, context));
    isEquality.push_back(true);
  }
  return IntegerSet::get(numDims, numSymbols, exprs, isEquality);
}

SmallVector<Constraint> mlir::layout::fromIntegerSet(IntegerSet set) {
  SmallVector<Constraint> constraints;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags()))
    if (!isa<AffineConstantExpr>(expr) ||
        cast<AffineConstantExpr>(expr).getValue() != 0)
      constraints.push_back({expr, isEquality});
  return constraints;
}

void mlir::layout::addConstraints(ConstraintSystem &system,
                                  ArrayRef<Constraint> constraints,
                                  ArrayRef<LinearForm> dims) {
  SmallVector<LinearForm> symbols = system.getSymbols();
  for (const Constraint &constraint : constraints)
    addConstraint(system, system.express(constraint.expr, dims, symbols),
                  constraint.isEquality);
}

std::vector<ConstraintSystem>
mlir::layout::negate(ArrayRef<Constraint> constraints,
                     ArrayRef<LinearForm> dims,
                     const ConstraintSystem &context) {
  std::vector<ConstraintSystem> parts;
  ConstraintSystem held = context;
  SmallVector<LinearForm> symbols = held.getSymbols();
  for (const Constraint &constraint : constraints) {
    LinearForm form = held.express(constraint.expr, dims, symbols);
    for (int sign : {1, -1}) {
      if (sign == -1 && !constraint.isEquality)
        continue;
      parts.push_back(held);
      parts.back().addNonNegative(form * llvm::DynamicAPInt(-sign) + -1);
    }
    addConstraint(held, form, constraint.isEquality);
  }
  return parts;
}
