//===- ConstraintSystemPoints.cpp - Emptiness and points of systems -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerSample.h"
#include "Layout/Map/ConstraintSystem.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;
using presburger::IntegerPolyhedron;

Truth ConstraintSystem::isEmpty() const {
  IntegerPoint point;
  return exceeded.empty() ? isIntegerEmpty(set, point) : Truth::Unknown;
}

Truth ConstraintSystem::isEmpty(SmallVectorImpl<int64_t> &values) const {
  values.clear();
  IntegerPoint point;
  if (!exceeded.empty())
    return Truth::Unknown;
  Truth truth = isIntegerEmpty(set, point);
  if (truth != Truth::No)
    return truth;
  ArrayRef<DynamicAPInt> own(point.data(), getNumDims() + getNumSymbols());
  DynamicAPInt most(std::numeric_limits<int64_t>::max());
  if (llvm::all_of(own, [&](const auto &value) { return abs(value) <= most; }))
    for (const DynamicAPInt &value : own)
      values.push_back(int64_t(value));
  return truth;
}

std::optional<SmallVector<int64_t>> ConstraintSystem::findPoint() const {
  SmallVector<int64_t> point;
  // If that is unknown there is no point either, unless there are no columns.
  if (isEmpty(point) != Truth::No ||
      point.size() != getNumDims() + getNumSymbols())
    return std::nullopt;
  return point;
}

namespace {
/// Makes one coordinate after the other of a point as small as it can be.
class Minimizer {
public:
  explicit Minimizer(const IntegerPolyhedron &set) : set(set) {}

  /// The least value of `column`, which it has from now on; nothing if no point
  /// is left. With `limit`, only values up to that are considered.
  std::optional<DynamicAPInt> minimize(unsigned column,
                                       std::optional<int64_t> limit);

private:
  bool isLate() const {
    return std::chrono::steady_clock::now() - start >
           std::chrono::milliseconds(500);
  }

  static std::optional<IntegerPoint> findPoint(const IntegerPolyhedron &set) {
    IntegerPoint point;
    if (isIntegerEmpty(set, point) != Truth::No)
      return std::nullopt;
    return point;
  }

  IntegerPolyhedron set;
  std::optional<IntegerPoint> sample; // a point of `set`
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};
} // namespace

std::optional<DynamicAPInt> Minimizer::minimize(unsigned column,
                                                std::optional<int64_t> limit) {
  if (limit)
    set.addBound(presburger::BoundType::UB, column, *limit);
  if (!sample || (limit && (*sample)[column] > *limit))
    sample = findPoint(set);
  if (!sample)
    return std::nullopt;
  // Coordinates of a first witness are mostly 0, and small otherwise, however
  // large those of the sample are: so try 0, then ever longer steps upwards.
  DynamicAPInt low(0), step(0), high = (*sample)[column];
  while (low < high && !isLate()) {
    DynamicAPInt half = llvm::floorDiv(high - low, DynamicAPInt(2));
    IntegerPolyhedron lower = set;
    lower.addBound(presburger::BoundType::UB, column,
                   low + std::min(step, half));
    if (std::optional<IntegerPoint> found = findPoint(lower)) {
      sample = std::move(found);
      high = (*sample)[column];
    } else {
      low += std::min(step, half) + 1;
      step = step * 2 + 1;
    }
  }
  set.addBound(presburger::BoundType::EQ, column, high);
  return high;
}

std::optional<SmallVector<int64_t>>
ConstraintSystem::findFirst(ArrayRef<unsigned> columns,
                            ArrayRef<int64_t> before) const {
  if (!exceeded.empty())
    return std::nullopt;
  Minimizer minimizer(set);
  SmallVector<int64_t> values;
  bool isTied = !before.empty(); // All values so far equal those of `before`.
  for (auto [i, column] : llvm::enumerate(columns)) {
    std::optional<int64_t> limit;
    if (isTied)
      limit = before[i];
    std::optional<DynamicAPInt> least = minimizer.minimize(column, limit);
    if (!least || *least > std::numeric_limits<int64_t>::max())
      return std::nullopt;
    values.push_back(int64_t(*least));
    isTied = isTied && values.back() == before[i];
  }
  if (isTied)
    return std::nullopt;
  return values;
}
