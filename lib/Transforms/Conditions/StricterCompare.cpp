//===- StricterCompare.cpp - Stricter comparisons -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StricterCompare.h"

using namespace mlir;
using namespace mlir::layout;
using Predicate = arith::CmpIPredicate;

/// Returns the comparisons that hold only if this one does.
static SmallVector<Predicate, 2> getCandidates(Predicate predicate) {
  switch (predicate) {
  case Predicate::sle:
    return {Predicate::eq, Predicate::slt};
  case Predicate::sge:
    return {Predicate::eq, Predicate::sgt};
  case Predicate::ne:
    return {Predicate::slt, Predicate::sgt};
  default:
    return {};
  }
}

std::optional<Condition> layout::readAs(IntegerFacts &facts,
                                        arith::CmpIOp compare,
                                        Predicate predicate) {
  AffineExpr lhs = facts.express(compare.getLhs());
  AffineExpr rhs = facts.express(compare.getRhs());
  if (!lhs || !rhs)
    return std::nullopt;
  switch (predicate) {
  case Predicate::eq:
    return Condition(Conjunction{{lhs - rhs, /*isEq=*/true}});
  case Predicate::slt:
    return Condition(Conjunction{{rhs - lhs - 1}});
  case Predicate::sgt:
    return Condition(Conjunction{{lhs - rhs - 1}});
  default:
    return std::nullopt;
  }
}

std::optional<Predicate> layout::getStricter(IntegerFacts &facts,
                                             arith::CmpIOp compare,
                                             Operation *op,
                                             const Condition &given) {
  std::optional<Condition> holds = facts.read(compare.getResult());
  std::optional<Condition> premise =
      holds ? holds->conjoin(given) : std::nullopt;
  if (!premise)
    return std::nullopt;
  // Where the comparison holds, the stricter one must hold, too. That the
  // stricter one implies it is clear from the predicates.
  for (Predicate candidate : getCandidates(compare.getPredicate()))
    if (std::optional<Condition> stricter = readAs(facts, compare, candidate))
      if (facts.isImplied(*stricter, op, *premise).isYes())
        return candidate;
  return std::nullopt;
}
