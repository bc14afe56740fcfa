//===- IndexExpressions.cpp - Index values as affine expressions ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexExpressions.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

/// Constants that leave room for the arithmetic on them.
static bool isModest(int64_t value) {
  constexpr int64_t limit = int64_t(1) << 40;
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
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(worklist.pop_back_val()))
      worklist.append({binary.getLHS(), binary.getRHS()});
  }
  return true;
}

IndexExpressions::IndexExpressions(Value root) : root(root) {
  for (int64_t extent : cast<MemRefType>(root.getType()).getShape()) {
    if (!ShapedType::isDynamic(extent)) {
      extents.push_back(getAffineConstantExpr(extent, getContext()));
      continue;
    }
    extents.push_back(getAffineSymbolExpr(symbols.size(), getContext()));
    symbols.push_back(Value());
  }
  numExtentSymbols = symbols.size();
}

SmallVector<Interval> IndexExpressions::getSymbolRanges() const {
  SmallVector<Interval> ranges(maxSymbols);
  for (unsigned i = 0; i < numExtentSymbols; ++i)
    ranges[i].low = 0;
  return ranges;
}

Interval IndexExpressions::getRange(AffineExpr expr,
                                    ArrayRef<Interval> counters) const {
  return rangeOf(expr, counters, getSymbolRanges());
}

bool IndexExpressions::isNonNegative(AffineExpr expr,
                                     ArrayRef<Interval> counters) const {
  Interval range = getRange(expr, counters);
  return range.low && *range.low >= 0;
}

AffineExpr IndexExpressions::express(OpFoldResult value,
                                     ArrayRef<Interval> counters) {
  if (auto dynamic = dyn_cast<Value>(value))
    return express(dynamic, counters);
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && isModest(*constant)
             ? getAffineConstantExpr(*constant, getContext())
             : AffineExpr();
}

AffineExpr IndexExpressions::express(Value value, ArrayRef<Interval> counters) {
  auto known = expressions.find(value);
  if (known != expressions.end())
    return known->second;
  if (!value.getType().isIntOrIndex())
    return {};
  constexpr unsigned maxNesting = 64;
  AffineExpr expr;
  if (nesting < maxNesting) {
    ++nesting;
    expr = compute(value, counters);
    --nesting;
  }
  if (!expr || !isSmall(expr))
    expr = asSymbol(value);
  expressions[value] = expr;
  return expr;
}

AffineExpr IndexExpressions::express(AffineExpr expr, unsigned numDims,
                                     ValueRange operands,
                                     ArrayRef<Interval> counters) {
  SmallVector<AffineExpr> exprs;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    bool isUsed = i < numDims ? expr.isFunctionOfDim(i)
                              : expr.isFunctionOfSymbol(i - numDims);
    exprs.push_back(isUsed ? express(operand, counters)
                           : getAffineConstantExpr(0, getContext()));
    if (!exprs.back())
      return {};
  }
  ArrayRef<AffineExpr> all = exprs;
  AffineExpr result = expr.replaceDimsAndSymbols(all.take_front(numDims),
                                                 all.drop_front(numDims));
  // A symbol as divisor or factor is no affine arithmetic.
  return result.isPureAffine() && isSmall(result) ? result : AffineExpr();
}

AffineExpr IndexExpressions::asSymbol(Value value) {
  // Values of the function's own entry block are computed once.
  if (value.getParentBlock() != root.getParentBlock() ||
      symbols.size() == maxSymbols)
    return {};
  symbols.push_back(value);
  return getAffineSymbolExpr(symbols.size() - 1, getContext());
}

AffineExpr IndexExpressions::compute(Value value, ArrayRef<Interval> counters) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return isModest(*constant) ? getAffineConstantExpr(*constant, getContext())
                               : AffineExpr();
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    return express(map.getResult(0), map.getNumDims(), apply.getMapOperands(),
                   counters);
  }
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return computeExtent(dim.getSource(), dim.getConstantIndex());
  AffineExpr expr = op->getNumOperands() == 2 ? computeBinary(op, counters)
                                              : computeCast(op, counters);
  if (!expr || value.getType().isIndex())
    return expr;
  unsigned width = value.getType().getIntOrFloatBitWidth();
  Interval range = getRange(expr, counters);
  bool fits = width > 1 && width <= 64 && range.low && range.high &&
              llvm::isIntN(width, *range.low) &&
              llvm::isIntN(width, *range.high);
  return fits ? expr : AffineExpr();
}

AffineExpr IndexExpressions::computeBinary(Operation *op,
                                           ArrayRef<Interval> counters) {
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
           arith::RemUIOp>(op))
    return {};
  AffineExpr lhs = express(op->getOperand(0), counters);
  AffineExpr rhs = express(op->getOperand(1), counters);
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
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  if (!divisor || divisor.getValue() <= 0)
    return {};
  if (isa<arith::FloorDivSIOp>(op))
    return lhs.floorDiv(divisor);
  if (isa<arith::CeilDivSIOp>(op))
    return lhs.ceilDiv(divisor);
  // These round towards zero, or read the sign as a digit.
  if (!isNonNegative(lhs, counters))
    return {};
  return isa<arith::DivSIOp, arith::DivUIOp>(op) ? lhs.floorDiv(divisor)
                                                 : lhs % divisor;
}

AffineExpr IndexExpressions::computeCast(Operation *op,
                                         ArrayRef<Interval> counters) {
  bool isUnsigned = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
  if (!isUnsigned &&
      !isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return {};
  AffineExpr expr = express(op->getOperand(0), counters);
  if (expr && isUnsigned && !isNonNegative(expr, counters))
    return {};
  return expr;
}

AffineExpr IndexExpressions::computeExtent(Value buffer,
                                           std::optional<int64_t> dim) {
  if (buffer != root || !dim || *dim < 0 ||
      *dim >= static_cast<int64_t>(extents.size()))
    return {};
  return extents[*dim];
}

IndexBounds IndexExpressions::expressBound(AffineMap map, ValueRange operands,
                                           ArrayRef<Interval> counters) {
  IndexBounds bounds;
  for (AffineExpr result : map.getResults()) {
    if (AffineExpr expr = express(result, map.getNumDims(), operands, counters))
      bounds.exprs.push_back(expr);
    else
      bounds.isComplete = false;
  }
  return bounds;
}

IndexBounds IndexExpressions::expressBound(OpFoldResult value, bool isUpper,
                                           ArrayRef<Interval> counters) {
  auto dynamic = dyn_cast<Value>(value);
  Operation *op = dynamic ? dynamic.getDefiningOp() : nullptr;
  if (auto min = dyn_cast_or_null<affine::AffineMinOp>(op); min && isUpper)
    return expressBound(min.getMap(), min.getOperands(), counters);
  if (auto max = dyn_cast_or_null<affine::AffineMaxOp>(op); max && !isUpper)
    return expressBound(max.getMap(), max.getOperands(), counters);
  bool isArith = isUpper ? isa_and_nonnull<arith::MinSIOp>(op)
                         : isa_and_nonnull<arith::MaxSIOp>(op);
  SmallVector<OpFoldResult> parts{value};
  if (isArith)
    parts = {op->getOperand(0), op->getOperand(1)};
  IndexBounds bounds;
  for (OpFoldResult part : parts) {
    if (AffineExpr expr = express(part, counters))
      bounds.exprs.push_back(expr);
    else
      bounds.isComplete = false;
  }
  return bounds;
}
