//===- BranchingSearch.cpp - Integer points by branching ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchingSearch.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

BranchingSearch::BranchingSearch(const presburger::IntegerPolyhedron &set,
                                 unsigned maxBranches)
    : simplex(set), numColumns(set.getNumVars()),
      maxBranches(std::clamp<unsigned>(
          maxCells / (numColumns * (set.getNumInequalities() + 1)), 10,
          maxBranches)) {}

Truth BranchingSearch::isEmpty(IntegerPoint &found) {
  if (simplex.isEmpty())
    return Truth::Yes;
  if (std::optional<IntegerPoint> point = simplex.getSamplePointIfIntegral()) {
    found = std::move(*point);
    return Truth::No;
  }
  if (numBranches == maxBranches)
    return Truth::Unknown;
  ++numBranches;
  SmallVector<presburger::Fraction, 8> corner = *simplex.getRationalSample();
  const auto *broken = llvm::find_if(corner, [](const auto &coordinate) {
    return coordinate.num % coordinate.den != 0;
  });
  unsigned column = broken - corner.begin();
  DynamicAPInt below = presburger::floor(*broken);
  Row upTo(numColumns + 1, DynamicAPInt(0)), from = upTo;
  upTo[column] = -1; // below - x >= 0
  upTo[numColumns] = below;
  from[column] = 1; // x - (below + 1) >= 0
  from[numColumns] = -below - 1;
  Truth first = isEmptyWith(upTo, found);
  // Unknown proves nothing, but the other side may have a point.
  if (first == Truth::No)
    return first;
  Truth second = isEmptyWith(from, found);
  return second == Truth::Yes ? first : second;
}

Truth BranchingSearch::isEmptyWith(const Row &inequality, IntegerPoint &found) {
  presburger::SimplexRollbackScopeExit scope(simplex);
  simplex.addInequality(inequality);
  return isEmpty(found);
}
