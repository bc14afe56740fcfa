//===- ValueReducerFloats.cpp - Identities of floats ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Values/ValueReducer.h"

#include "FloatClasses.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;
// The classes of floats.
using llvm::FPClassTest, llvm::fcAllFlags, llvm::fcFinite, llvm::fcInf,
    llvm::fcNan, llvm::fcNegInf, llvm::fcNegZero, llvm::fcNegative,
    llvm::fcNone, llvm::fcPosInf, llvm::fcPosZero, llvm::fcPositive,
    llvm::fcZero;

namespace {

using OptionalKnown = std::optional<KnownValue>;
using Flags = arith::FastMathFlags;

} // namespace

static bool has(Flags flags, Flags flag) {
  return bitEnumContainsAll(flags, flag);
}

/// Formats in which signed zeros, infinities and NaN are as IEEE 754 has them.
static bool isStandardFloat(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// The guarantee of a flag about operands holds for numbers of the program, not
/// for contents of padding.
static KnownValue restrictByFlags(const KnownValue &operand, Flags flags) {
  KnownValue result = operand;
  if (!operand.leaves.empty())
    return result;
  if (has(flags, Flags::nnan))
    result.classes = result.classes & ~fcNan;
  if (has(flags, Flags::ninf))
    result.classes = result.classes & ~fcInf;
  return result;
}

/// Returns true if an operand is computed by an op with which `op` may be
/// reassociated.
static bool mayReassociate(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    auto fast = operand.getDefiningOp<arith::ArithFastMathInterface>();
    auto flags =
        fast ? fast.getFastMathFlagsAttr() : arith::FastMathFlagsAttr();
    return flags && has(flags.getValue(), Flags::reassoc);
  });
}

namespace {

/// One op on floats, whose operands are as its flags guarantee.
class FloatOp {
public:
  FloatOp(Operation *op, ArrayRef<KnownValue> known, Flags flags,
          Executions executions)
      : op(op), type(getElementTypeOrSelf(op->getResult(0).getType())),
        flags(flags), isAdded(executions == Executions::Added),
        isReordered(isAdded && has(flags, Flags::reassoc) &&
                    mayReassociate(op)) {
    // In a sum the guarantee would be about the summand: only the flags of the
    // product can say that 0 * y is no NaN.
    if (isa<arith::AddFOp, arith::SubFOp>(op))
      flags = flags & ~(Flags::nnan | Flags::ninf);
    for (const KnownValue &operand : known) {
      operands.push_back(restrictByFlags(operand, flags));
      auto attr = dyn_cast_or_null<FloatAttr>(operand.constant);
      numbers.push_back(attr ? std::optional(attr.getValue()) : std::nullopt);
    }
  }

  /// With `nsz` a zero may come out with either sign: it is no one number.
  OptionalKnown reduce() {
    OptionalKnown result = reduceExactly();
    // Under nsz a zero has either sign. Taken for 0.0, it was stored to padding
    // that must hold -0.0.
    if (!result || !has(flags, Flags::nsz) || !(result->classes & fcZero))
      return result;
    result->classes = result->classes | fcZero;
    auto number = dyn_cast_or_null<FloatAttr>(result->constant);
    if (number && number.getValue().isZero())
      result->constant = {};
    return result->constant || result->same ? result : std::nullopt;
  }

  OptionalKnown reduceExactly() {
    return llvm::TypeSwitch<Operation *, OptionalKnown>(op)
        .Case<arith::AddFOp>([&](auto) { return addBoth(); })
        .Case<arith::SubFOp>([&](auto) { return subtract(); })
        .Case<arith::MulFOp>([&](auto) { return multiply(); })
        .Case<arith::DivFOp>([&](auto) { return divide(); })
        .Case<arith::NegFOp>([&](auto) { return negate(); })
        .Case<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
              arith::MinNumFOp>([&](auto) { return extremum(); })
        .Case<math::FmaOp, vector::FMAOp>([&](auto) { return multiplyAdd(); })
        .Case<math::FloorOp, math::CeilOp, math::TruncOp, math::RoundOp,
              math::RoundEvenOp>([&](auto) { return roundToIntegral(); })
        .Case<math::AbsFOp>([&](auto) {
          return numbers[0] ? number(abs(*numbers[0])) : std::nullopt;
        })
        .Default(OptionalKnown());
  }

