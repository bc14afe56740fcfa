//===- Condition.cpp - Formulas over integer variables --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Condition.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether a constraint without variables holds; nullopt for the others.
static std::optional<bool> decideConstant(const IndexConstraint &constraint) {
  auto constant = dyn_cast<AffineConstantExpr>(constraint.expr);
  if (!constant)
    return std::nullopt;
  return constraint.isEq ? constant.getValue() == 0 : constant.getValue() >= 0;
}

bool Condition::isTrue() const {
  return alternatives.size() == 1 && alternatives.front().empty();
}

void Condition::add(Conjunction conjunction) {
  if (isTrue())
    return;
  Conjunction kept;
  for (const IndexConstraint &constraint : conjunction) {
    std::optional<bool> decided = decideConstant(constraint);
    if (decided && !*decided)
      return;
    if (!decided && !llvm::is_contained(kept, constraint))
      kept.push_back(constraint);
  }
  if (kept.empty())
    alternatives.clear();
  if (!llvm::is_contained(alternatives, kept))
    alternatives.push_back(std::move(kept));
}

bool Condition::isWithinBound() const {
  size_t size = 0;
  for (const Conjunction &conjunction : alternatives)
    size += conjunction.size() + 1;
  return size <= maxConstraints;
}

std::optional<Condition> Condition::conjoin(const Condition &other) const {
  Condition both;
  for (const Conjunction &one : alternatives)
    for (const Conjunction &two : other.alternatives) {
      Conjunction joined = one;
      joined.append(two);
      both.add(std::move(joined));
      if (!both.isWithinBound())
        return std::nullopt;
    }
  return both;
}

std::optional<Condition> Condition::disjoin(const Condition &other) const {
  Condition either = *this;
  for (const Conjunction &conjunction : other.alternatives)
    either.add(conjunction);
  return either.isWithinBound() ? std::optional(std::move(either))
                                : std::nullopt;
}

/// not (e >= 0) is -e - 1 >= 0; an equality fails on either side.
static Condition negateConjunction(const Conjunction &conjunction) {
  Condition negated;
  for (const IndexConstraint &constraint : conjunction) {
    Condition below(Conjunction{{-constraint.expr - 1}});
    negated = *negated.disjoin(below);
    if (constraint.isEq)
      negated = *negated.disjoin(Condition(Conjunction{{constraint.expr - 1}}));
  }
  return negated;
}

std::optional<Condition> Condition::negate() const {
  std::optional<Condition> negated = getTrue();
  for (const Conjunction &conjunction : alternatives) {
    if (2 * conjunction.size() * 2 > maxConstraints)
      return std::nullopt;
    negated = negated->conjoin(negateConjunction(conjunction));
    if (!negated)
      return std::nullopt;
  }
  return negated;
}

Condition Condition::replace(
    llvm::function_ref<AffineExpr(AffineExpr)> replacement) const {
  Condition result;
  for (const Conjunction &conjunction : alternatives) {
    Conjunction replaced;
    for (const IndexConstraint &constraint : conjunction)
      replaced.push_back({replacement(constraint.expr), constraint.isEq});
    result.add(std::move(replaced));
  }
  return result;
}
