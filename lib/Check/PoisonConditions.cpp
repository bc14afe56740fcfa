//===- PoisonConditions.cpp - Conditions for poison -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoisonConditions.h"

#include "OpFlags.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;
using arith::CmpFPredicate;
using arith::CmpIPredicate;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {

class ConditionBuilder {
public:
  ConditionBuilder(OpResult result, ImplicitLocOpBuilder &builder)
      : op(result.getOwner()), result(result), builder(builder) {
    if (auto masking = dyn_cast<vector::MaskOp>(op)) {
      op = masking.getMaskableOp();
      mask = masking.getMask();
    }
    if (!op)
      return;
    flags = OpFlags::read(op);
  }

  SmallVector<PoisonCondition> build();

private:
  // Values, for each lane.
  Value constant(Type type, const APInt &value);
  Value constant(Type type, const APFloat &value);
  Value zeroOf(Value value);
  Value compare(CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, predicate, a, b);
  }
  Value isNegative(Value value) {
    return compare(CmpIPredicate::slt, value, zeroOf(value));
  }
  template <typename Op>
  Value make(Value a, Value b) {
    return Op::create(builder, a, b);
  }

  void require(StringRef reason, Value isPoison) {
    conditions.push_back({reason, isPoison});
  }

  void checkAdd();
  void checkSub();
  void checkMul();
  void checkShift(bool isLeft);
  void checkTrunc();
  void checkOr();
  void checkDiv();
  void checkFloatToInt(bool isSigned);
  void checkOperandIs(StringRef reason, const APInt &value);
  void checkDisjointIndices(affine::AffineLinearizeIndexOp linearize);
  void checkFloats();
  Value isSpecial(Value value, CmpIPredicate againstInfinity);

  Operation *op; ///< null if there is none within `vector.mask`
  OpResult result;
  Value mask; ///< of the `vector.mask` around `op`, whose result it is; or null
  ImplicitLocOpBuilder &builder;
  OpFlags flags;
  SmallVector<PoisonCondition> conditions;
};

} // namespace

static unsigned getWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IndexType::kInternalStorageBitWidth
                           : element.getIntOrFloatBitWidth();
}

/// Null for a type that has no infinity, and so is not computed with.
static FloatType getFloatWithInfinity(Type type) {
  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return floatType && APFloat::semanticsHasInf(floatType.getFloatSemantics())
             ? floatType
             : FloatType();
}

Value ConditionBuilder::constant(Type type, const APInt &value) {
  TypedAttr attr = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, Attribute(attr));
  return arith::ConstantOp::create(builder, attr);
}

Value ConditionBuilder::constant(Type type, const APFloat &value) {
  TypedAttr attr = FloatAttr::get(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, Attribute(attr));
  return arith::ConstantOp::create(builder, attr);
}

Value ConditionBuilder::zeroOf(Value value) {
  return arith::ConstantOp::create(builder,
                                   builder.getZeroAttr(value.getType()));
}

/// A sum wraps where both operands have the sign that it has not.
void ConditionBuilder::checkAdd() {
  Value a = op->getOperand(0), b = op->getOperand(1);
  if (flags.nsw)
    require("nsw",
            isNegative(make<arith::AndIOp>(make<arith::XOrIOp>(result, a),
                                           make<arith::XOrIOp>(result, b))));
  if (flags.nuw)
    require("nuw", compare(CmpIPredicate::ult, result, a));
}

void ConditionBuilder::checkSub() {
  Value a = op->getOperand(0), b = op->getOperand(1);
  if (flags.nsw)
    require("nsw",
            isNegative(make<arith::AndIOp>(make<arith::XOrIOp>(a, b),
                                           make<arith::XOrIOp>(a, result))));
  if (flags.nuw)
    require("nuw", compare(CmpIPredicate::ult, a, b));
}

/// The upper half of the whole product is no more than an extension.
void ConditionBuilder::checkMul() {
  Value a = op->getOperand(0), b = op->getOperand(1);
  unsigned width = getWidth(result.getType());
  if (flags.nsw) {
    Value high = arith::MulSIExtendedOp::create(builder, a, b).getHigh();
    Value signBit = constant(result.getType(), APInt(width, width - 1));
    require("nsw", compare(CmpIPredicate::ne, high,
                           make<arith::ShRSIOp>(result, signBit)));
  }
  if (flags.nuw) {
    Value high = arith::MulUIExtendedOp::create(builder, a, b).getHigh();
    require("nuw", compare(CmpIPredicate::ne, high, zeroOf(high)));
  }
}