  FPClassTest classify() {
    FPClassTest result = classifyExactly();
    // In another order sums and products overflow that did not, but none of
    // zeros. A sum is not -0.0 in any order, if one part of it is not.
    bool isOfZeros =
        isa<arith::AddFOp, arith::MulFOp>(op) && isZero(0) && isZero(1);
    if (isReordered && !isOfZeros)
      result = isa<arith::AddFOp>(op) ? result | ~fcNegZero : fcAllFlags;
    bool mayFlip = has(flags, Flags::nsz) && (result & fcZero);
    return mayFlip ? result | fcZero : result;
  }

private:
  FPClassTest classifyExactly() {
    return llvm::TypeSwitch<Operation *, FPClassTest>(op)
        .Case<arith::AddFOp>(
            [&](auto) { return sumClasses(classes(0), classes(1)); })
        .Case<arith::SubFOp>(
            [&](auto) { return sumClasses(classes(0), fneg(classes(1))); })
        .Case<arith::MulFOp>(
            [&](auto) { return productClasses(classes(0), classes(1)); })
        .Case<math::FmaOp, vector::FMAOp>([&](auto) {
          return sumClasses(productClasses(classes(0), classes(1)), classes(2));
        })
        .Case<arith::NegFOp>([&](auto) { return fneg(classes(0)); })
        .Case<arith::MaximumFOp, arith::MinimumFOp>(
            [&](auto) { return classes(0) | classes(1); })
        .Default(fcAllFlags);
  }

  FPClassTest classes(unsigned i) const { return operands[i].classes; }
  bool isZero(unsigned i) const { return operands[i].isIn(fcZero); }

  //===--------------------------------------------------------------------===//
  // What other results flags allow
  //===--------------------------------------------------------------------===//

  /// Returns true if a sum may have another value after reassociation with
  /// other sums.
  bool isSumLoose() const {
    return isAdded && has(flags, Flags::reassoc) && !isZero(0) && !isZero(1);
  }
  /// So may a product; 1.0 and zeros do no harm in any order. A product that is
  /// rounded may be added without rounding.
  bool isProductLoose() const {
    if (!isAdded || (isZero(0) && isZero(1)))
      return false;
    if (has(flags, Flags::reassoc) &&
        (isReordered || (!isZero(0) && !isZero(1))))
      return true;
    return has(flags, Flags::contract) && numbers[0] && numbers[1] &&
           isRounded(*numbers[0], *numbers[1]);
  }
  static bool isRounded(APFloat left, const APFloat &right) {
    return left.multiply(right, APFloat::rmNearestTiesToEven) &
           APFloat::opInexact;
  }
  /// So may a quotient, but for zero by a number with a normal reciprocal.
  bool isQuotientLoose() const {
    if (!isAdded)
      return false;
    if (isReordered)
      return true;
    return (has(flags, Flags::arcp) || has(flags, Flags::afn)) &&
           !(isZero(0) && numbers[1] && numbers[1]->isNormal() &&
             (APFloat::getOne(numbers[1]->getSemantics()) / *numbers[1])
                 .isNormal());
  }

  //===--------------------------------------------------------------------===//
  // Identities
  //===--------------------------------------------------------------------===//

  OptionalKnown number(const APFloat &value) const {
    return KnownValue::getConstant(FloatAttr::get(type, value));
  }
  OptionalKnown zero(bool isNegative) const {
    return number(APFloat::getZero(cast<FloatType>(type).getFloatSemantics(),
                                   isNegative));
  }

  /// x + y is x if y is -0.0, or if y is zero and x is not -0.0: there,
  /// -0.0 + 0.0 = 0.0.
  OptionalKnown dropSummand(const KnownValue &x, FPClassTest y) const {
    if ((y & ~fcZero) != fcNone)
      return std::nullopt;
    if (!(y & fcPosZero) || !(x.classes & fcNegZero) || has(flags, Flags::nsz))
      return x;
    return std::nullopt;
  }

  OptionalKnown addBoth() const {
    if (numbers[0] && numbers[1] && !isSumLoose())
      return number(*numbers[0] + *numbers[1]);
    if (OptionalKnown result = dropSummand(operands[0], classes(1)))
      return result;
    return dropSummand(operands[1], classes(0));
  }

  OptionalKnown subtract() const {
    if (numbers[0] && numbers[1] && !isSumLoose())
      return number(*numbers[0] - *numbers[1]);
    if (OptionalKnown result = dropSummand(operands[0], fneg(classes(1))))
      return result;
    bool cancels = !isSumLoose() && operands[0].isEqualTo(operands[1]) &&
                   operands[0].isIn(fcFinite);
    return cancels ? zero(/*isNegative=*/false) : std::nullopt;
  }

