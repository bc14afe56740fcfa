//===- AffineReader.cpp - Integer values as affine expressions ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineReader.h"

#include "Layout/IR/IntegerConstants.h"
#include "LoweredDivision.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Constants beyond this are no indices: leaves room for sums and products.
static bool isModest(int64_t value) {
  constexpr int64_t limit = int64_t(1) << 40;
  return value > -limit && value < limit;
}

/// Sums of two coefficients below this do not wrap around, nor products with a
/// modest number that MLIR computes: x + x, doubled 63 times, had -2^63.
static bool isCoefficient(int64_t value) {
  constexpr int64_t limit = int64_t(1) << 56;
  return value > -limit && value < limit;
}

/// Expressions share their parts, but are walked as trees: a short chain of
/// divisions may be a tree of millions of nodes.
static bool isSmall(AffineExpr expr) {
  constexpr unsigned maxNodes = 64;
  unsigned numNodes = 0;
  SmallVector<AffineExpr> worklist{expr};
  while (!worklist.empty()) {
    if (++numNodes > maxNodes)
      return false;
    // A sum that is doubled 63 times has the coefficient -2^63, which has no
    // negative: expressions with it were wrong.
    AffineExpr part = worklist.pop_back_val();
    if (auto constant = dyn_cast<AffineConstantExpr>(part);
        constant && !isCoefficient(constant.getValue()))
      return false;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(part))
      worklist.append({binary.getLHS(), binary.getRHS()});
  }
  return true;
}

AffineExpr AffineReader::getConstant(int64_t value) const {
  return isModest(value) ? getAffineConstantExpr(value, context) : AffineExpr();
}

bool AffineReader::isNonNegative(AffineExpr expr) const {
  Interval range = getRange(expr);
  return range.low && *range.low >= 0;
}

AffineExpr AffineReader::express(OpFoldResult value) {
  if (auto dynamic = dyn_cast<Value>(value))
    return express(dynamic);
  std::optional<int64_t> constant = getConstantNumber(value);
  return constant ? getConstant(*constant) : AffineExpr();
}

AffineExpr AffineReader::express(Value value) {
  auto known = expressions.find(value);
  if (known != expressions.end())
    return known->second;
  if (!value.getType().isIntOrIndex())
    return {};
  constexpr unsigned maxNesting = 64;
  AffineExpr expr;
  if (nesting < maxNesting) {
    ++nesting;
    expr = compute(value);
    --nesting;
  }
  if (!expr || !isSmall(expr))
    expr = getLeaf(value);
  expressions[value] = expr;
  return expr;
}

AffineExpr AffineReader::express(AffineExpr expr, unsigned numDims,
                                 ValueRange operands) {
  // Operands that the expression does not mention are not read: each may be a
  // long chain of its own.
  llvm::SmallBitVector isUsed(operands.size());
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      isUsed.set(dim.getPosition());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      isUsed.set(numDims + symbol.getPosition());
  });
  SmallVector<AffineExpr> exprs(operands.size(),
                                getAffineConstantExpr(0, context));
  for (unsigned operand : isUsed.set_bits()) {
    exprs[operand] = express(operands[operand]);
    if (!exprs[operand])
      return {};
  }
  ArrayRef<AffineExpr> all = exprs;
  AffineExpr result = expr.replaceDimsAndSymbols(all.take_front(numDims),
                                                 all.drop_front(numDims));
  // A symbol as divisor or factor is no affine arithmetic.
  return result.isPureAffine() && isSmall(result) ? result : AffineExpr();
}

/// Returns true if the result of `op`, as a signed number, is that of
/// mathematics.
static bool hasNoSignedWrap(Operation *op) {
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

/// Returns true if `op` makes an index of the lowest bits of a wider integer.
static bool isCutToIndex(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
         ConstantIntRanges::getStorageBitwidth(op->getOperand(0).getType()) >
             IndexType::kInternalStorageBitWidth;
}

AffineExpr AffineReader::compute(Value value) {
  // The number of an i1 depends on who reads it.
  if (value.getType().isInteger(1))
    return {};
  // With all bits of the constant: upstream's getConstantIntValue takes 0 for
  // 2^64, by which branches were decided wrong.
  if (std::optional<int64_t> constant = getConstantNumber(value))
    return getConstant(*constant);
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    return express(map.getResult(0), map.getNumDims(), apply.getMapOperands());
  }
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return getExtent(dim.getSource(), dim.getConstantIndex());
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return computeSelect(select);
  AffineExpr expr =
      op->getNumOperands() == 2 ? computeBinary(op) : computeCast(op);
  // Arithmetic on indices is that of numbers; a shift to the left is one of
  // bits, and drops some, as does a cast from a wider type.
  bool isOfBits = isa<arith::ShLIOp>(op) || isCutToIndex(op);
  if (!expr || (value.getType().isIndex() && !isOfBits) || hasNoSignedWrap(op))
    return expr;
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  Interval range = getRange(expr);
  bool fits = width <= 64 && range.low && range.high &&
              llvm::isIntN(width, *range.low) &&
              llvm::isIntN(width, *range.high);
  return fits ? expr : AffineExpr();
}

