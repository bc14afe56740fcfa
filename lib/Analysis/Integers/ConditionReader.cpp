//===- ConditionReader.cpp - Conditions of i1 values ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionReader.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

using OptionalCondition = std::optional<Condition>;

static OptionalCondition conjoin(const OptionalCondition &one,
                                 const OptionalCondition &two) {
  return one && two ? one->conjoin(*two) : std::nullopt;
}

static OptionalCondition disjoin(const OptionalCondition &one,
                                 const OptionalCondition &two) {
  return one && two ? one->disjoin(*two) : std::nullopt;
}

static OptionalCondition negate(const OptionalCondition &condition) {
  return condition ? condition->negate() : std::nullopt;
}

static Condition isNonNegative(AffineExpr expr) {
  return Condition(Conjunction{{expr}});
}

static Condition isZero(AffineExpr expr) {
  return Condition(Conjunction{{expr, /*isEq=*/true}});
}

OptionalCondition ConditionReader::read(IntegerSet set, ValueRange operands) {
  Conjunction conjunction;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    AffineExpr expr =
        integers.express(set.getConstraint(i), set.getNumDims(), operands);
    if (!expr)
      return std::nullopt;
    conjunction.push_back({expr, set.isEq(i)});
  }
  return Condition(std::move(conjunction));
}

OptionalCondition ConditionReader::read(Value condition) {
  // A chain in which each condition is combined of two others has 2^n paths:
  // read once per path, selects of 16 levels took 20 s.
  std::pair<Value, unsigned> key(condition, nesting);
  if (auto answer = known.find(key); answer != known.end())
    return answer->second;
  OptionalCondition result;
  if (nesting < maxNesting) {
    ++nesting;
    result = compute(condition);
    --nesting;
  }
  if (!result)
    if (AffineExpr leaf = integers.getBooleanLeaf(condition))
      result = isNonNegative(leaf - 1);
  known[key] = result;
  return result;
}

OptionalCondition ConditionReader::compute(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return std::nullopt;
  BoolAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant.getValue() ? Condition::getTrue() : Condition::getFalse();
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return readCompare(compare);
  if (auto both = dyn_cast<arith::AndIOp>(op))
    return conjoin(read(both.getLhs()), read(both.getRhs()));
  if (auto either = dyn_cast<arith::OrIOp>(op))
    return disjoin(read(either.getLhs()), read(either.getRhs()));
  if (auto differs = dyn_cast<arith::XOrIOp>(op)) {
    OptionalCondition lhs = read(differs.getLhs());
    OptionalCondition rhs = read(differs.getRhs());
    return disjoin(conjoin(lhs, negate(rhs)), conjoin(negate(lhs), rhs));
  }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return readSelect(select.getCondition(), select.getTrueValue(),
                      select.getFalseValue());
  return std::nullopt;
}

OptionalCondition ConditionReader::readSelect(Value condition, Value ifTrue,
                                              Value ifFalse) {
  if (!condition.getType().isInteger(1))
    return std::nullopt;
  OptionalCondition chosen = read(condition);
  return disjoin(conjoin(chosen, read(ifTrue)),
                 conjoin(negate(chosen), read(ifFalse)));
}

/// Values count as signed. As unsigned numbers, negative ones are larger than
/// all others and keep their order among themselves.
OptionalCondition ConditionReader::isBelowUnsigned(AffineExpr lhs,
                                                   AffineExpr rhs) {
  Condition isBelow = isNonNegative(rhs - lhs - 1);
  if (integers.isNonNegative(rhs))
    return integers.isNonNegative(lhs) ? isBelow
                                       : isBelow.conjoin(isNonNegative(lhs));
  if (integers.isNonNegative(lhs))
    return isBelow.disjoin(isNonNegative(-rhs - 1));
  return std::nullopt;
}

OptionalCondition ConditionReader::readCompare(arith::CmpIOp compare) {
  using Predicate = arith::CmpIPredicate;
  AffineExpr lhs = integers.express(compare.getLhs());
  AffineExpr rhs = integers.express(compare.getRhs());
  if (!lhs || !rhs || compare.getLhs().getType().isInteger(1))
    return std::nullopt;
  Predicate predicate = compare.getPredicate();
  switch (predicate) {
  // Exact where one side is known to be nonnegative; otherwise there is no
  // signed comparison that says the same.
  case Predicate::ult:
    return isBelowUnsigned(lhs, rhs);
  case Predicate::ule:
    return negate(isBelowUnsigned(rhs, lhs));
  case Predicate::ugt:
    return isBelowUnsigned(rhs, lhs);
  case Predicate::uge:
    return negate(isBelowUnsigned(lhs, rhs));
  case Predicate::eq:
    return isZero(lhs - rhs);
  case Predicate::ne:
    return isZero(lhs - rhs).negate();
  case Predicate::slt:
    return isNonNegative(rhs - lhs - 1);
  case Predicate::sle:
    return isNonNegative(rhs - lhs);
  case Predicate::sgt:
    return isNonNegative(lhs - rhs - 1);
  case Predicate::sge:
    return isNonNegative(lhs - rhs);
  }
  return std::nullopt;
}
