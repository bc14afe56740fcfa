//===- Witness.h - The first index that shows a fault -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_WITNESS_H
#define LAYOUT_LIB_MAP_WITNESS_H

#include "Layout/Map/ConstraintSystem.h"

namespace mlir::layout {

/// Why a search has no answer that time alone could give.
inline constexpr StringLiteral kTakesTooLong("it takes too long to decide");

/// Looks through several systems over the same variables for the first point
/// of any: smallest parameters first, then the lexicographically first values
/// of the dimensions. A person checks small numbers more easily, and two runs
/// name the same one.
class WitnessSearch {
public:
  WitnessSearch(unsigned numDims, unsigned numParams)
      : numDims(numDims), numParams(numParams) {}

  /// A system over the variables, with parameters >= 0. All dimensions must be
  /// given a lower bound of 0.
  ConstraintSystem start() const;
  void consider(const ConstraintSystem &system);

  bool hasFound() const { return first.has_value(); }
  /// Returns true if every system was decided.
  bool isComplete() const { return unknown.empty(); }
  /// `Yes`, or `Unknown` with the bound that kept a system from being decided.
  /// A witness that was found all the same is right, if maybe not the first.
  Decision getAnswerIfNothingFound() const {
    return unknown.empty() ? Decision::yes() : Decision::unknown(unknown);
  }

  ArrayRef<int64_t> getParams() const;
  ArrayRef<int64_t> getIndex() const;
  /// " for N = 5", " for N0 = 1, N1 = 2", or nothing.
  std::string formatParams() const;

private:
  unsigned numDims, numParams;
  std::optional<SmallVector<int64_t>> first; // parameters, then dimensions
  std::string unknown;
};

/// " for N = 5", " for N0 = 1, N1 = 2", or nothing.
std::string formatParams(ArrayRef<int64_t> params);

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_WITNESS_H
