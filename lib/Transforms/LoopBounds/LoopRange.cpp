//===- LoopRange.cpp - Bounds of affine.for and scf.for -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRange.h"

#include "Layout/Analysis/Integers/LoopInvariance.h"
#include "Layout/Analysis/Integers/LoopSteps.h"
#include "Layout/Analysis/Values/Poison.h"
#include "Layout/IR/AffineIndices.h"
#include "Layout/IR/IntegerConstants.h"
#include "Map/LargeNumbers.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/MoveOutOfLoop.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

bool LoopRange::canHandle(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInductionVar().getType().isIndex() && !loop.getUnsignedCmp();
  return isa<affine::AffineForOp>(op);
}

bool LoopRange::canNarrow(Operation *op) {
  if (canHandle(op))
    return true;
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || loop.getUnsignedCmp())
    return false;
  unsigned width = loop.getInductionVar().getType().getIntOrFloatBitWidth();
  return width > 1 && width <= 64 &&
         stepsWithoutWrap(loop, getConstantNumber(loop.getUpperBound()));
}

LoopCounter LoopRange::getCounter() const {
  return getLoopCounters(loop).front();
}

std::optional<uint64_t> LoopRange::getNumIterations() const {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop))
    return affine::getConstantTripCount(affineFor);
  std::optional<APInt> count = cast<scf::ForOp>(loop).getStaticTripCount();
  return count ? count->tryZExtValue() : std::nullopt;
}

static AffineExpr getOnly(ArrayRef<AffineExpr> exprs) {
  return exprs.size() == 1 ? exprs.front() : AffineExpr();
}

AffineExpr LoopRange::getLower(IntegerFacts &facts) const {
  return getOnly(facts.express(getCounter().lower));
}

AffineExpr LoopRange::getUpper(IntegerFacts &facts) const {
  return getOnly(facts.express(getCounter().upper));
}

//===----------------------------------------------------------------------===//
// Variables in bounds
//===----------------------------------------------------------------------===//

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

AffineExpr LoopRange::align(IntegerFacts &facts, AffineExpr point) const {
  std::optional<int64_t> step = getStep();
  if (step == 1)
    return point;
  AffineExpr lower = getLower(facts);
  if (!step || *step < 1 || !lower)
    return {};
  return lower + (point - lower).ceilDiv(*step) * *step;
}

std::optional<LoopBound> LoopRange::planBound(IntegerFacts &facts,
                                              AffineExpr expr) const {
  // Of the range of a type only, as the extent of a buffer is: no loop gets
  // there, and `layout-legalize` would refuse the bound.
  if (hasLargeNumber(expr) ||
      !llvm::all_of(getVariables(expr),
                    [&](unsigned variable) { return canUse(facts, variable); }))
    return std::nullopt;
  auto mayClamp = [&](unsigned variable) {
    return canUse(facts, variable) && canClamp(facts, variable);
  };
  LoopBoundPlanner planner(facts, getVariable(), &getBody()->front(), mayClamp);
  planner.setEnds(getLower(facts), getUpper(facts));
  return planner.plan(expr);
}

/// Numbers of a fixed width are modest: computing with them as indices stays
/// as far from the ends of the type as computing with indices does.
static bool isModest(const IntegerFacts &facts, unsigned variable,
                     MLIRContext *context) {
  constexpr int64_t limit = int64_t(1) << 40;
  Interval range = facts.getRange(getAffineDimExpr(variable, context));
  return range.low && range.high && *range.low > -limit && *range.high < limit;
}

/// Returns true if a bound of the loop is `value`, up to casts, so that the
/// program branches on it already.
static bool isBound(Operation *loop, Value value) {
  return llvm::any_of(loop->getOperands(), [&](Value operand) {
    while (auto cast = operand.getDefiningOp<arith::IndexCastOp>())
      operand = cast.getIn();
    return operand == value;
  });
}

bool LoopRange::canUse(const IntegerFacts &facts, unsigned variable) const {
  Value value = facts.getVariable(variable);
  // The loop may be one that never tests the condition, but its bounds it does.
  if (!isBound(loop, value) && mayBePoison(value))
    return false;
  bool isOutside = !loop->isAncestor(value.getParentRegion()->getParentOp());
  bool isExtent = isa<BaseMemRefType>(value.getType());
  if (isExtent ? !isOutside || !facts.getExtentDim(variable)
               : !isLoopInvariant(loop, value))
    return false;
  bool isIndex = value.getType().isIndex();
  if (!isIndex && !isExtent &&
      (value.getType().isInteger(1) ||
       !isModest(facts, variable, loop->getContext())))
    return false;
  if (isa<scf::ForOp>(loop))
    return true;
  // It, or what is computed from it, must be at the top of the function.
  Region *scope = affine::getAffineScope(loop);
  if (isOutside && isIndex)
    return mayBeAffineDim(value, scope);
  return isOutside ? affine::isTopLevelValue(value, scope)
                   : loop->getParentRegion() == scope;
}

