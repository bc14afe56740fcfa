//===- Condition.h - Formulas over integer variables ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_CONDITION_H
#define LAYOUT_MAP_CONDITION_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::layout {

/// `expr >= 0`, or `expr == 0`.
struct IndexConstraint {
  AffineExpr expr;
  bool isEq = false;

  bool operator==(const IndexConstraint &other) const {
    return expr == other.expr && isEq == other.isEq;
  }
};
using Conjunction = SmallVector<IndexConstraint, 4>;

/// A formula without quantifiers, as a disjunction of conjunctions:
///
///     (d0 >= 0 and 3 - d0 >= 0) or d1 == 0
///
/// Exact. Its size is bounded: an operation that would make it larger than
/// `maxConstraints` yields nullopt, which means "not known".
class Condition {
public:
  static constexpr unsigned maxConstraints = 64;

  /// False: no alternative.
  Condition() = default;
  explicit Condition(Conjunction conjunction) { add(std::move(conjunction)); }
  static Condition getTrue() { return Condition(Conjunction()); }
  static Condition getFalse() { return {}; }

  /// One of them holds, or the condition does not.
  llvm::ArrayRef<Conjunction> getAlternatives() const { return alternatives; }
  bool isFalse() const { return alternatives.empty(); }
  bool isTrue() const;
  bool operator==(const Condition &other) const {
    return alternatives == other.alternatives;
  }

  std::optional<Condition> conjoin(const Condition &other) const;
  std::optional<Condition> disjoin(const Condition &other) const;
  std::optional<Condition> negate() const;

  /// Each expression replaced by another.
  Condition
  replace(llvm::function_ref<AffineExpr(AffineExpr)> replacement) const;

private:
  /// Leaves out what is trivial.
  void add(Conjunction conjunction);
  bool isWithinBound() const;

  SmallVector<Conjunction, 1> alternatives;
};

} // namespace mlir::layout

#endif // LAYOUT_MAP_CONDITION_H