/// The k of 2^k, if `expr` is that.
static std::optional<unsigned> getExponent(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  if (!constant || !llvm::isPowerOf2_64(constant.getValue()))
    return std::nullopt;
  return llvm::Log2_64(constant.getValue());
}

/// Shifts by a constant, and masks that keep the low bits: products, quotients
/// and remainders by a power of two.
AffineExpr AffineReader::computeBits(Operation *op) {
  auto constant =
      dyn_cast_or_null<AffineConstantExpr>(express(op->getOperand(1)));
  AffineExpr lhs = constant ? express(op->getOperand(0)) : AffineExpr();
  if (!lhs)
    return {};
  // In two's complement, of negative numbers too.
  if (isa<arith::AndIOp>(op)) {
    bool keepsLow = constant.getValue() > 0 && getExponent(constant + 1);
    return keepsLow ? lhs % (constant.getValue() + 1) : AffineExpr();
  }
  constexpr int64_t limit = 40; // no index is shifted further
  int64_t amount = constant.getValue();
  Type type = op->getResult(0).getType();
  if (amount < 0 || amount >= limit ||
      (!type.isIndex() && amount >= type.getIntOrFloatBitWidth()))
    return {};
  int64_t power = int64_t(1) << amount;
  if (isa<arith::ShLIOp>(op))
    return lhs * power;
  return isa<arith::ShRSIOp>(op) || isNonNegative(lhs) ? lhs.floorDiv(power)
                                                       : AffineExpr();
}

AffineExpr AffineReader::computeBinary(Operation *op) {
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, arith::AndIOp>(op))
    return computeBits(op);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
           arith::RemUIOp>(op))
    return {};
  AffineExpr lhs = express(op->getOperand(0));
  AffineExpr rhs = express(op->getOperand(1));
  if (!lhs || !rhs)
    return {};
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return lhs - rhs;
  if (isa<arith::MulIOp>(op))
    return isa<AffineConstantExpr>(lhs) || isa<AffineConstantExpr>(rhs)
               ? lhs * rhs
               : AffineExpr();
  return computeDivision(op, lhs, rhs);
}

AffineExpr AffineReader::computeDivision(Operation *op, AffineExpr lhs,
                                         AffineExpr rhs) {
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  if (!divisor || divisor.getValue() <= 0)
    return {};
  if (isa<arith::FloorDivSIOp>(op))
    return lhs.floorDiv(divisor);
  if (isa<arith::CeilDivSIOp>(op))
    return lhs.ceilDiv(divisor);
  // These round towards zero, or read the sign as a digit.
  if (!isNonNegative(lhs))
    return {};
  return isa<arith::DivSIOp, arith::DivUIOp>(op) ? lhs.floorDiv(divisor)
                                                 : lhs % divisor;
}

AffineExpr AffineReader::computeSelect(arith::SelectOp select) {
  std::optional<LoweredDivision> division = matchLoweredDivision(select);
  AffineExpr dividend = division ? express(division->dividend) : AffineExpr();
  AffineExpr divisor = division ? getConstant(division->divisor) : AffineExpr();
  if (!dividend || !divisor)
    return {};
  return getAffineBinaryOpExpr(division->kind, dividend, divisor);
}

AffineExpr AffineReader::computeCast(Operation *op) {
  bool isUnsigned = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
  if (!isUnsigned &&
      !isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return {};
  if (op->getOperand(0).getType().isInteger(1))
    return {};
  AffineExpr expr = express(op->getOperand(0));
  if (expr && isUnsigned && !isNonNegative(expr))
    return {};
  return expr;
}

IndexBounds AffineReader::expressBound(AffineMap map, ValueRange operands) {
  IndexBounds bounds;
  for (AffineExpr result : map.getResults()) {
    if (AffineExpr expr = express(result, map.getNumDims(), operands))
      bounds.exprs.push_back(expr);
    else
      bounds.isComplete = false;
  }
  return bounds;
}

IndexBounds AffineReader::expressBound(OpFoldResult value, bool isUpper) {
  auto dynamic = dyn_cast<Value>(value);
  Operation *op = dynamic ? dynamic.getDefiningOp() : nullptr;
  if (auto min = dyn_cast_or_null<affine::AffineMinOp>(op); min && isUpper)
    return expressBound(min.getMap(), min.getOperands());
  if (auto max = dyn_cast_or_null<affine::AffineMaxOp>(op); max && !isUpper)
    return expressBound(max.getMap(), max.getOperands());
  bool isArith = isUpper ? isa_and_nonnull<arith::MinSIOp>(op)
                         : isa_and_nonnull<arith::MaxSIOp>(op);
  SmallVector<OpFoldResult> parts{value};
  if (isArith)
    parts = {op->getOperand(0), op->getOperand(1)};
  IndexBounds bounds;
  for (OpFoldResult part : parts) {
    if (AffineExpr expr = express(part))
      bounds.exprs.push_back(expr);
    else
      bounds.isComplete = false;
  }
  return bounds;
}