/// A minimum may be a bound's operand at the top of the function only.
bool LoopRange::canClamp(const IntegerFacts &facts, unsigned variable) const {
  if (isa<scf::ForOp>(loop))
    return true;
  Region *scope = affine::getAffineScope(loop);
  return loop->getParentRegion() == scope ||
         affine::isTopLevelValue(facts.getVariable(variable), scope);
}

Operation *LoopRange::getClampPlace() const {
  if (isa<scf::ForOp>(loop))
    return loop;
  return affine::getAffineScope(loop)->findAncestorOpInRegion(*loop);
}

void LoopRange::moveOut(const IntegerFacts &facts, AffineExpr expr) {
  for (unsigned variable : getVariables(expr))
    moveOutOfLoop(loop, facts.getVariable(variable));
}

/// `number` as an index: where it is cast already, or directly after it.
Value LoopRange::buildIndex(Value number) const {
  Block *block = number.getParentBlock();
  Operation *place = block->findAncestorOpInBlock(*loop);
  for (Operation *user : number.getUsers())
    if (isa<arith::IndexCastOp>(user) && user->getBlock() == block &&
        user->getResult(0).getType().isIndex() &&
        (!place || user->isBeforeInBlock(place)))
      return user->getResult(0);
  OpBuilder builder(loop);
  builder.setInsertionPointAfterValue(number);
  return arith::IndexCastOp::create(builder, loop->getLoc(),
                                    builder.getIndexType(), number);
}

/// The value of a variable before the loop; a `memref.dim` is built at `place`.
Value LoopRange::build(const IntegerFacts &facts, unsigned variable,
                       Operation *place) const {
  Value value = facts.getVariable(variable);
  if (std::optional<unsigned> dim = facts.getExtentDim(variable)) {
    OpBuilder builder(place);
    return memref::DimOp::create(builder, loop->getLoc(), value, *dim);
  }
  moveOutOfLoop(loop, value);
  return value.getType().isIndex() ? value : buildIndex(value);
}

/// The smaller (or larger) of a value and an expression over others, of which
/// `operands` has all; the one before `place` if there is one.
template <typename MinMaxOp>
static Value buildMinMax(AffineExpr end, ArrayRef<Value> operands,
                         Operation *place) {
  MLIRContext *context = place->getContext();
  AffineMap map = AffineMap::get(
      0, operands.size(), {getAffineSymbolExpr(0, context), end}, context);
  for (Operation *user : operands.front().getUsers()) {
    auto known = dyn_cast<MinMaxOp>(user);
    Operation *here =
        known ? known->getBlock()->findAncestorOpInBlock(*place) : nullptr;
    if (here && known.getMap() == map && known->isBeforeInBlock(here) &&
        llvm::equal(known.getOperands(), operands))
      return known;
  }
  OpBuilder builder(place);
  return MinMaxOp::create(builder, place->getLoc(), map, operands);
}

Value LoopRange::buildClamped(const IntegerFacts &facts,
                              const LoopBound &bound) const {
  Operation *place = getClampPlace();
  Value value = build(facts, *bound.clamped, place);
  auto clamp = [&](AffineExpr end, auto build) {
    if (!end)
      return;
    SmallVector<Value> operands{value};
    DenseMap<AffineExpr, AffineExpr> symbols;
    for (unsigned variable : getVariables(end)) {
      symbols[getAffineDimExpr(variable, end.getContext())] =
          getAffineSymbolExpr(operands.size(), end.getContext());
      operands.push_back(this->build(facts, variable, place));
    }
    value = build(end.replace(symbols), operands);
  };
  clamp(bound.high, [&](AffineExpr end, ArrayRef<Value> operands) -> Value {
    return buildMinMax<affine::AffineMinOp>(end, operands, place);
  });
  clamp(bound.low, [&](AffineExpr end, ArrayRef<Value> operands) -> Value {
    return buildMinMax<affine::AffineMaxOp>(end, operands, place);
  });
  return value;
}

/// `bound` as a map of `operands`, which are appended to.
AffineExpr LoopRange::bindVariables(const IntegerFacts &facts,
                                    const LoopBound &bound,
                                    SmallVectorImpl<Value> &operands) const {
  DenseMap<AffineExpr, AffineExpr> symbols, dims;
  AffineExpr expr = bound.expr;
  MLIRContext *context = expr.getContext();
  for (auto [i, variable] : llvm::enumerate(getVariables(expr))) {
    // Symbols on the way, so that nothing is mapped twice.
    AffineExpr symbol = getAffineSymbolExpr(i, context);
    symbols[getAffineDimExpr(variable, context)] = symbol;
    dims[symbol] = getAffineDimExpr(i, context);
    operands.push_back(variable == bound.clamped
                           ? buildClamped(facts, bound)
                           : build(facts, variable, loop));
  }
  return expr.replace(symbols).replace(dims);
}
