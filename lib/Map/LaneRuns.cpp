//===- LaneRuns.cpp - Contiguous runs of lanes ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/LaneRuns.h"
#include "DigitSum.h"
#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/Evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;

int64_t LaneAccess::getNumLanes() const {
  int64_t count = 1;
  for (int64_t size : shape)
    if (llvm::MulOverflow(count, size, count))
      return std::numeric_limits<int64_t>::max();
  return count;
}

SmallVector<int64_t> LaneAccess::getLane(int64_t number) const {
  SmallVector<int64_t> lane(shape.size());
  for (unsigned i = shape.size(); i-- > 0; number /= shape[i])
    lane[i] = number % shape[i];
  return lane;
}

AffineMap LaneAccess::getPlace(int64_t number) const {
  SmallVector<AffineExpr> index(base.getResults());
  for (auto [dim, position] : llvm::zip_equal(along, getLane(number)))
    index[dim] = index[dim] + position;
  AffineMap ofLane =
      AffineMap::get(base.getNumDims(), 0, index, base.getContext());
  return simplifyUnderRanges(layout.compose(ofLane), variables, {});
}

bool LaneRuns::isScattered() const {
  return llvm::all_of(runs, [](const auto &run) { return run.size() == 1; });
}

namespace {

/// The physical index of a lane as a part that depends on the variables and an
/// offset to it. Lanes of equal such parts keep their distances.
struct LanePlace {
  std::vector<int64_t> variablePart, offset;
  int64_t lane;

  bool operator<(const LanePlace &other) const {
    return std::tie(variablePart, offset, lane) <
           std::tie(other.variablePart, other.offset, other.lane);
  }

  bool isFollowedBy(const LanePlace &next) const {
    return variablePart == next.variablePart && !offset.empty() &&
           std::equal(offset.begin(), offset.end() - 1, next.offset.begin()) &&
           offset.back() + 1 == next.offset.back();
  }
};

class PlaceReader {
public:
  explicit PlaceReader(const LaneAccess &access)
      : access(access), sums(access.variables, {}, access.layout.getContext()) {
    for (AffineExpr coordinate : access.base.getResults())
      base.push_back(sums.read(coordinate));
  }

  bool hasFailed() const { return sums.hasFailed(); }

  LanePlace read(int64_t number) {
    SmallVector<Sum> index = base;
    for (auto [dim, position] :
         llvm::zip_equal(access.along, access.getLane(number)))
      index[dim] = sums.add(index[dim], sums.getConstant(position));
    sums.substituteDims(index);
    LanePlace place;
    place.lane = number;
    for (AffineExpr coordinate : access.layout.getResults())
      append(place, sums.read(coordinate));
    return place;
  }

private:
  static void append(LanePlace &place, const Sum &coordinate) {
    place.offset.push_back(coordinate.constant);
    place.variablePart.push_back(coordinate.terms.size());
    for (const Term &term : coordinate.terms) {
      place.variablePart.push_back(term.coefficient);
      place.variablePart.push_back(term.atom);
    }
  }

  const LaneAccess &access;
  SumContext sums;
  SmallVector<Sum> base;
};

//===----------------------------------------------------------------------===//
// Contiguous lanes that the normal form does not show
//===----------------------------------------------------------------------===//

/// Joins runs where one always goes on where another ends. Values of the
/// variables are tried first, so that most pairs need no query.
class RunJoiner {
public:
  RunJoiner(const LaneAccess &access) : access(access) {
    for (unsigned n = 0; n < numSamples; ++n)
      samples.push_back(makeSample(n));
  }

  void join(SmallVector<SmallVector<int64_t>> &runs) {
    if (access.layout.getNumResults() == 0)
      return;
    std::map<std::vector<int64_t>, unsigned> startingAt;
    for (auto [i, run] : llvm::enumerate(runs))
      if (auto place = placeAt(run.front(), samples.front()))
        startingAt.try_emplace(*place, i);
    // The last run that went on is looked at again: chains become one run.
    for (unsigned i = 0; i < runs.size(); ++i) {
      while (!runs[i].empty()) {
        auto place = placeAt(runs[i].back(), samples.front());
        if (!place)
          break;
        ++place->back();
        auto next = startingAt.find(*place);
        if (next == startingAt.end() || next->second == i ||
            !isAlwaysFollowed(runs[i].back(), runs[next->second].front()))
          break;
        llvm::append_range(runs[i], runs[next->second]);
        runs[next->second].clear();
        startingAt.erase(next);
      }
    }
    llvm::erase_if(runs, [](const auto &run) { return run.empty(); });
  }

private:
  static constexpr unsigned numSamples = 6;
  static constexpr unsigned maxQueries = 64;

