//===- NestReorderMap.h - Re-indexing maps of loop nests --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MAP_NESTREORDERMAP_H
#define LIB_MAP_NESTREORDERMAP_H

#include "Layout/Map/Condition.h"
#include "Layout/Map/Decision.h"
#include "Layout/Map/Simplify.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::layout {

/// A map f from the variables of a loop nest to those of the nest that replaces
/// it, such as the physical index of the element that an iteration accesses,
/// and the inverse of f, by which the body is rewritten. Index maps take
/// indices 0, 1, ..., so a variable with another lower bound or step is
/// replaced by a counter:
///
///     for %i = 4 to 20 step 2: A[%i floordiv 8, %i mod 8]
///     %i = 2 * c + 4:   (c) -> ((2 * c + 4) floordiv 8, (2 * c + 4) mod 8)
///
class NestReorderMap {
public:
  explicit NestReorderMap(MLIRContext *context) : context(context) {}

  /// Adds a variable with the values low, low + step, ... of `range`, whose
  /// lower end must be known.
  void addInput(AffineExpr variable, Interval range, int64_t step);
  /// Adds a result, an expression of the variables with values in `range`.
  void addResult(AffineExpr expr, Interval range);
  /// Adds a result that is the variable itself: its loop stays.
  void addKept(AffineExpr variable);

  /// Returns the map (results) -> (counters of inputs); fails if none is found.
  FailureOr<AffineMap> inverse() const;
  /// Decides whether f maps no two iterations to one.
  Decision isInjective() const;

  /// Returns the value of variable number `input` in the iteration in which the
  /// results, kept variables included, have these values.
  AffineExpr solve(AffineMap inverse, unsigned input,
                   ArrayRef<AffineExpr> values) const;

private:
  struct Input {
    AffineExpr variable;
    int64_t low, step;
    std::optional<int64_t> count;
  };
  /// A result, shifted so that the index map is not negative: its value is
  /// step * expr + offset.
  struct Result {
    AffineExpr expr; ///< over counters
    int64_t offset, step;
  };
  AffineMap getMap() const;
  class Box getBox() const;

  MLIRContext *context;
  SmallVector<Input> inputs;
  SmallVector<Result> results;
};

/// Finds the guards that the body of a rewritten nest needs: those that do not
/// follow from the ranges of the variables and from the bounds of the loops.
class GuardFinder {
public:
  /// Dimension i of all constraints has the range `ranges[i]`.
  explicit GuardFinder(ArrayRef<Interval> ranges)
      : ranges(ranges.begin(), ranges.end()) {}

  void addKnown(IndexConstraint constraint) { known.push_back(constraint); }
  void addGuard(IndexConstraint constraint) { guards.push_back(constraint); }

  /// Returns the guards that do not follow from the others and from what is
  /// known, simplified. A guard of which that is not decided stays.
  SmallVector<IndexConstraint> find();

private:
  bool isImplied(const IndexConstraint &guard, ArrayRef<IndexConstraint> rest);

  SmallVector<Interval> ranges;
  SmallVector<IndexConstraint> known, guards;
};

} // namespace mlir::layout

#endif // LIB_MAP_NESTREORDERMAP_H
