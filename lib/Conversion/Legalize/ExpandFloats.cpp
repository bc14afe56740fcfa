//===- ExpandFloats.cpp - Arithmetic of small floats in f32 ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %r = arith.addf %x, %y : f8E4M3FN
//
// After, where the conversions become operations on i32:
//   %0 = arith.extf %x : f8E4M3FN to f32
//   %1 = arith.extf %y : f8E4M3FN to f32
//   %2 = arith.addf %0, %1 : f32
//   %r = arith.truncf %2 : f32 to f8E4M3FN
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "SmallFloatConversions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

static bool isExtendableOrVector(Type type) {
  return !isa<TensorType>(type) && isExtendable(getElementTypeOrSelf(type));
}

static bool isTruncatableOrVector(Type type) {
  return isTruncatable(getElementTypeOrSelf(type));
}

static bool isBF16OrVector(Type type) {
  return !isa<TensorType>(type) && getElementTypeOrSelf(type).isBF16();
}

/// Returns true for floats that are computed with in `f32`.
static bool isSmallOrVector(Type type) {
  return isExtendableOrVector(type) || isBF16OrVector(type);
}

/// Returns true if `op` computes with floats, so that it is to have wider ones.
static bool isArithmetic(Operation *op) {
  if (isa<arith::ConstantOp, arith::BitcastOp, arith::SelectOp, arith::ExtFOp,
          arith::TruncFOp, arith::ScalingExtFOp, arith::ScalingTruncFOp,
          math::IsNormalOp>(op)) // a subnormal number is a normal one of f32
    return false;
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) ||
         isa<vector::FMAOp, vector::ReductionOp, vector::MultiDimReductionOp,
             vector::OuterProductOp>(op);
}

/// Returns true for the ops on signs, which LLVM has for `bf16`, too.
static bool isOnSignOfBF16(Operation *op) {
  return isa<arith::NegFOp, math::AbsFOp, math::CopySignOp>(op) &&
         isBF16OrVector(op->getResult(0).getType());
}

/// Returns true for an op on signs that becomes one on bits. LLVM keeps what
/// goes from such an op to another block as `f32`, and calls a library to round
/// it; and it fails on some vectors, for processors with `bf16`.
static bool isOnBits(Operation *op) {
  if (!isOnSignOfBF16(op))
    return false;
  auto vector = dyn_cast<VectorType>(op->getResult(0).getType());
  return !vector || !vector.isScalable();
}

/// Returns true if `op` converts integers. Upstream's canonicalization makes
/// such an op of a conversion to `f32` and the `arith.truncf` after it; both
/// round, as here, if there are more than 24 bits.
static bool isFromInteger(Operation *op) {
  return isa<arith::UIToFPOp, arith::SIToFPOp>(op);
}

/// Returns true if `widen` takes `op`: what it computes is rounded to a type
/// that has all signs, or is the rounding itself.
static bool isWidened(Operation *op) {
  if (!isArithmetic(op) || isOnSignOfBF16(op) ||
      isa<vector::MaskOp>(op->getParentOp()))
    return false;
  return (llvm::any_of(op->getOperandTypes(), isSmallOrVector) ||
          llvm::any_of(op->getResultTypes(), isSmallOrVector)) &&
         llvm::all_of(op->getResultTypes(), [&](Type type) {
           return !isSmallOrVector(type) || isFromInteger(op) ||
                  !isScale(getElementTypeOrSelf(type));
         });
}

/// Returns true for `f80` and `f128`, and vectors of them.
static bool isLongFloat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && !isa<TensorType>(type) && element.getWidth() > 64;
}

/// Returns true for a maximum or minimum that LLVM's code generator ends with
/// an error of: of long floats, if it propagates NaNs and orders zeros.
static bool isLongExtremum(Operation *op) {
  return isa<arith::MaximumFOp, arith::MinimumFOp>(op) &&
         isLongFloat(op->getResult(0).getType());
}

/// Returns true for a sum or a product of `bf16` that rounds after each step,
/// as LLVM has it, and for the extremum of long floats.
static bool isOrderedReduction(Operation *op) {
  using vector::CombiningKind;
  auto reduction = dyn_cast<vector::ReductionOp>(op);
  if (!reduction || reduction.getSourceVectorType().isScalable() ||
      isa<vector::MaskOp>(op->getParentOp()))
    return false;
  CombiningKind kind = reduction.getKind();
  if (isLongFloat(reduction.getType()))
    return kind == CombiningKind::MAXIMUMF || kind == CombiningKind::MINIMUMF;
  return reduction.getType().isBF16() &&
         (kind == CombiningKind::ADD || kind == CombiningKind::MUL) &&
         !bitEnumContainsAll(reduction.getFastmath(),
                             arith::FastMathFlags::reassoc);
}

/// A sum is what comparisons do not give: it is NaN if an operand is, and of
/// zeros it is 0.0 unless both are -0.0, as the maximum; the negated sum of the
/// negated zeros is the minimum.
static void expandExtremum(RewriterBase &rewriter, Operation *op) {
  using Predicate = arith::CmpFPredicate;
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Type type = op->getResult(0).getType();
  Value a = op->getOperand(0), b = op->getOperand(1);
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  auto compare = [&](Predicate predicate, Value x, Value y) -> Value {
    return arith::CmpFOp::create(builder, predicate, x, y);
  };
  auto negate = [&](Value x) -> Value {
    return arith::NegFOp::create(builder, x);
  };
  bool isMaximum = isa<arith::MaximumFOp>(op);
  Value isFirst = compare(isMaximum ? Predicate::OGT : Predicate::OLT, a, b);
  Value isZeros =
      arith::AndIOp::create(builder, compare(Predicate::OEQ, a, zero),
                            compare(Predicate::OEQ, b, zero));
  Value isSum =
      arith::OrIOp::create(builder, isZeros, compare(Predicate::UNO, a, b));
  Value sum =
      isMaximum ? Value(arith::AddFOp::create(builder, a, b))
                : negate(arith::AddFOp::create(builder, negate(a), negate(b)));
  Value extremum = arith::SelectOp::create(builder, isFirst, a, b);
  rewriter.replaceOp(op,
                     arith::SelectOp::create(builder, isSum, sum, extremum));
}

