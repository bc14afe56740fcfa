//===- ValueReducerIntegers.cpp - Identities of integers and of undef -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Values/ValueReducer.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

using OptionalKnown = std::optional<KnownValue>;

/// One op on integers of one width, or on `index`, whose arithmetic is that of
/// the integers.
class IntegerOp {
public:
  IntegerOp(Operation *op, ArrayRef<KnownValue> operands)
      : op(op), type(getElementTypeOrSelf(op->getResult(0).getType())),
        lhs(operands.front()), rhs(operands.back()) {
    for (auto [number, operand] : {std::pair(&left, &lhs), {&right, &rhs}})
      if (auto attr = dyn_cast_or_null<IntegerAttr>(operand->constant))
        *number = attr.getValue();
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      mayNotWrap = flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap();
  }

  OptionalKnown reduce() {
    return llvm::TypeSwitch<Operation *, OptionalKnown>(op)
        .Case<arith::AddIOp>([&](auto) { return add(); })
        .Case<arith::SubIOp>([&](auto) { return subtract(); })
        .Case<arith::MulIOp>([&](auto) { return multiply(); })
        .Case<arith::XOrIOp>([&](auto) { return exclusiveOr(); })
        .Case<arith::AndIOp>([&](auto) { return bitwiseAnd(); })
        .Case<arith::OrIOp>([&](auto) { return bitwiseOr(); })
        .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
            [&](auto) { return shift(); })
        .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
              arith::CeilDivSIOp, arith::CeilDivUIOp>(
            [&](auto) { return divide(); })
        .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) { return remainder(); })
        .Case<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
            [&](auto) { return extremum(); })
        .Case<arith::CmpIOp>(
            [&](auto compare) { return this->compare(compare.getPredicate()); })
        .Default(OptionalKnown());
  }

