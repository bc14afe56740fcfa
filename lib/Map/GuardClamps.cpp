//===- GuardClamps.cpp - Clamping conditions to 64 bits -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardClamps.h"

#include "ExactRange.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

namespace {

class ClampPlanner {
public:
  ClampPlanner(ArrayRef<IndexConstraint> conditions, ArrayRef<Interval> ranges,
               unsigned firstNumber)
      : conditions(conditions), ranges(ranges), firstNumber(firstNumber),
        clamps(ranges.size()) {}

  /// Clamps numbers of conditions that do not fit to `ends`, where they are
  /// not known to be between them.
  bool plan(const Interval &ends) {
    SmallVector<AffineExpr> exprs;
    clamps.assign(ranges.size(), {});
    for (const IndexConstraint &condition : conditions)
      if (!evaluate(condition.expr))
        exprs.push_back(condition.expr);
    for (AffineExpr expr : exprs)
      clampNumbers(expr, ends);
    return llvm::all_of(conditions, [&](const IndexConstraint &condition) {
      return evaluate(condition.expr) && isKept(condition);
    });
  }

  ArrayRef<Interval> getClamps() const {
    return ArrayRef(clamps).drop_front(firstNumber);
  }

private:
  ExactRange getRange(unsigned dim) const {
    auto choose = [](std::optional<int64_t> clamp, std::optional<int64_t> known,
                     int64_t otherwise) {
      return DynamicAPInt(clamp ? *clamp : known.value_or(otherwise));
    };
    return {choose(clamps[dim].low, ranges[dim].low,
                   std::numeric_limits<int64_t>::min()),
            choose(clamps[dim].high, ranges[dim].high,
                   std::numeric_limits<int64_t>::max())};
  }

  std::optional<ExactRange> evaluate(AffineExpr expr) const {
    return evaluateExactly(expr, [&](unsigned dim) { return getRange(dim); });
  }

  void clampNumbers(AffineExpr expr, const Interval &ends) {
    for (unsigned dim = firstNumber; dim < ranges.size(); ++dim) {
      if (!expr.isFunctionOfDim(dim))
        continue;
      if (!ranges[dim].low)
        clamps[dim].low = ends.low;
      if (!ranges[dim].high)
        clamps[dim].high = ends.high;
    }
  }

  /// Returns true if the condition holds beyond each clamp as at the clamp, for
  /// all other values.
  bool isKept(const IndexConstraint &condition) const {
    for (unsigned dim = firstNumber; dim < ranges.size(); ++dim) {
      if (!condition.expr.isFunctionOfDim(dim))
        continue;
      std::optional<int> direction = getDirection(condition.expr, dim);
      for (bool isHigh : {false, true}) {
        auto clamp = isHigh ? clamps[dim].high : clamps[dim].low;
        if (!clamp)
          continue;
        auto at = evaluateExactly(condition.expr, [&](unsigned other) {
          return other == dim
                     ? ExactRange{DynamicAPInt(*clamp), DynamicAPInt(*clamp)}
                     : getRange(other);
        });
        // What has no direction may change its answer beyond the clamp.
        if (!direction || !at)
          return false;
        bool rises = (*direction > 0) == isHigh; // beyond the clamp
        // What rises holds there already, or is above zero if it must be zero;
        // what falls is below zero. So the answer stays.
        if (rises ? at->low < (condition.isEq ? 1 : 0) : at->high >= 0)
          return false;
      }
    }
    return true;
  }

  ArrayRef<IndexConstraint> conditions;
  ArrayRef<Interval> ranges;
  unsigned firstNumber;
  SmallVector<Interval> clamps; ///< by dimension
};

} // namespace

FailureOr<GuardClamps> GuardClamps::plan(ArrayRef<IndexConstraint> conditions,
                                         ArrayRef<Interval> ranges,
                                         unsigned firstNumber) {
  ClampPlanner planner(conditions, ranges, firstNumber);
  for (int64_t end : {int64_t(1) << 40, int64_t(1) << 60})
    for (const Interval &ends :
         {Interval{std::nullopt, end}, Interval{-end, std::nullopt},
          Interval{-end, end}})
      if (planner.plan(ends))
        return GuardClamps{SmallVector<Interval>(planner.getClamps())};
  return failure();
}
