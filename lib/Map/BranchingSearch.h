//===- BranchingSearch.h - Integer points by branching ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_BRANCHINGSEARCH_H
#define LAYOUT_LIB_MAP_BRANCHINGSEARCH_H

#include "IntegerSample.h"
#include "mlir/Analysis/Presburger/Simplex.h"

namespace mlir::layout {

/// Coefficients, then the constant.
using Row = SmallVector<llvm::DynamicAPInt, 8>;

/// Cuts a polyhedron in two where a point of it is not integer, again and
/// again. Exact where it ends; it need not.
class BranchingSearch {
public:
  BranchingSearch(const presburger::IntegerPolyhedron &set,
                  unsigned maxBranches);

  /// `No` comes with a point.
  Truth isEmpty(IntegerPoint &found);

private:
  /// Of the tableau, that all branches together go over a few times.
  static constexpr unsigned maxCells = 20000;

  Truth isEmptyWith(const Row &inequality, IntegerPoint &found);

  presburger::Simplex simplex;
  unsigned numColumns, maxBranches, numBranches = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_BRANCHINGSEARCH_H