private:
  OptionalKnown number(const APInt &value) const {
    return KnownValue::getConstant(IntegerAttr::get(type, value));
  }
  OptionalKnown zero() const { return number(APInt::getZero(getWidth())); }
  unsigned getWidth() const {
    return type.isIndex() ? IndexType::kInternalStorageBitWidth
                          : type.getIntOrFloatBitWidth();
  }
  bool areBothConstant() const { return left && right; }
  /// The same number, whatever undefined values are.
  bool areSame() const { return lhs.isEqualTo(rhs); }

  /// A folded sum, difference or product. What overflows is poison under a
  /// flag, and no number of 64 bits on `index`, where numbers have a sign.
  OptionalKnown fold(const APInt &wrapped, bool signedOverflow,
                     bool unsignedOverflow) const {
    if (type.isIndex() ? signedOverflow
                       : mayNotWrap && (signedOverflow || unsignedOverflow))
      return std::nullopt;
    return number(wrapped);
  }

  /// u op y takes every value where y -> u op y undoes every y: y must keep
  /// still while u varies, and no value of u may be forbidden.
  OptionalKnown undefinedBy(const KnownValue &undef,
                            const KnownValue &other) const {
    if (!undef.isUndef() || other.dependsOn(undef.free) || mayNotWrap)
      return std::nullopt;
    KnownValue result(op->getResult(0));
    result.free = undef.free;
    result.addDependenceOf(undef);
    result.addDependenceOf(other);
    return result;
  }
  OptionalKnown undefinedByOne() const {
    OptionalKnown result = undefinedBy(lhs, rhs);
    return result ? result : undefinedBy(rhs, lhs);
  }

  OptionalKnown add() {
    if (rhs.isZeroInteger())
      return lhs;
    if (lhs.isZeroInteger())
      return rhs;
    if (areBothConstant()) {
      bool signedOverflow = false, unsignedOverflow = false;
      APInt sum = left->sadd_ov(*right, signedOverflow);
      (void)left->uadd_ov(*right, unsignedOverflow);
      return fold(sum, signedOverflow, unsignedOverflow);
    }
    return undefinedByOne();
  }

  OptionalKnown subtract() {
    if (rhs.isZeroInteger())
      return lhs;
    if (areSame())
      return zero();
    if (areBothConstant()) {
      bool signedOverflow = false, unsignedOverflow = false;
      APInt difference = left->ssub_ov(*right, signedOverflow);
      (void)left->usub_ov(*right, unsignedOverflow);
      return fold(difference, signedOverflow, unsignedOverflow);
    }
    return undefinedByOne();
  }

  OptionalKnown multiply() {
    for (auto [one, other] : {std::pair(&lhs, &rhs), {&rhs, &lhs}}) {
      if (one->isZeroInteger()) // of undefined values too
        return zero();
      if (one->isInteger(APInt(getWidth(), 1)))
        return *other;
    }
    if (areBothConstant()) {
      bool signedOverflow = false, unsignedOverflow = false;
      APInt product = left->smul_ov(*right, signedOverflow);
      (void)left->umul_ov(*right, unsignedOverflow);
      return fold(product, signedOverflow, unsignedOverflow);
    }
    // Odd numbers have an inverse modulo 2^n, but none among the integers.
    if (type.isIndex())
      return std::nullopt;
    if (right && (*right)[0])
      return undefinedBy(lhs, rhs);
    if (left && (*left)[0])
      return undefinedBy(rhs, lhs);
    return std::nullopt;
  }

  OptionalKnown exclusiveOr() {
    if (rhs.isZeroInteger())
      return lhs;
    if (lhs.isZeroInteger())
      return rhs;
    if (areSame())
      return zero();
    if (areBothConstant())
      return number(*left ^ *right);
    return undefinedByOne();
  }

  OptionalKnown bitwiseAnd() {
    for (auto [one, other] : {std::pair(&lhs, &rhs), {&rhs, &lhs}}) {
      if (one->isZeroInteger())
        return zero();
      if (one->isInteger(APInt::getAllOnes(getWidth())))
        return *other;
    }
    if (areSame())
      return lhs;
    return areBothConstant() ? number(*left & *right) : std::nullopt;
  }

  OptionalKnown bitwiseOr() {
    for (auto [one, other] : {std::pair(&lhs, &rhs), {&rhs, &lhs}}) {
      if (one->isZeroInteger())
        return *other;
      if (one->isInteger(APInt::getAllOnes(getWidth())))
        return *one;
    }
    if (areSame())
      return lhs;
    return areBothConstant() ? number(*left | *right) : std::nullopt;
  }

  /// By the width or more: poison.
  OptionalKnown shift() {
    if (!right || right->uge(getWidth()) || type.isIndex())
      return std::nullopt;
    if (right->isZero())
      return lhs;
    if (lhs.isZeroInteger())
      return zero();
    if (!left || mayNotWrap)
      return std::nullopt;
    unsigned by = right->getZExtValue();
    if (isa<arith::ShLIOp>(op))
      return number(left->shl(by));
    return number(isa<arith::ShRSIOp>(op) ? left->ashr(by) : left->lshr(by));
  }

  /// By what is not known, or zero, it may not be defined. The least number
  /// divided by -1 is not.
  OptionalKnown divide() {
    if (!right || right->isZero())
      return std::nullopt;
    bool isUnsigned = isa<arith::DivUIOp, arith::CeilDivUIOp>(op);
    bool isOne = right->isOne() && (isUnsigned || right->getBitWidth() > 1);
    if (isOne)
      return lhs;
    if (lhs.isZeroInteger())
      return zero();
    if (!left || !isa<arith::DivSIOp, arith::DivUIOp>(op))
      return std::nullopt;
    if (isUnsigned)
      return number(left->udiv(*right));
    if (left->isMinSignedValue() && right->isAllOnes())
      return std::nullopt;
    return number(left->sdiv(*right));
  }

  OptionalKnown remainder() {
    if (!right || right->isZero())
      return std::nullopt;
    bool isUnsigned = isa<arith::RemUIOp>(op);
    bool isOne = right->isOne() && (isUnsigned || right->getBitWidth() > 1);
    if (isOne || lhs.isZeroInteger())
      return zero();
    if (!left || (!isUnsigned && left->isMinSignedValue()))
      return std::nullopt;
    return number(isUnsigned ? left->urem(*right) : left->srem(*right));
  }

  /// The neutral number of a maximum is the least one.
  OptionalKnown extremum() {
    if (areSame())
      return lhs;
    // On `index` there is no least number.
    bool isSigned = isa<arith::MaxSIOp, arith::MinSIOp>(op);
    bool isMax = isa<arith::MaxSIOp, arith::MaxUIOp>(op);
    unsigned width = getWidth();
    APInt least =
        isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
    APInt greatest =
        isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    if (!type.isIndex())
      for (auto [one, other] : {std::pair(&lhs, &rhs), {&rhs, &lhs}}) {
        if (one->isInteger(isMax ? least : greatest))
          return *other;
        if (one->isInteger(isMax ? greatest : least))
          return *one;
      }
    if (!areBothConstant())
      return std::nullopt;
    bool isLess = isSigned ? left->slt(*right) : left->ult(*right);
    return number(isLess == isMax ? *right : *left);
  }

  OptionalKnown compare(arith::CmpIPredicate predicate) {
    std::optional<bool> result;
    if (areBothConstant())
      result = arith::applyCmpPredicate(predicate, *left, *right);
    else if (areSame())
      result = arith::applyCmpPredicate(predicate, APInt(2, 0), APInt(2, 0));
    return result ? number(APInt(1, *result)) : std::nullopt;
  }

  Operation *op;
  Type type; ///< of an element of the result
  const KnownValue &lhs, &rhs;
  std::optional<APInt> left, right; ///< if constant
  bool mayNotWrap = false;
};

} // namespace

