//===- LoopRange.cpp - Bounds of affine.for and scf.for -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRange.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

bool LoopRange::canHandle(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInductionVar().getType().isIndex() && !loop.getUnsignedCmp();
  return isa<affine::AffineForOp>(op);
}

Value LoopRange::getVariable() const { return getBody()->getArgument(0); }

std::optional<int64_t> LoopRange::getStep() const {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop))
    return affineFor.getStepAsInt();
  return getConstantIntValue(cast<scf::ForOp>(loop).getStep());
}

std::optional<int64_t> LoopRange::getConstantLower() const {
  if (auto scfFor = dyn_cast<scf::ForOp>(loop))
    return getConstantIntValue(scfFor.getLowerBound());
  auto affineFor = cast<affine::AffineForOp>(loop);
  if (affineFor.hasConstantLowerBound())
    return affineFor.getConstantLowerBound();
  return std::nullopt;
}

/// The variables of `expr`, each once.
static SmallVector<unsigned> getVariables(AffineExpr expr) {
  SmallVector<unsigned> variables;
  expr.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    if (dim && !llvm::is_contained(variables, dim.getPosition()))
      variables.push_back(dim.getPosition());
  });
  return variables;
}

bool LoopRange::canUse(const IntegerFacts &facts, AffineExpr expr) const {
  Region *scope = affine::getAffineScope(loop);
  return llvm::all_of(getVariables(expr), [&](unsigned variable) {
    Value value = facts.getVariable(variable);
    // Of an extent, the variable is the buffer.
    return value.getType().isIndex() &&
           !loop->isAncestor(value.getParentRegion()->getParentOp()) &&
           (isa<scf::ForOp>(loop) || affine::isValidDim(value, scope));
  });
}

/// `expr` as a map of `operands`, which are appended to.
static AffineExpr bindVariables(const IntegerFacts &facts, AffineExpr expr,
                                unsigned numDims,
                                SmallVectorImpl<Value> &operands) {
  DenseMap<AffineExpr, AffineExpr> symbols, dims;
  MLIRContext *context = expr.getContext();
  for (auto [i, variable] : llvm::enumerate(getVariables(expr))) {
    // Symbols on the way, so that nothing is mapped twice.
    AffineExpr symbol = getAffineSymbolExpr(i, context);
    symbols[getAffineDimExpr(variable, context)] = symbol;
    dims[symbol] = getAffineDimExpr(numDims + i, context);
    operands.push_back(facts.getVariable(variable));
  }
  return expr.replace(symbols).replace(dims);
}

static void narrowAffine(const IntegerFacts &facts, affine::AffineForOp loop,
                         AffineExpr expr, bool isLower) {
  AffineMap map = isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
  ValueRange old =
      isLower ? loop.getLowerBoundOperands() : loop.getUpperBoundOperands();
  SmallVector<Value> added;
  expr = bindVariables(facts, expr, map.getNumDims(), added);
  SmallVector<Value> operands(old.take_front(map.getNumDims()));
  operands.append(added);
  llvm::append_range(operands, old.drop_front(map.getNumDims()));
  SmallVector<AffineExpr> results(map.getResults());
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  bool isJoined = false;
  for (AffineExpr &result : results)
    if (auto known = dyn_cast<AffineConstantExpr>(result); known && constant) {
      int64_t a = known.getValue(), b = constant.getValue();
      result = getAffineConstantExpr(isLower ? std::max(a, b) : std::min(a, b),
                                     expr.getContext());
      isJoined = true;
    }
  if (!isJoined && !llvm::is_contained(results, expr))
    results.push_back(expr);
  map = AffineMap::get(map.getNumDims() + added.size(), map.getNumSymbols(),
                       results, expr.getContext());
  affine::canonicalizeMapAndOperands(&map, &operands);
  if (isLower)
    loop.setLowerBound(operands, map);
  else
    loop.setUpperBound(operands, map);
}

static void narrowScf(const IntegerFacts &facts, scf::ForOp loop,
                      AffineExpr expr, bool isLower) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  OpOperand &bound =
      isLower ? loop.getLowerBoundMutable() : loop.getUpperBoundMutable();
  std::optional<int64_t> old = getConstantIntValue(bound.get());
  if (auto constant = dyn_cast<AffineConstantExpr>(expr); constant && old) {
    int64_t value = isLower ? std::max(*old, constant.getValue())
                            : std::min(*old, constant.getValue());
    if (value != *old)
      bound.set(arith::ConstantIndexOp::create(builder, loc, value));
    return;
  }
  SmallVector<Value> operands;
  expr = bindVariables(facts, expr, 0, operands);
  OpFoldResult folded = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(operands.size(), 0, expr),
      getAsOpFoldResult(operands));
  Value value = getValueOrCreateConstantIndexOp(builder, loc, folded);
  if (isLower)
    bound.set(arith::MaxSIOp::create(builder, loc, bound.get(), value));
  else
    bound.set(arith::MinSIOp::create(builder, loc, bound.get(), value));
}

void LoopRange::narrow(const IntegerFacts &facts, AffineExpr expr,
                       bool isLower) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop))
    narrowAffine(facts, affineFor, expr, isLower);
  else
    narrowScf(facts, cast<scf::ForOp>(loop), expr, isLower);
}
