//===- LoweredDivision.cpp - Recognizing lowered divisions ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweredDivision.h"

#include "Layout/IR/IntegerConstants.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if `value` is a - b, with a constant a.
static bool isConstantMinus(Value value, int64_t a, Value b) {
  auto sub = value.getDefiningOp<arith::SubIOp>();
  return sub && sub.getRhs() == b && getConstantNumber(sub.getLhs()) == a;
}

/// Returns true if `value` is a + b, with a constant b.
static bool isPlusConstant(Value value, Value a, int64_t b) {
  if (auto add = value.getDefiningOp<arith::AddIOp>())
    return (add.getLhs() == a && getConstantNumber(add.getRhs()) == b) ||
           (add.getRhs() == a && getConstantNumber(add.getLhs()) == b);
  auto sub = value.getDefiningOp<arith::SubIOp>();
  return sub && sub.getLhs() == a && getConstantNumber(sub.getRhs()) == -b;
}

/// The number that is compared with 0; null if `condition` is something else.
static Value getCompared(Value condition, arith::CmpIPredicate predicate) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  bool isIt = compare && compare.getPredicate() == predicate &&
              getConstantNumber(compare.getRhs()) == 0;
  return isIt ? compare.getLhs() : Value();
}

static std::optional<int64_t> getPositive(Value divisor) {
  std::optional<int64_t> number = getConstantNumber(divisor);
  return number && *number > 0 ? number : std::nullopt;
}

static std::optional<LoweredDivision> matchMod(arith::SelectOp select) {
  Value rest = getCompared(select.getCondition(), arith::CmpIPredicate::slt);
  auto rem = rest ? rest.getDefiningOp<arith::RemSIOp>() : arith::RemSIOp();
  std::optional<int64_t> divisor =
      rem ? getPositive(rem.getRhs()) : std::nullopt;
  if (!divisor || select.getFalseValue() != rest ||
      !isPlusConstant(select.getTrueValue(), rest, *divisor))
    return std::nullopt;
  return LoweredDivision{AffineExprKind::Mod, rem.getLhs(), *divisor};
}

/// The select that is divided, if it has the same condition.
static arith::SelectOp getDividend(arith::DivSIOp quotient,
                                   arith::SelectOp select) {
  auto dividend = quotient ? quotient.getLhs().getDefiningOp<arith::SelectOp>()
                           : arith::SelectOp();
  bool isSame = dividend && dividend.getCondition() == select.getCondition();
  return isSame ? dividend : arith::SelectOp();
}

static std::optional<LoweredDivision> matchFloorDiv(arith::SelectOp select) {
  Value x = getCompared(select.getCondition(), arith::CmpIPredicate::slt);
  Value q = select.getFalseValue();
  auto quotient = q.getDefiningOp<arith::DivSIOp>();
  arith::SelectOp dividend = getDividend(quotient, select);
  if (!x || !dividend || dividend.getFalseValue() != x ||
      !isConstantMinus(dividend.getTrueValue(), -1, x) ||
      !isConstantMinus(select.getTrueValue(), -1, q))
    return std::nullopt;
  std::optional<int64_t> divisor = getPositive(quotient.getRhs());
  if (!divisor)
    return std::nullopt;
  return LoweredDivision{AffineExprKind::FloorDiv, x, *divisor};
}

static std::optional<LoweredDivision> matchCeilDiv(arith::SelectOp select) {
  Value x = getCompared(select.getCondition(), arith::CmpIPredicate::sle);
  auto negative = select.getTrueValue().getDefiningOp<arith::SubIOp>();
  if (!x || !negative)
    return std::nullopt;
  Value q = negative.getRhs();
  auto quotient = q.getDefiningOp<arith::DivSIOp>();
  arith::SelectOp dividend = getDividend(quotient, select);
  if (!dividend || !isConstantMinus(dividend.getTrueValue(), 0, x) ||
      !isPlusConstant(dividend.getFalseValue(), x, -1) ||
      !isConstantMinus(negative, 0, q) ||
      !isPlusConstant(select.getFalseValue(), q, 1))
    return std::nullopt;
  std::optional<int64_t> divisor = getPositive(quotient.getRhs());
  if (!divisor)
    return std::nullopt;
  return LoweredDivision{AffineExprKind::CeilDiv, x, *divisor};
}

std::optional<LoweredDivision>
layout::matchLoweredDivision(arith::SelectOp select) {
  // On a fixed width what is negated may wrap around.
  if (!select.getType().isIndex())
    return std::nullopt;
  if (auto division = matchMod(select))
    return division;
  if (auto division = matchFloorDiv(select))
    return division;
  return matchCeilDiv(select);
}
