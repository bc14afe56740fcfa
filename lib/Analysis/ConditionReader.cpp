//===- ConditionReader.cpp - Boolean values as formulas -------------------===//
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
  constexpr unsigned maxNesting = 16;
  OptionalCondition result;
  if (nesting < maxNesting) {
    ++nesting;
    result = compute(condition);
    --nesting;
  }
  if (result)
    return result;
  if (AffineExpr leaf = integers.getBooleanLeaf(condition))
    return isNonNegative(leaf - 1);
  return std::nullopt;
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

OptionalCondition ConditionReader::readCompare(arith::CmpIOp compare) {
  using Predicate = arith::CmpIPredicate;
  AffineExpr lhs = integers.express(compare.getLhs());
  AffineExpr rhs = integers.express(compare.getRhs());
  if (!lhs || !rhs || compare.getLhs().getType().isInteger(1))
    return std::nullopt;
  Predicate predicate = compare.getPredicate();
  bool isUnsigned = predicate == Predicate::ult ||
                    predicate == Predicate::ule ||
                    predicate == Predicate::ugt || predicate == Predicate::uge;
  // Values count as signed.
  if (isUnsigned &&
      (!integers.isNonNegative(lhs) || !integers.isNonNegative(rhs)))
    return std::nullopt;
  switch (predicate) {
  case Predicate::eq:
    return isZero(lhs - rhs);
  case Predicate::ne:
    return isZero(lhs - rhs).negate();
  case Predicate::slt:
  case Predicate::ult:
    return isNonNegative(rhs - lhs - 1);
  case Predicate::sle:
  case Predicate::ule:
    return isNonNegative(rhs - lhs);
  case Predicate::sgt:
  case Predicate::ugt:
    return isNonNegative(lhs - rhs - 1);
  case Predicate::sge:
  case Predicate::uge:
    return isNonNegative(lhs - rhs);
  }
  return std::nullopt;
}
