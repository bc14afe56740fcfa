//===- NestReorderMap.h - Element-to-iteration maps -------------*- C++ -*-===//
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

/// A map of variables with ranges and steps, as an index map of counters that
/// start at 0.
class NestReorderMap {
public:
  explicit NestReorderMap(MLIRContext *context) : context(context) {}

  /// `variable` takes the values low, low + step, ... of `range`, whose lower
  /// end must be known.
  void addInput(AffineExpr variable, Interval range, int64_t step);
  void addResult(AffineExpr expr, Interval range);
  /// A result that is the counter of an input.
  void addKept(AffineExpr variable);

  /// (results) -> (counters of inputs); fails if there is none to be found.
  FailureOr<AffineMap> inverse() const;
  Decision isInjective() const;

  /// The value of an input, where the results, and the kept variables, have
  /// the given values.
  AffineExpr solve(AffineMap inverse, unsigned input,
                   ArrayRef<AffineExpr> values) const;

private:
  struct Input {
    AffineExpr variable;
    int64_t low, step;
    std::optional<int64_t> count;
  };
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

/// Finds the conditions that are not implied by what is known.
class GuardFinder {
public:
  /// Variables are d0, d1, ..., in `ranges`.
  explicit GuardFinder(ArrayRef<Interval> ranges)
      : ranges(ranges.begin(), ranges.end()) {}

  void addKnown(IndexConstraint constraint) { known.push_back(constraint); }
  void addGuard(IndexConstraint constraint) { guards.push_back(constraint); }

  /// Those guards that do not follow from the rest, tidied. Never fails; where
  /// it is not decided, a guard stays.
  SmallVector<IndexConstraint> find();

private:
  bool isImplied(const IndexConstraint &guard, ArrayRef<IndexConstraint> rest);

  SmallVector<Interval> ranges;
  SmallVector<IndexConstraint> known, guards;
};

} // namespace mlir::layout

#endif // LIB_MAP_NESTREORDERMAP_H
