//===- AlternativeSearch.cpp - Search over alternatives of facts ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlternativeSearch.h"

#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/Evaluate.h"

using namespace mlir;
using namespace mlir::layout;

Truth AlternativeSearch::giveUp(std::string why) {
  exceeded = std::move(why);
  return Truth::Unknown;
}

Truth AlternativeSearch::isEmpty(ArrayRef<SmallVector<Conjunction>> facts,
                                 size_t numColumns) {
  if (numColumns > ConstraintSystem::maxColumns)
    return giveUp("more than " + std::to_string(ConstraintSystem::maxColumns) +
                  " variables");
  this->numColumns = numColumns;
  Conjunction chosen;
  return search(chosen, facts);
}

/// One alternative of each of `facts` must go with `chosen`.
Truth AlternativeSearch::search(Conjunction &chosen,
                                ArrayRef<SmallVector<Conjunction>> facts) {
  if (!facts.empty() && facts.front().empty())
    return Truth::Yes;
  while (!facts.empty() && facts.front().size() == 1) {
    chosen.append(facts.front().front());
    facts = facts.drop_front();
  }
  Truth truth = solve(chosen);
  // For the time only: what is added to an unknown system may decide it.
  if (truth != Truth::No || satisfies(facts))
    return truth;
  Truth all = Truth::Yes;
  for (const Conjunction &alternative : facts.front()) {
    Conjunction more = chosen;
    more.append(alternative);
    Truth one = search(more, facts.drop_front());
    // Unknown proves nothing, but another alternative may have a point.
    if (one == Truth::No)
      return one;
    if (one == Truth::Unknown)
      all = one;
  }
  return all;
}

Truth AlternativeSearch::solve(const Conjunction &conjunction) {
  if (++numSystems > limits.maxSystems)
    return giveUp("more than " + std::to_string(limits.maxSystems) + " cases");
  work += conjunction.size() * numColumns;
  if (work > limits.maxWork)
    return giveUp(tooManyConstraints);
  ConstraintSystem system(numColumns, 0);
  SmallVector<LinearForm> dims = system.getDims();
  for (const IndexConstraint &constraint : conjunction) {
    LinearForm form = system.express(constraint.expr, dims, {});
    if (constraint.isEq)
      system.addZero(form);
    else
      system.addNonNegative(form);
  }
  Truth truth = system.isEmpty(point);
  if (truth == Truth::Unknown)
    return giveUp(system.getExceeded().empty() ? tooManyConstraints
                                               : system.getExceeded());
  return truth;
}

/// Returns true if one alternative of each fact is true at the point that was
/// found.
bool AlternativeSearch::satisfies(
    ArrayRef<SmallVector<Conjunction>> facts) const {
  auto holds = [&](const IndexConstraint &constraint) {
    std::optional<int64_t> value = evaluate(constraint.expr, point);
    return value && (constraint.isEq ? *value == 0 : *value >= 0);
  };
  auto allHold = [&](const Conjunction &alternative) {
    return llvm::all_of(alternative, holds);
  };
  return llvm::all_of(facts, [&](ArrayRef<Conjunction> alternatives) {
    return point.size() == numColumns && llvm::any_of(alternatives, allHold);
  });
}