  /// A product that is zero, of a known sign.
  OptionalKnown multiply() const {
    for (unsigned one : {0, 1})
      if (numbers[one] && numbers[one]->isExactlyValue(1.0))
        return operands[1 - one];
    if (isProductLoose())
      return std::nullopt;
    if (numbers[0] && numbers[1])
      return number(*numbers[0] * *numbers[1]);
    FPClassTest product = productClasses(classes(0), classes(1));
    if ((product & ~fcZero) != fcNone)
      return std::nullopt;
    if (!(product & fcNegZero))
      return zero(/*isNegative=*/false);
    return !(product & fcPosZero) ? zero(/*isNegative=*/true) : std::nullopt;
  }

  OptionalKnown multiplyAdd() const {
    if (isReordered && !(isZero(0) && isZero(1)))
      return std::nullopt;
    if (numbers[0] && numbers[1] && numbers[2] &&
        !(isAdded && has(flags, Flags::reassoc))) {
      APFloat result = *numbers[0];
      result.fusedMultiplyAdd(*numbers[1], *numbers[2],
                              APFloat::rmNearestTiesToEven);
      return number(result);
    }
    return dropSummand(operands[2], productClasses(classes(0), classes(1)));
  }

  OptionalKnown divide() const {
    if (isQuotientLoose())
      return std::nullopt;
    if (numbers[0] && numbers[1])
      return number(*numbers[0] / *numbers[1]);
    if (numbers[1] && numbers[1]->isExactlyValue(1.0))
      return operands[0];
    return std::nullopt;
  }

  OptionalKnown negate() const {
    return numbers[0] ? number(-*numbers[0]) : std::nullopt;
  }

  /// `math.round` takes halves away from zero. A zero keeps its sign.
  OptionalKnown roundToIntegral() const {
    if (!numbers[0])
      return std::nullopt;
    auto mode = llvm::TypeSwitch<Operation *, llvm::RoundingMode>(op)
                    .Case<math::FloorOp>(
                        [](auto) { return APFloat::rmTowardNegative; })
                    .Case<math::CeilOp>(
                        [](auto) { return APFloat::rmTowardPositive; })
                    .Case<math::TruncOp>(
                        [](auto) { return APFloat::rmTowardZero; })
                    .Case<math::RoundOp>(
                        [](auto) { return APFloat::rmNearestTiesToAway; })
                    .Default(APFloat::rmNearestTiesToEven);
    APFloat result = *numbers[0];
    result.roundToIntegral(mode);
    return number(result);
  }

  /// `maximumf` hands a NaN on, `maxnumf` prefers the number.
  OptionalKnown extremum() const {
    bool isMax = isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
    bool keepsNan = isa<arith::MaximumFOp, arith::MinimumFOp>(op);
    if (operands[0].isEqualTo(operands[1]))
      return operands[0];
    for (unsigned one : {0, 1}) {
      const KnownValue &x = operands[1 - one];
      FPClassTest y = classes(one);
      if (!(y & ~fcNan)) // y is a NaN
        return keepsNan ? operands[one] : x;
      // Which of two zeros `maxnumf` yields is not said.
      bool isExact = keepsNan || (!(x.classes & fcNan) &&
                                  (!(x.classes & fcZero) || !(y & fcZero)));
      if (isExact && isNeutral(x, y, isMax))
        return x;
    }
    if (!numbers[0] || !numbers[1] ||
        (!keepsNan && numbers[0]->isZero() && numbers[1]->isZero()))
      return std::nullopt;
    if (isMax)
      return number(keepsNan ? maximum(*numbers[0], *numbers[1])
                             : maxnum(*numbers[0], *numbers[1]));
    return number(keepsNan ? minimum(*numbers[0], *numbers[1])
                           : minnum(*numbers[0], *numbers[1]));
  }

  /// Returns true if y, no NaN, is proven to be on the far side of x, which may
  /// be NaN.
  static bool isNeutral(const KnownValue &x, FPClassTest y, bool isMax) {
    FPClassTest extreme = isMax ? fcNegInf : fcPosInf;
    if (!(y & ~extreme))
      return true;
    FPClassTest side = isMax ? fcNegative : fcPositive;
    FPClassTest otherSide = isMax ? fcPositive : fcNegative;
    return !(y & ~side) && x.isIn(otherSide | fcNan);
  }

  Operation *op;
  Type type; ///< of an element of the result
  Flags flags;
  bool isAdded;     ///< in executions that are added
  bool isReordered; ///< perhaps, with what an operand is computed by
  SmallVector<KnownValue, 3> operands;
  SmallVector<std::optional<APFloat>, 3> numbers; ///< if constant
};

} // namespace

static bool canHandle(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return false;
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  return isStandardFloat(type) &&
         all_of(op->getOperandTypes(), [&](Type operand) {
           return getElementTypeOrSelf(operand) == type;
         });
}