/// Nothing is lost where shifting back finds the operand again.
void ConditionBuilder::checkShift(bool isLeft) {
  Value a = op->getOperand(0), amount = op->getOperand(1);
  unsigned width = getWidth(result.getType());
  APInt constantAmount;
  bool isDefined = matchPattern(amount, m_ConstantInt(&constantAmount)) &&
                   constantAmount.ult(width);
  if (!isDefined) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(op);
    // Of one bit, only 0 is less than the width, which is no number of it.
    Value last = constant(amount.getType(), APInt(width, width - 1));
    Value isTooFar = compare(CmpIPredicate::ugt, amount, last);
    amount = arith::SelectOp::create(builder, isTooFar, zeroOf(amount), amount);
    op->setOperand(1, amount);
    require("shift by the width or more", isTooFar);
  }
  auto lose = [&](StringRef flag, Value back) {
    require(flag, compare(CmpIPredicate::ne, back, a));
  };
  if (flags.exact)
    lose("exact", make<arith::ShLIOp>(result, amount));
  if (isLeft && flags.nsw)
    lose("nsw", make<arith::ShRSIOp>(result, amount));
  if (isLeft && flags.nuw)
    lose("nuw", make<arith::ShRUIOp>(result, amount));
}

void ConditionBuilder::checkTrunc() {
  Value a = op->getOperand(0);
  auto lose = [&](StringRef flag, Value back) {
    require(flag, compare(CmpIPredicate::ne, back, a));
  };
  if (flags.nsw)
    lose("nsw", arith::ExtSIOp::create(builder, a.getType(), result));
  if (flags.nuw)
    lose("nuw", arith::ExtUIOp::create(builder, a.getType(), result));
}

void ConditionBuilder::checkDiv() {
  if (flags.exact)
    require("exact", compare(CmpIPredicate::ne, op->getOperand(0),
                             make<arith::MulIOp>(result, op->getOperand(1))));
}

void ConditionBuilder::checkOr() {
  if (!flags.disjoint)
    return;
  Value both = make<arith::AndIOp>(op->getOperand(0), op->getOperand(1));
  require("disjoint", compare(CmpIPredicate::ne, both, zeroOf(both)));
}

/// The float is strictly between the least representable integer minus 1 and
/// the greatest plus 1. Where these are no floats of the type, the next ones
/// inside are allowed.
void ConditionBuilder::checkFloatToInt(bool isSigned) {
  Value from = op->getOperand(0);
  FloatType type = getFloatWithInfinity(from.getType());
  if (!type)
    return;
  unsigned width = getWidth(result.getType());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  auto isWithin = [&](const APInt &neighbour, CmpFPredicate strictly,
                      CmpFPredicate orAt) -> Value {
    APFloat bound(type.getFloatSemantics());
    bool isFloat =
        bound.convertFromAPInt(neighbour, /*IsSigned=*/true,
                               APFloat::rmTowardZero) == APFloat::opOK;
    return arith::CmpFOp::create(builder, isFloat ? strictly : orAt, from,
                                 constant(from.getType(), bound));
  };
  APInt least = isSigned ? APInt::getSignedMinValue(width).sext(width + 2)
                         : APInt(width + 2, 0);
  APInt greatest = isSigned ? APInt::getSignedMaxValue(width).sext(width + 2)
                            : APInt::getMaxValue(width).zext(width + 2);
  Value isInside = make<arith::AndIOp>(
      isWithin(least - 1, CmpFPredicate::OGT, CmpFPredicate::OGE),
      isWithin(greatest + 1, CmpFPredicate::OLT, CmpFPredicate::OLE));
  op->setOperand(
      0, arith::SelectOp::create(builder, isInside, from, zeroOf(from)));
  Value isTrue = constant(isInside.getType(), APInt(1, 1));
  require("out of range", make<arith::XOrIOp>(isInside, isTrue));
}

/// The only operand has a value with which the operation is not defined.
void ConditionBuilder::checkOperandIs(StringRef reason, const APInt &value) {
  Value operand = op->getOperand(0);
  require(reason, compare(CmpIPredicate::eq, operand,
                          constant(operand.getType(), value)));
}

/// Each index is below its bound, and only the outermost one, which may have no
/// bound, may be negative. Bounds are not.
void ConditionBuilder::checkDisjointIndices(
    affine::AffineLinearizeIndexOp linearize) {
  if (!linearize.getDisjoint())
    return;
  ValueRange indices = linearize.getMultiIndex();
  SmallVector<OpFoldResult> basis = linearize.getMixedBasis();
  size_t numUnbounded = indices.size() - basis.size();
  Value isPoison;
  auto add = [&](Value isBad) {
    isPoison = isPoison ? make<arith::OrIOp>(isPoison, isBad) : isBad;
  };
  for (auto [i, bound] : llvm::enumerate(basis)) {
    Value end =
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), bound);
    bool isOutermost = i + numUnbounded == 0;
    add(compare(isOutermost ? CmpIPredicate::sge : CmpIPredicate::uge,
                indices[i + numUnbounded], end));
    add(isNegative(end));
  }
  if (isPoison)
    require("disjoint", isPoison);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// How the magnitude, as bits, compares with that of infinity: equal, or
