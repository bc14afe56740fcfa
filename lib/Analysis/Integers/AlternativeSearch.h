//===- AlternativeSearch.h - Search over alternatives of facts --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ALTERNATIVESEARCH_H
#define LAYOUT_LIB_ANALYSIS_ALTERNATIVESEARCH_H

#include "Layout/Map/Condition.h"
#include "Layout/Map/Decision.h"
#include <string>

namespace mlir::layout {

/// Searches a point that satisfies one alternative of each of a number of
/// facts. Facts are over the columns d0, d1, ... Those with few alternatives
/// should come first: a fact with one only narrows all others.
///
/// Exact. Cost: one emptiness query per choice of alternatives, within the
/// limits, up to the first point that satisfies all that is left.
class AlternativeSearch {
public:
  struct Limits {
    unsigned maxSystems;
    /// Constraints times columns, of all systems together.
    size_t maxWork;
  };

  /// Why it gives up where more than `maxWork` would be needed.
  static constexpr const char *tooManyConstraints =
      "too many constraints on too many variables";

  explicit AlternativeSearch(Limits limits) : limits(limits) {}

  /// Decides whether there is none. For Unknown, `getExceeded` says why.
  Truth isEmpty(ArrayRef<SmallVector<Conjunction>> facts, size_t numColumns);

  /// Of the last question; empty if none was found.
  ArrayRef<int64_t> getPoint() const { return point; }
  const std::string &getExceeded() const { return exceeded; }

private:
  Truth search(Conjunction &chosen, ArrayRef<SmallVector<Conjunction>> facts);
  Truth solve(const Conjunction &conjunction);
  bool satisfies(ArrayRef<SmallVector<Conjunction>> facts) const;
  Truth giveUp(std::string why);

  Limits limits;
  size_t numColumns = 0;
  SmallVector<int64_t> point;
  unsigned numSystems = 0;
  size_t work = 0;
  std::string exceeded;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ALTERNATIVESEARCH_H
