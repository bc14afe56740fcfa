//===- DataCondition.cpp - Conditions for data and padding ----------------===//
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
static void addUnlessDecided(SmallVectorImpl<IndexConstraint> &constraints,
                             const SumContext &sums, const Sum &sum,
                             bool isEq) {
  if (sums.hasFailed())
    return;
  Interval range = sums.rangeOf(sum);
  if (range.low && *range.low >= 0 &&
      (!isEq || (range.high && *range.high <= 0)))
    return;
  constraints.push_back({sums.write(sum), isEq});
}

FailureOr<SmallVector<IndexConstraint>>
mlir::layout::deriveDataCondition(AffineMap map, AffineMap inverse,
                                  const Box &from, const Box &to) {
  SumContext sums(getIndexRanges(to), getParameterRanges(to), to.getContext());
  SmallVector<Sum> index, limits;
  for (AffineExpr extent : from.getExtents())
    limits.push_back(sums.read(extent - 1));
  for (AffineExpr result : inverse.getResults())
    index.push_back(sums.read(result));
  SmallVector<IndexConstraint> constraints;
  for (auto [value, limit] : llvm::zip_equal(index, limits)) {
    addUnlessDecided(constraints, sums, value, /*isEq=*/false);
    addUnlessDecided(constraints, sums, sums.add(limit, value, -1),
                     /*isEq=*/false);
  }
  sums.substituteDims(index);
  for (auto [r, result] : llvm::enumerate(map.getResults()))
    addUnlessDecided(constraints, sums,
                     sums.add(sums.read(result), sums.getDim(r), -1),
                     /*isEq=*/true);
  if (sums.hasFailed())
    return failure();
  return constraints;
}

FailureOr<SmallVector<IndexConstraint>>
mlir::layout::composeConstraints(ArrayRef<IndexConstraint> constraints,
                                 AffineMap map, const Box &box) {
  SumContext sums(getIndexRanges(box), getParameterRanges(box),
                  box.getContext());
  SmallVector<Sum> results;
  for (AffineExpr result : map.getResults())
    results.push_back(sums.read(result));
  sums.substituteDims(results);
  SmallVector<IndexConstraint> composed;
  for (const IndexConstraint &constraint : constraints)
    addUnlessDecided(composed, sums, sums.read(constraint.expr),
                     constraint.isEq);
  if (sums.hasFailed())
    return failure();
  return composed;
}

static void addConstraint(ConstraintSystem &system, const LinearForm &form,
                          bool isEq) {
  if (isEq)
    system.addZero(form);
  else
    system.addNonNegative(form);
}

/// Returns true if `form` can be below 0 (or, for an equality, other than 0) in
/// `system`.
static bool canBeViolated(const ConstraintSystem &system,
                          const LinearForm &form, bool isEq) {
  for (int sign : {1, -1}) {
    if (sign == -1 && !isEq)
      continue;
    ConstraintSystem violated = system;
    violated.addNonNegative(form * llvm::DynamicAPInt(-sign) + -1);
    if (violated.isEmpty() != Truth::Yes)
      return true;
  }
  return false;
}

void mlir::layout::dropImplied(SmallVectorImpl<IndexConstraint> &constraints,
                               const ConstraintSystem &context) {
  // Equalities that compare a place with its round trip are the dearest to
  // test at run time, so these are the first to go.
  SmallVector<IndexConstraint> ordered;
  for (bool isEq : {true, false})
    llvm::copy_if(constraints, std::back_inserter(ordered),
                  [&](const IndexConstraint &constraint) {
                    return constraint.isEq == isEq;
                  });
  constraints.assign(ordered.begin(), ordered.end());
  ConstraintSystem base = context;
  SmallVector<LinearForm> dims = base.getDims(), symbols = base.getSymbols();
  SmallVector<LinearForm> forms;
  for (const IndexConstraint &constraint : constraints)
    forms.push_back(base.express(constraint.expr, dims, symbols));
  for (unsigned i = 0; i < constraints.size();) {
    ConstraintSystem others = base;
    for (unsigned j = 0; j < constraints.size(); ++j)
      if (j != i)
        addConstraint(others, forms[j], constraints[j].isEq);
    if (canBeViolated(others, forms[i], constraints[i].isEq)) {
      ++i;
      continue;
    }
    constraints.erase(constraints.begin() + i);
    forms.erase(forms.begin() + i);
  }
}

IntegerSet mlir::layout::toIntegerSet(ArrayRef<IndexConstraint> constraints,
                                      unsigned numDims, unsigned numSymbols,
                                      MLIRContext *context) {
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> isEq;
  for (const IndexConstraint &constraint : constraints) {
    exprs.push_back(constraint.expr);
    isEq.push_back(constraint.isEq);
  }
  if (constraints.empty()) {
    exprs.push_back(getAffineConstantExpr(0, context));
    isEq.push_back(true);
  }
  return IntegerSet::get(numDims, numSymbols, exprs, isEq);
}

SmallVector<IndexConstraint> mlir::layout::fromIntegerSet(IntegerSet set) {
  SmallVector<IndexConstraint> constraints;
  for (auto [expr, isEq] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags()))
    if (!isa<AffineConstantExpr>(expr) ||
        cast<AffineConstantExpr>(expr).getValue() != 0)
      constraints.push_back({expr, isEq});
  return constraints;
}

void mlir::layout::addConstraints(ConstraintSystem &system,
                                  ArrayRef<IndexConstraint> constraints,
                                  ArrayRef<LinearForm> dims) {
  SmallVector<LinearForm> symbols = system.getSymbols();
  for (const IndexConstraint &constraint : constraints)
    addConstraint(system, system.express(constraint.expr, dims, symbols),
                  constraint.isEq);
}

std::vector<ConstraintSystem>
mlir::layout::negate(ArrayRef<IndexConstraint> constraints,
                     ArrayRef<LinearForm> dims,
                     const ConstraintSystem &context) {
  std::vector<ConstraintSystem> parts;
  ConstraintSystem held = context;
  SmallVector<LinearForm> symbols = held.getSymbols();
  for (const IndexConstraint &constraint : constraints) {
    LinearForm form = held.express(constraint.expr, dims, symbols);
    for (int sign : {1, -1}) {
      if (sign == -1 && !constraint.isEq)
        continue;
      parts.push_back(held);
      parts.back().addNonNegative(form * llvm::DynamicAPInt(-sign) + -1);
    }
    addConstraint(held, form, constraint.isEq);
  }
  return parts;
}