  /// The least values, the greatest, then some in between.
  SmallVector<int64_t> makeSample(unsigned number) const {
    SmallVector<int64_t> sample;
    for (auto [i, range] : llvm::enumerate(access.variables)) {
      int64_t distance = number + number * i; // from the low end
      int64_t low = range.low.value_or(range.high ? *range.high - 16 : 0);
      int64_t high = range.high.value_or(low + 16);
      sample.push_back(number == 1 ? high : std::min(low + distance, high));
    }
    return sample;
  }

  std::optional<std::vector<int64_t>>
  placeAt(int64_t lane, ArrayRef<int64_t> variables) const {
    auto index = evaluate(access.base, variables);
    if (!index)
      return std::nullopt;
    for (auto [dim, position] :
         llvm::zip_equal(access.along, access.getLane(lane)))
      if (llvm::AddOverflow((*index)[dim], position, (*index)[dim]))
        return std::nullopt;
    auto place = evaluate(access.layout, *index);
    if (!place)
      return std::nullopt;
    return std::vector<int64_t>(place->begin(), place->end());
  }

  bool isAlwaysFollowed(int64_t lane, int64_t next) {
    for (ArrayRef<int64_t> sample : ArrayRef(samples).drop_front()) {
      auto here = placeAt(lane, sample), there = placeAt(next, sample);
      if (!here || !there)
        return false;
      ++here->back();
      if (*here != *there)
        return false;
    }
    // Samples only rule out; that they agree proves nothing.
    return numQueries++ < maxQueries && isProven(lane, next);
  }

  /// Returns true if no value of the variables makes some coordinate a
  /// different one.
  bool isProven(int64_t lane, int64_t next) const {
    AffineMap here = access.getPlace(lane), there = access.getPlace(next);
    unsigned innermost = here.getNumResults() - 1;
    for (unsigned i = 0; i <= innermost; ++i) {
      if (i != innermost && here.getResult(i) == there.getResult(i))
        continue;
      // A coordinate that is another lies above or below the one it should be.
      for (int64_t sign : {1, -1}) {
        ConstraintSystem system(access.variables.size(), 0);
        addRanges(system);
        LinearForm distance =
            system.express(there.getResult(i), system.getDims(), {}) -
            system.express(here.getResult(i), system.getDims(), {});
        distance = distance + (i == innermost ? -1 : 0);
        system.addNonNegative(distance * llvm::DynamicAPInt(sign) + -1);
        if (system.isEmpty() != Truth::Yes)
          return false;
      }
    }
    return true;
  }

  void addRanges(ConstraintSystem &system) const {
    for (auto [i, range] : llvm::enumerate(access.variables)) {
      LinearForm variable = system.getColumn(i);
      if (range.low)
        system.addNonNegative(variable - system.getConstant(*range.low));
      if (range.high)
        system.addNonNegative(-variable + *range.high);
    }
  }

  const LaneAccess &access;
  SmallVector<SmallVector<int64_t>> samples;
  unsigned numQueries = 0;
};

} // namespace

std::optional<LaneRuns> layout::findLaneRuns(const LaneAccess &access) {
  int64_t numLanes = access.getNumLanes();
  if (numLanes > maxLanesForRuns)
    return std::nullopt;
  PlaceReader reader(access);
  std::vector<LanePlace> places;
  for (int64_t lane = 0; lane < numLanes && !reader.hasFailed(); ++lane)
    places.push_back(reader.read(lane));
  if (reader.hasFailed())
    return std::nullopt;
  llvm::sort(places);
  LaneRuns result;
  for (size_t i = 0; i < places.size(); ++i) {
    if (i == 0 || !places[i - 1].isFollowedBy(places[i]))
      result.runs.emplace_back();
    result.runs.back().push_back(places[i].lane);
    result.isRigid &= places[i].variablePart == places[0].variablePart;
  }
  if (!result.isRigid)
    RunJoiner(access).join(result.runs);
  llvm::sort(result.runs, [](const auto &a, const auto &b) {
    return *llvm::min_element(a) < *llvm::min_element(b);
  });
  return result;
}
