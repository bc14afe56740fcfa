//===- ExpandMath.cpp - Expansion of math ops -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = math.isinf %x : f32
// becomes
//   %0 = arith.cmpf oeq, %x, +infinity
//   %1 = arith.cmpf oeq, %x, -infinity
//   %r = arith.ori %0, %1
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Transforms/Support/Approximations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// How many dimensions a vector may have at most for upstream to convert `op`.
static std::optional<int64_t> getMaxRank(Operation *op) {
  // One call of a library, or one intrinsic, for each element.
  if (isa<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
          math::ErfOp, math::ErfcOp, math::FPowIOp, math::IPowIOp>(op))
    return mayBeApproximated(op) ? std::nullopt : std::optional<int64_t>(-1);
  if (isa<math::AbsIOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp,
          math::SincosOp, arith::AddUIExtendedOp, arith::MulSIExtendedOp,
          arith::MulUIExtendedOp>(op))
    return 1;
  return std::nullopt;
}

static bool hasTooManyDims(Operation *op) {
  auto vector = op->getNumResults() == 0
                    ? VectorType()
                    : dyn_cast<VectorType>(op->getResult(0).getType());
  if (!vector || vector.isScalable())
    return false;
  std::optional<int64_t> rank = getMaxRank(op);
  return rank && vector.getRank() > *rank;
}

/// Replaces `op` by ops on its rows, or on its elements.
static void splitVector(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  builder.setInsertionPoint(op);
  ArrayRef<int64_t> shape =
      cast<VectorType>(op->getResult(0).getType()).getShape();
  bool keepsRows = *getMaxRank(op) == 1;
  ArrayRef<int64_t> outer = keepsRows ? shape.drop_back() : shape;
  auto getPartType = [&](Type type) -> Type {
    Type element = getElementTypeOrSelf(type);
    return keepsRows ? VectorType::get(shape.back(), element) : element;
  };
  SmallVector<Value> whole;
  for (Type type : op->getResultTypes())
    whole.push_back(ub::PoisonOp::create(builder, type));
  SmallVector<int64_t> strides = computeStrides(outer);
  for (int64_t i = 0, e = computeProduct(outer); i < e; ++i) {
    SmallVector<int64_t> at = delinearize(i, strides);
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, vector::ExtractOp::create(builder, operand, at));
    Operation *part = builder.clone(*op, mapping);
    for (auto [result, all] : llvm::zip_equal(part->getResults(), whole)) {
      result.setType(getPartType(result.getType()));
      all = vector::InsertOp::create(builder, result, all, at);
    }
  }
  rewriter.replaceOp(op, whole);
}

//===----------------------------------------------------------------------===//
// Kinds of numbers
//===----------------------------------------------------------------------===//

namespace {

/// Builds the answers of `math.isnan` and the like by comparisons, which are
/// exact for all floats: those without infinities, too.
class NumberKind {
public:
  NumberKind(ImplicitLocOpBuilder &builder, Value number)
      : builder(builder), number(number),
        semantics(cast<FloatType>(getElementTypeOrSelf(number.getType()))
                      .getFloatSemantics()) {}

  Value buildIsNaN() { return compare(arith::CmpFPredicate::UNO, number); }

  Value buildIsInf() {
    if (!APFloat::semanticsHasInf(semantics))
      return buildFalse();
    APFloat infinity = APFloat::getInf(semantics);
    return arith::OrIOp::create(
        builder, compare(arith::CmpFPredicate::OEQ, constant(infinity)),
        compare(arith::CmpFPredicate::OEQ, constant(-infinity)));
  }

  Value buildIsFinite() {
    if (!APFloat::semanticsHasInf(semantics))
      return compare(arith::CmpFPredicate::ORD, number);
    APFloat infinity = APFloat::getInf(semantics);
    return arith::AndIOp::create(
        builder, compare(arith::CmpFPredicate::OLT, constant(infinity)),
        compare(arith::CmpFPredicate::OGT, constant(-infinity)));
  }

  Value buildIsNormal() {
    APFloat least = APFloat::getSmallestNormalized(semantics);
    Value isLarge = compare(arith::CmpFPredicate::OGE, constant(least));
    if (APFloat::semanticsHasSignedRepr(semantics))
      isLarge = arith::OrIOp::create(
          builder, isLarge,
          compare(arith::CmpFPredicate::OLE, constant(-least)));
    return arith::AndIOp::create(builder, buildIsFinite(), isLarge);
  }

private:
  Value constant(const APFloat &value) {
    auto element =
        builder.getFloatAttr(getElementTypeOrSelf(number.getType()), value);
    TypedAttr attribute = element;
    if (auto vector = dyn_cast<VectorType>(number.getType()))
      attribute = DenseElementsAttr::get(vector, element);
    return arith::ConstantOp::create(builder, attribute);
  }