static void unrollReduction(RewriterBase &rewriter, Operation *op) {
  auto reduction = cast<vector::ReductionOp>(op);
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Value result = reduction.getAcc();
  int64_t lanes = reduction.getSourceVectorType().getNumElements();
  for (int64_t i = 0; i < lanes; ++i) {
    Value lane = vector::ExtractOp::create(builder, reduction.getVector(), i);
    result = result
                 ? vector::makeArithReduction(builder, op->getLoc(),
                                              reduction.getKind(), lane, result,
                                              reduction.getFastmathAttr())
                 : lane;
  }
  rewriter.replaceOp(op, result);
}

static Type getWideType(Type type, Builder &builder) {
  Type wide = builder.getF32Type();
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(wide) : wide;
}

/// Gives `op` operands of `f32`, and rounds its results.
static void widen(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  rewriter.startOpModification(op);
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); isSmallOrVector(type))
      operand.set(arith::ExtFOp::create(builder, getWideType(type, builder),
                                        operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type type = result.getType();
    if (!isSmallOrVector(type))
      continue;
    result.setType(getWideType(type, builder));
    auto rounded = arith::TruncFOp::create(builder, type, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
  rewriter.finalizeOpModification(op);
}

static bool isExpandedConversion(Operation *op) {
  if (auto wider = dyn_cast<arith::ExtFOp>(op))
    return isExtendableOrVector(wider.getIn().getType());
  auto narrower = dyn_cast<arith::TruncFOp>(op);
  if (!narrower || isa<TensorType>(narrower.getType()) ||
      !isTruncatableOrVector(narrower.getType()))
    return false;
  Type from = getElementTypeOrSelf(narrower.getIn().getType());
  auto mode = narrower.getRoundingmode();
  return (isExtendable(from) || from.isF16() || from.isBF16() || from.isF32() ||
          from.isF64()) &&
         (!mode || *mode == arith::RoundingMode::to_nearest_even);
}

static void expandConversion(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Value operand = op->getOperand(0);
  Type type = op->getResult(0).getType();
  // Between small floats, too: all are exact in f32, so this rounds once.
  rewriter.replaceOp(op, isExtendableOrVector(operand.getType())
                             ? buildExtension(builder, operand, type)
                             : buildTruncation(builder, operand, type));
}

/// Replaces an op on signs by one on bits.
static void expandSigns(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Type type = op->getResult(0).getType();
  Type integers = builder.getI16Type();
  if (auto vector = dyn_cast<VectorType>(type))
    integers = vector.clone(integers);
  auto getBits = [&](Value value) -> Value {
    return arith::BitcastOp::create(builder, integers, value);
  };
  auto getConstant = [&](const APInt &bits) -> Value {
    TypedAttr constant = builder.getIntegerAttr(builder.getI16Type(), bits);
    if (auto vector = dyn_cast<VectorType>(integers))
      constant = DenseElementsAttr::get(vector, bits);
    return arith::ConstantOp::create(builder, constant);
  };
  constexpr unsigned width = 16;
  Value sign = getConstant(APInt::getSignMask(width));
  Value others = getConstant(APInt::getSignedMaxValue(width));
  Value bits = getBits(op->getOperand(0));
  if (isa<arith::NegFOp>(op)) {
    bits = arith::XOrIOp::create(builder, bits, sign);
  } else {
    bits = arith::AndIOp::create(builder, bits, others);
    if (isa<math::CopySignOp>(op))
      bits = arith::OrIOp::create(
          builder, bits,
          arith::AndIOp::create(builder, getBits(op->getOperand(1)), sign));
  }
  rewriter.replaceOp(op, arith::BitcastOp::create(builder, type, bits));
}

static bool isSmallConstant(Operation *op) {
  return isa<arith::ConstantOp>(op) &&
         isExtendableOrVector(op->getResult(0).getType());
}

/// Upstream converts attributes of few types of floats: the bits of the numbers
/// are integers of the same width.
static void expandConstant(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  auto constant = cast<arith::ConstantOp>(op);
  Type integer = builder.getIntegerType(
      getElementTypeOrSelf(constant.getType()).getIntOrFloatBitWidth());
  TypedAttr bits;
  if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
    bits = builder.getIntegerAttr(integer, number.getValue().bitcastToAPInt());
  else if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
    bits = dense.bitcast(integer);
  if (!bits)
    return;
  Value raw = arith::ConstantOp::create(builder, bits);
  rewriter.replaceOp(
      op, arith::BitcastOp::create(builder, constant.getType(), raw));
}

void layout::expandFloats(Operation *root) {
  IRRewriter rewriter(root->getContext());
  for (Operation *op : collectOps(root, isOrderedReduction))
    unrollReduction(rewriter, op);
  for (Operation *op : collectOps(root, isLongExtremum))
    expandExtremum(rewriter, op);
  for (Operation *op : collectOps(root, isOnBits))
    expandSigns(rewriter, op);
  for (Operation *op : collectOps(root, isWidened))
    widen(rewriter, op);
  for (Operation *op : collectOps(root, isExpandedConversion))
    expandConversion(rewriter, op);
  for (Operation *op : collectOps(root, isSmallConstant))
    expandConstant(rewriter, op);
}