/// A change of width of a number.
static OptionalKnown reduceCast(Operation *op, const KnownValue &operand) {
  auto integer = dyn_cast_or_null<IntegerAttr>(operand.constant);
  if (!integer)
    return std::nullopt;
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  APInt value = integer.getValue();
  APInt result = isa<arith::ExtUIOp, arith::IndexCastUIOp>(op)
                     ? value.zextOrTrunc(width)
                     : value.sextOrTrunc(width);
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap())
      if (result.sextOrTrunc(value.getBitWidth()) != value ||
          result.zextOrTrunc(value.getBitWidth()) != value)
        return std::nullopt;
  return KnownValue::getConstant(IntegerAttr::get(type, result));
}

/// A select between two undefined values is undefined whatever the condition
/// is, if that does not depend on them.
static OptionalKnown reduceSelect(arith::SelectOp select,
                                  ArrayRef<KnownValue> operands) {
  const KnownValue &condition = operands[0], &ifTrue = operands[1],
                   &ifFalse = operands[2];
  if (auto chosen = dyn_cast_or_null<IntegerAttr>(condition.constant))
    return chosen.getValue().isZero() ? ifFalse : ifTrue;
  if (ifTrue.isEqualTo(ifFalse))
    return ifTrue;
  if (!ifTrue.isUndef() || !ifFalse.isUndef() ||
      condition.dependsOn(ifTrue.free) || condition.dependsOn(ifFalse.free))
    return std::nullopt;
  KnownValue result(select.getResult());
  for (const KnownValue &operand : operands)
    result.addDependenceOf(operand);
  for (const KnownValue *arm : {&ifTrue, &ifFalse})
    result.free.insert(arm->free.begin(), arm->free.end());
  return result;
}

OptionalKnown layout::reduceIntegerOp(Operation *op,
                                      ArrayRef<KnownValue> operands) {
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return reduceSelect(select, operands);
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
          arith::IndexCastUIOp>(op))
    return reduceCast(op, operands.front());
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isIntOrIndex() ||
      !getElementTypeOrSelf(op->getOperand(0).getType()).isIntOrIndex())
    return std::nullopt;
  return IntegerOp(op, operands).reduce();
}