  Value compare(arith::CmpFPredicate predicate, Value other) {
    return arith::CmpFOp::create(builder, predicate, number, other);
  }

  Value buildFalse() {
    Type type = builder.getI1Type();
    if (auto vector = dyn_cast<VectorType>(number.getType()))
      type = vector.clone(type);
    return arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  }

  ImplicitLocOpBuilder &builder;
  Value number;
  const llvm::fltSemantics &semantics;
};

} // namespace

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// LLVM's power has an exponent of 32 bits, as a C `int`.
static constexpr unsigned exponentWidth = 32;

/// Casts the integers or indices in `value` to those of `element`, by sign.
static Value castIntegers(ImplicitLocOpBuilder &builder, Value value,
                          Type element) {
  if (value.getType() == element)
    return value;
  if (value.getType().isIndex() || element.isIndex())
    return arith::IndexCastOp::create(builder, element, value);
  return arith::ExtSIOp::create(builder, element, value);
}

static void widenExponent(RewriterBase &rewriter, math::FPowIOp op) {
  Value exponent = op.getRhs();
  auto type = dyn_cast<IntegerType>(exponent.getType());
  if (type && type.getWidth() >= exponentWidth)
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Type wide = type ? builder.getI32Type() : builder.getI64Type();
  Value cast = castIntegers(builder, exponent, wide);
  rewriter.modifyOpInPlace(op, [&] { op.getRhsMutable().assign(cast); });
}

/// Upstream has a power of integers, but none of indices, and its constants -1
/// and 1 are the same in one bit.
static void castPower(RewriterBase &rewriter, math::IPowIOp op) {
  Type type = op.getType();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  if (type.isInteger(1)) {
    // x to the power of 0 is 1; 0 to that of -1 is not defined.
    Value one = arith::ConstantOp::create(builder, builder.getOneAttr(type));
    Value isZero = arith::XOrIOp::create(builder, op.getRhs(), one);
    rewriter.replaceOp(op, arith::OrIOp::create(builder, op.getLhs(), isZero));
    return;
  }
  if (!type.isIndex())
    return;
  Type wide = builder.getI64Type();
  Value power =
      math::IPowIOp::create(builder, castIntegers(builder, op.getLhs(), wide),
                            castIntegers(builder, op.getRhs(), wide));
  rewriter.replaceOp(op, castIntegers(builder, power, type));
}

/// `clampf` is the lesser of `max` and the greater of `min` and the value; a
/// NaN stays one.
static void expandClamp(RewriterBase &rewriter, math::ClampFOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value low = arith::MaximumFOp::create(builder, op.getValue(), op.getMin(),
                                        op.getFastmath());
  rewriter.replaceOp(op, arith::MinimumFOp::create(builder, low, op.getMax(),
                                                   op.getFastmath()));
}

static void expandKind(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  NumberKind kind(builder, op->getOperand(0));
  if (isa<math::IsNaNOp>(op))
    return rewriter.replaceOp(op, kind.buildIsNaN());
  if (isa<math::IsInfOp>(op))
    return rewriter.replaceOp(op, kind.buildIsInf());
  if (isa<math::IsFiniteOp>(op))
    return rewriter.replaceOp(op, kind.buildIsFinite());
  rewriter.replaceOp(op, kind.buildIsNormal());
}

static void expand(RewriterBase &rewriter, Operation *op) {
  if (isa<ShapedType>(op->getOperand(0).getType()) &&
      !isa<VectorType>(op->getOperand(0).getType()))
    return;
  if (isa<math::IsNaNOp, math::IsInfOp, math::IsFiniteOp, math::IsNormalOp>(op))
    return expandKind(rewriter, op);
  if (auto clamp = dyn_cast<math::ClampFOp>(op))
    return expandClamp(rewriter, clamp);
  if (isa<ShapedType>(op->getOperand(0).getType()))
    return;
  if (auto power = dyn_cast<math::FPowIOp>(op))
    return widenExponent(rewriter, power);
  if (auto power = dyn_cast<math::IPowIOp>(op))
    castPower(rewriter, power);
}

static bool isMath(Operation *op) {
  return isa_and_present<math::MathDialect>(op->getDialect());
}

void layout::expandMath(Operation *root) {
  expandComplex(root);
  IRRewriter rewriter(root->getContext());
  for (Operation *op : collectOps(root, hasTooManyDims))
    splitVector(rewriter, op);
  for (Operation *op : collectOps(root, isMath))
    expand(rewriter, op);
}