/// From an integer, exactly or rounded; from a narrower float, exactly.
static OptionalKnown reduceConversion(Operation *op,
                                      const KnownValue &operand) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  if (!operand.constant || !isStandardFloat(type))
    return std::nullopt;
  const llvm::fltSemantics &format = cast<FloatType>(type).getFloatSemantics();
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    APFloat result(format);
    result.convertFromAPInt(cast<IntegerAttr>(operand.constant).getValue(),
                            isa<arith::SIToFPOp>(op),
                            APFloat::rmNearestTiesToEven);
    return KnownValue::getConstant(FloatAttr::get(type, result));
  }
  if (!isa<arith::ExtFOp>(op) || !isStandardFloat(operand.constant.getType()))
    return std::nullopt;
  APFloat result = cast<FloatAttr>(operand.constant).getValue();
  bool losesInfo = false;
  result.convert(format, APFloat::rmNearestTiesToEven, &losesInfo);
  return KnownValue::getConstant(FloatAttr::get(type, result));
}

/// To a narrower float, rounded; `contract` may leave that out.
static OptionalKnown reduceTruncation(arith::TruncFOp op,
                                      const KnownValue &operand, Flags flags,
                                      Executions executions) {
  Type type = getElementTypeOrSelf(op.getType());
  if (!operand.constant || !isStandardFloat(type) ||
      !isStandardFloat(operand.constant.getType()) || op.getRoundingmode())
    return std::nullopt;
  APFloat result = cast<FloatAttr>(operand.constant).getValue();
  bool losesInfo = false;
  result.convert(cast<FloatType>(type).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  if (losesInfo && executions == Executions::Added &&
      bitEnumContainsAny(flags, Flags::contract | Flags::reassoc))
    return std::nullopt;
  return KnownValue::getConstant(FloatAttr::get(type, result));
}

/// To an integer, towards zero. What does not fit is poison, no number.
static OptionalKnown reduceToInteger(Operation *op, const KnownValue &operand) {
  auto number = dyn_cast_or_null<FloatAttr>(operand.constant);
  auto type =
      dyn_cast<IntegerType>(getElementTypeOrSelf(op->getResult(0).getType()));
  if (!number || !type || !isStandardFloat(number.getType()))
    return std::nullopt;
  APSInt result(type.getWidth(), isa<arith::FPToUIOp>(op));
  bool isExact = false;
  if (number.getValue().convertToInteger(result, APFloat::rmTowardZero,
                                         &isExact) &
      APFloat::opInvalidOp)
    return std::nullopt;
  return KnownValue::getConstant(IntegerAttr::get(type, result));
}

/// A comparison of numbers of which neither flag says that it does not occur.
static OptionalKnown reduceComparison(arith::CmpFOp op,
                                      ArrayRef<KnownValue> operands,
                                      Flags flags) {
  auto left = dyn_cast_or_null<FloatAttr>(operands[0].constant);
  auto right = dyn_cast_or_null<FloatAttr>(operands[1].constant);
  if (!left || !right)
    return std::nullopt;
  for (const APFloat &number : {left.getValue(), right.getValue()})
    if ((has(flags, Flags::nnan) && number.isNaN()) ||
        (has(flags, Flags::ninf) && number.isInfinity()))
      return std::nullopt;
  bool result = arith::applyCmpPredicate(op.getPredicate(), left.getValue(),
                                         right.getValue());
  return KnownValue::getConstant(IntegerAttr::get(
      getElementTypeOrSelf(op.getType()), APInt(1, result)));
}

OptionalKnown layout::reduceFloatOp(Operation *op,
                                    ArrayRef<KnownValue> operands, Flags flags,
                                    Executions executions) {
  if (isa<arith::SIToFPOp, arith::UIToFPOp, arith::ExtFOp>(op))
    return reduceConversion(op, operands.front());
  if (auto truncation = dyn_cast<arith::TruncFOp>(op))
    return reduceTruncation(truncation, operands.front(), flags, executions);
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return reduceToInteger(op, operands.front());
  if (auto comparison = dyn_cast<arith::CmpFOp>(op))
    return reduceComparison(comparison, operands, flags);
  if (!canHandle(op))
    return std::nullopt;
  return FloatOp(op, operands, flags, executions).reduce();
}

FPClassTest layout::classifyFloatOp(Operation *op,
                                    ArrayRef<KnownValue> operands, Flags flags,
                                    Executions executions) {
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return conversionClasses(getElementTypeOrSelf(op->getOperand(0).getType()),
                             getElementTypeOrSelf(op->getResult(0).getType()));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return operands[1].classes | operands[2].classes;
  if (!canHandle(op))
    return fcAllFlags;
  return FloatOp(op, operands, flags, executions).classify();
}
