//===- UncoveredPoints.h - A set of points, less what covers it -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_UNCOVEREDPOINTS_H
#define LAYOUT_LIB_ANALYSIS_UNCOVEREDPOINTS_H

#include "Layout/Map/Condition.h"
#include "Layout/Map/ConstraintSystem.h"
#include <vector>

namespace mlir::layout {

/// Emptiness queries, of several sets together. One with many columns and rows
/// counts as several.
struct QueryBudget {
  unsigned limit;
  unsigned used = 0;
  bool isExhausted() const { return used > limit; }
};

/// Points that are to be covered, less those that are: disjoint systems over
/// `numDims` dimensions and `IndexExpressions::maxSymbols` symbols, the first
/// of which are extents, >= 0.
///
/// An over-approximation: what would be too much work to take away stays, and
/// so does a part that is not known to be empty.
class UncoveredPoints {
public:
  UncoveredPoints(unsigned numDims, unsigned numExtentSymbols,
                  ArrayRef<IndexConstraint> constraints, QueryBudget &budget);

  /// Empty for sure.
  bool isEmpty() const { return parts.empty(); }

  /// Decides whether there was any point to begin with.
  void prune();

  /// Takes points away. Does nothing if that would be too much work.
  void subtract(ArrayRef<IndexConstraint> covered);

  /// Dimensions and symbols of a point, if one can be named.
  std::optional<SmallVector<int64_t>> findPoint() const;

private:
  LinearForm express(ConstraintSystem &system,
                     const IndexConstraint &constraint) const;
  void add(ConstraintSystem &system, const IndexConstraint &constraint) const;
  void keepIfNotEmpty(std::vector<ConstraintSystem> &systems,
                      ConstraintSystem system);

  QueryBudget *budget;
  SmallVector<LinearForm> dims, symbols; ///< the columns of each part
  std::vector<ConstraintSystem> parts;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_UNCOVEREDPOINTS_H
