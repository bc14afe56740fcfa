//===- BlockElements.cpp - Where elements of a block are ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockElements.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

BlockElements::BlockElements(OpBuilder &builder, Location loc,
                             const CopyBlocks &blocks,
                             ArrayRef<affine::AffineForOp> outer)
    : blocks(blocks), loc(loc), ranges(blocks.loops.getOrder().getRanges()) {
  for (affine::AffineForOp loop : outer)
    operands.push_back(loop.getInductionVar());
  Value none = arith::ConstantIndexOp::create(builder, loc, 0);
  operands.append(2, none);
  llvm::append_range(operands, blocks.copy.nest.fixed);
  placeOperands = operands;
  rowBegin = bindShift(builder, blocks.rowShift);
  laneBegin = bindShift(builder, blocks.laneShift);
}

AffineExpr BlockElements::getDim(unsigned position) const {
  return getAffineDimExpr(position, loc.getContext());
}

/// Where the rows or lanes of a block begin, as an expression.
AffineExpr BlockElements::bindShift(OpBuilder &builder, AffineExpr shift) {
  AffineExpr zero = getAffineConstantExpr(0, loc.getContext());
  if (!shift)
    return zero;
  AffineMap map =
      AffineMap::get(operands.size(), 0, {zero, shift}, zero.getContext());
  SmallVector<Value> used(operands);
  affine::canonicalizeMapAndOperands(&map, &used);
  placeOperands.push_back(affine::AffineMinOp::create(builder, loc, map, used));
  return getDim(placeOperands.size() - 1);
}

AffineExpr BlockElements::at(AffineExpr expr, AffineExpr row,
                             AffineExpr lane) const {
  DenseMap<AffineExpr, AffineExpr> places{{getDim(blocks.getRows()), row},
                                          {getDim(blocks.getLanes()), lane}};
  return expr.replace(places);
}

AffineExpr BlockElements::atPlace(AffineExpr expr, int64_t row,
                                  int64_t lane) const {
  return simplifyAffineExpr(at(expr, rowBegin + row, laneBegin + lane),
                            placeOperands.size(), 0);
}

Value BlockElements::buildValue(OpBuilder &builder, AffineExpr expr) const {
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(placeOperands.size(), 0, expr),
          getAsOpFoldResult(placeOperands)));
}

SmallVector<Value> BlockElements::buildIndices(OpBuilder &builder,
                                               AffineMap map, int64_t row,
                                               int64_t lane) const {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
    return buildValue(builder, atPlace(result, row, lane));
  });
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

int64_t BlockElements::getStep(AffineExpr expr, unsigned dim) const {
  AffineExpr step = simplifyAffineExpr(
      expr.replace(getDim(dim), getDim(dim) + 1) - expr, operands.size(), 0);
  return cast<AffineConstantExpr>(step).getValue();
}

SmallVector<AffineExpr> BlockElements::findConditionsOfWhole() const {
  SmallVector<AffineExpr> conditions(blocks.bounds), whole;
  llvm::append_range(conditions, blocks.copy.dataConditions);
  for (AffineExpr condition : conditions) {
    auto getHardest = [&](unsigned dim, int64_t size) {
      return getAffineConstantExpr(getStep(condition, dim) < 0 ? size - 1 : 0,
                                   loc.getContext());
    };
    AffineExpr hardest = simplifyAffineExpr(
        at(condition, getHardest(blocks.getRows(), blocks.numRows),
           getHardest(blocks.getLanes(), blocks.numLanes)),
        operands.size(), 0);
    std::optional<int64_t> least = rangeOf(hardest, ranges, {}).low;
    // For the speed only: a full block may be copied as one that is not.
    if (!(least && *least >= 0))
      whole.push_back(hardest);
  }
  return whole;
}

unsigned BlockElements::getDimAlong(const Strip &strip) const {
  return strip.isAlongRows ? blocks.getRows() : blocks.getLanes();
}

Value BlockElements::buildHolds(OpBuilder &builder, AffineExpr condition,
                                const Strip &strip) const {
  Value slack = buildValue(builder, atPlace(condition, strip.row, strip.lane));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, slack,
                               zero);
}

SmallVector<AffineExpr>
BlockElements::findUniform(ArrayRef<AffineExpr> conditions,
                           const Strip &strip) const {
  return llvm::filter_to_vector(conditions, [&](AffineExpr condition) {
    return getStep(condition, getDimAlong(strip)) == 0;
  });
}

Value BlockElements::buildHolds(OpBuilder &builder,
                                ArrayRef<AffineExpr> uniform,
                                const Strip &strip) const {
  Value holds;
  for (AffineExpr condition : uniform)
    holds =
        buildAnd(builder, loc, holds, buildHolds(builder, condition, strip));
  return holds;
}

/// The first lanes, or all but these: where slack + step * number >= 0.
Value BlockElements::buildRange(OpBuilder &builder, AffineExpr condition,
                                const Strip &strip) const {
  int64_t step = getStep(condition, getDimAlong(strip));
  if (step == 0)
    return buildMask(builder, condition, strip);
  AffineExpr slack = atPlace(condition, strip.row, strip.lane);
  auto type = VectorType::get({strip.size}, builder.getI1Type());
  if (step < 0)
    return vector::CreateMaskOp::create(
        builder, loc, type, buildValue(builder, slack.floorDiv(-step) + 1));
  Value before = vector::CreateMaskOp::create(
      builder, loc, type, buildValue(builder, (-slack).ceilDiv(step)));
  Value all = arith::ConstantOp::create(builder, loc,
                                        DenseElementsAttr::get(type, true));
  return arith::XOrIOp::create(builder, loc, before, all);
}

Value BlockElements::buildMask(OpBuilder &builder, AffineExpr condition,
                               const Strip &strip) const {
  int64_t step = getStep(condition, getDimAlong(strip));
  if (step == 0) {
    auto type = VectorType::get({strip.size}, builder.getI1Type());
    return vector::BroadcastOp::create(builder, loc, type,
                                       buildHolds(builder, condition, strip));
  }
  Value slack = buildValue(builder, atPlace(condition, strip.row, strip.lane));
  Type index = builder.getIndexType();
  // slack + step * number >= 0
  SmallVector<Attribute> needed;
  for (int64_t number = 0; number < strip.size; ++number)
    needed.push_back(builder.getIndexAttr(-step * number));
  auto type = VectorType::get({strip.size}, index);
  Value least = arith::ConstantOp::create(builder, loc,
                                          DenseElementsAttr::get(type, needed));
  Value slacks = vector::BroadcastOp::create(builder, loc, type, slack);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, slacks,
                               least);
}

Value BlockElements::buildMask(OpBuilder &builder,
                               ArrayRef<AffineExpr> conditions,
                               const Strip &strip, Value mask) const {
  for (AffineExpr condition : conditions)
    mask = buildAnd(builder, loc, mask, buildMask(builder, condition, strip));
  return mask;
}

Value BlockElements::buildAccessMask(OpBuilder &builder,
                                     ArrayRef<AffineExpr> conditions,
                                     const Strip &strip, Value mask) const {
  if (blocks.hasMasks)
    return buildMask(builder, conditions, strip, mask);
  for (AffineExpr condition : conditions)
    mask = buildAnd(builder, loc, mask, buildRange(builder, condition, strip));
  return mask;
}

Value layout::buildAnd(OpBuilder &builder, Location loc, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}