/// greater for NaN. Null for what is no float.
Value ConditionBuilder::isSpecial(Value value, CmpIPredicate againstInfinity) {
  if (isa<ComplexType>(value.getType())) {
    Value re =
        isSpecial(complex::ReOp::create(builder, value), againstInfinity);
    Value im =
        isSpecial(complex::ImOp::create(builder, value), againstInfinity);
    return re ? make<arith::OrIOp>(re, im) : Value();
  }
  FloatType type = getFloatWithInfinity(value.getType());
  if (!type)
    return {};
  Type bitsType = builder.getIntegerType(type.getWidth());
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    bitsType = vector.clone(bitsType);
  Value bits = arith::BitcastOp::create(builder, bitsType, value);
  APInt magnitude = APInt::getSignedMaxValue(type.getWidth());
  APInt infinity = APFloat::getInf(type.getFloatSemantics()).bitcastToAPInt();
  return compare(againstInfinity,
                 make<arith::AndIOp>(bits, constant(bitsType, magnitude)),
                 constant(bitsType, infinity));
}

/// An argument or the result that is NaN, or infinite. Of a reduction, each
/// lane that is not masked off is an argument.
void ConditionBuilder::checkFloats() {
  auto getShape = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? vector.getShape() : ArrayRef<int64_t>();
  };
  auto forbid = [&](StringRef flag, CmpIPredicate predicate) {
    SmallVector<Value> values(op->getOperands());
    values.push_back(result);
    Value isPoison;
    for (Value value : values) {
      Value isBad = isSpecial(value, predicate);
      if (isBad && isa<vector::ReductionOp>(op) &&
          isa<VectorType>(value.getType())) {
        if (mask)
          isBad = make<arith::AndIOp>(isBad, mask);
        isBad = vector::ReductionOp::create(builder, vector::CombiningKind::OR,
                                            isBad);
      }
      if (!isBad || getShape(isBad.getType()) != getShape(result.getType()))
        continue;
      isPoison = isPoison ? make<arith::OrIOp>(isPoison, isBad) : isBad;
    }
    if (isPoison)
      require(flag, isPoison);
  };
  if (flags.nnan)
    forbid("nnan", CmpIPredicate::ugt);
  if (flags.ninf)
    forbid("ninf", CmpIPredicate::eq);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

SmallVector<PoisonCondition> ConditionBuilder::build() {
  if (!op)
    return {};
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::AddIOp, LLVM::AddOp>([&](auto) { checkAdd(); })
      .Case<arith::SubIOp, LLVM::SubOp>([&](auto) { checkSub(); })
      .Case<arith::MulIOp, LLVM::MulOp>([&](auto) { checkMul(); })
      .Case<arith::ShLIOp, LLVM::ShlOp, index::ShlOp>(
          [&](auto) { checkShift(/*isLeft=*/true); })
      .Case<arith::ShRUIOp, LLVM::LShrOp, index::ShrUOp, arith::ShRSIOp,
            LLVM::AShrOp, index::ShrSOp>(
          [&](auto) { checkShift(/*isLeft=*/false); })
      .Case<arith::TruncIOp, LLVM::TruncOp>([&](auto) { checkTrunc(); })
      .Case<arith::DivUIOp, arith::DivSIOp, LLVM::UDivOp, LLVM::SDivOp>(
          [&](auto) { checkDiv(); })
      .Case<LLVM::OrOp>([&](auto) { checkOr(); })
      .Case<LLVM::CountLeadingZerosOp, LLVM::CountTrailingZerosOp>(
          [&](auto count) {
            if (count.getIsZeroPoison())
              checkOperandIs("is_zero_poison",
                             APInt::getZero(getWidth(result.getType())));
          })
      .Case([&](LLVM::AbsOp absolute) {
        if (absolute.getIsIntMinPoison())
          checkOperandIs("is_int_min_poison",
                         APInt::getSignedMinValue(getWidth(result.getType())));
      })
      .Case([&](affine::AffineLinearizeIndexOp linearize) {
        checkDisjointIndices(linearize);
      })
      .Case<LLVM::ZExtOp, LLVM::UIToFPOp>([&](auto) {
        if (flags.nneg)
          require("nneg", isNegative(op->getOperand(0)));
      })
      .Case<ub::PoisonOp>([&](auto) {
        require("", constant(builder.getI1Type(), APInt(1, 1)));
      })
      .Case<arith::FPToSIOp, LLVM::FPToSIOp>(
          [&](auto) { checkFloatToInt(/*isSigned=*/true); })
      .Case<arith::FPToUIOp, LLVM::FPToUIOp>(
          [&](auto) { checkFloatToInt(/*isSigned=*/false); })
      .Default([&](Operation *) { checkFloats(); });
  return std::move(conditions);
}

SmallVector<PoisonCondition>
layout::buildPoisonConditions(OpResult result, ImplicitLocOpBuilder &builder) {
  return ConditionBuilder(result, builder).build();
}
