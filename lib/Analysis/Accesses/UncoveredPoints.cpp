//===- UncoveredPoints.cpp - A set of points, less what covers it ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UncoveredPoints.h"

#include "Analysis/Integers/IndexExpressions.h"

using namespace mlir;
using namespace mlir::layout;

UncoveredPoints::UncoveredPoints(unsigned numDims, unsigned numExtentSymbols,
                                 ArrayRef<IndexConstraint> constraints,
                                 QueryBudget &budget)
    : budget(&budget) {
  ConstraintSystem all(numDims, IndexExpressions::maxSymbols);
  dims = all.getDims();
  symbols = all.getSymbols();
  for (unsigned i = 0; i < numExtentSymbols; ++i)
    all.addNonNegative(symbols[i]);
  for (const IndexConstraint &constraint : constraints)
    add(all, constraint);
  parts.push_back(std::move(all));
}

LinearForm UncoveredPoints::express(ConstraintSystem &system,
                                    const IndexConstraint &constraint) const {
  return system.express(constraint.expr, dims, symbols);
}

void UncoveredPoints::add(ConstraintSystem &system,
                          const IndexConstraint &constraint) const {
  LinearForm form = express(system, constraint);
  constraint.isEq ? system.addZero(form) : system.addNonNegative(form);
}

void UncoveredPoints::prune() {
  std::vector<ConstraintSystem> rest;
  for (ConstraintSystem &part : parts)
    keepIfNotEmpty(rest, std::move(part));
  parts = std::move(rest);
}

void UncoveredPoints::subtract(ArrayRef<IndexConstraint> covered) {
  constexpr size_t maxParts = 32;
  std::vector<ConstraintSystem> rest;
  for (ConstraintSystem &part : parts) {
    // c1 and c2 fail: c1 fails, or c1 holds and c2 fails.
    ConstraintSystem holding = part;
    for (const IndexConstraint &constraint : covered) {
      for (bool below : {true, false}) {
        if (!below && !constraint.isEq)
          continue;
        ConstraintSystem failing = holding;
        LinearForm form = express(failing, constraint);
        failing.addNonNegative((below ? -form : form) + -1);
        keepIfNotEmpty(rest, std::move(failing));
        // Given up: `parts` stay as they are, as if nothing were covered.
        if (rest.size() > maxParts || budget->isExhausted())
          return;
      }
      add(holding, constraint);
    }
  }
  parts = std::move(rest);
}

std::optional<SmallVector<int64_t>> UncoveredPoints::findPoint() const {
  for (const ConstraintSystem &part : parts)
    if (std::optional<SmallVector<int64_t>> point = part.findPoint())
      return point;
  return std::nullopt;
}

/// In queries of the usual size. Each of about as many pivots as there are
/// columns goes over the whole tableau.
static unsigned getCost(const ConstraintSystem &system) {
  constexpr unsigned usual = 1 << 13;
  unsigned numColumns = system.getSet().getNumVars();
  unsigned numRows = system.getSet().getNumConstraints();
  return 1 + numRows * numColumns * numColumns / usual;
}

void UncoveredPoints::keepIfNotEmpty(std::vector<ConstraintSystem> &systems,
                                     ConstraintSystem system) {
  budget->used += getCost(system);
  // Of an unknown answer a point may be left.
  if (system.isEmpty() != Truth::Yes)
    systems.push_back(std::move(system));
}
