//===- BandBuilder.cpp - A builder inside of a band -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BandBuilder.h"

#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/LoopsAttr.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

BandBuilder::BandBuilder(RegisterTile &band)
    : ImplicitLocOpBuilder(band.getRoot().getLoc(), band.getRoot()), band(band),
      nest(band.nest), ranges(nest.ranges), numLanes(band.numLanes) {
  for (affine::AffineForOp loop : nest.loops)
    variables.push_back(loop.getInductionVar());
}

AffineMap BandBuilder::fix(AffineMap map, unsigned dim, int64_t value) {
  MLIRContext *context = map.getContext();
  return map.replace(mlir::getAffineDimExpr(dim, context),
                     mlir::getAffineConstantExpr(value, context),
                     map.getNumDims(), 0);
}

AffineMap BandBuilder::atRow(AffineMap map, int64_t row) const {
  if (mode.step)
    map = fix(map, band.getGroup(), *mode.step);
  if (!mode.unrollsRows)
    return map;
  // Rows of a whole tile are numbered from 0; a part of the rows begins where
  // the variable of their loop says.
  if (!mode.numRowsOfPart)
    return fix(map, band.getRows(), row);
  AffineExpr first = mlir::getAffineDimExpr(band.getRows(), map.getContext());
  return map.replace(first, first + row, map.getNumDims(), 0);
}

SmallVector<Value> BandBuilder::bind(AffineMap &map) const {
  SmallVector<Value> operands(variables);
  llvm::append_range(operands, nest.fixed);
  operands.truncate(map.getNumDims());
  affine::canonicalizeMapAndOperands(&map, &operands);
  return operands;
}

SmallVector<Value> BandBuilder::buildIndices(AffineMap map) {
  SmallVector<OpFoldResult> operands = getAsOpFoldResult(bind(map));
  return getValueOrCreateConstantIndexOp(
      *this, getLoc(),
      affine::makeComposedFoldedMultiResultAffineApply(*this, getLoc(), map,
                                                       operands));
}

affine::AffineForOp BandBuilder::buildLoop(unsigned position,
                                           ValueRange initial) {
  affine::AffineForOp old = nest.loops[position];
  LoopCounter counter = getLoopCounters(old).front();
  AffineMap lower = nest.express(counter.lower),
            upper = nest.express(counter.upper);
  SmallVector<Value> lowers = bind(lower), uppers = bind(upper);
  auto loop = affine::AffineForOp::create(*this, old.getLoc(), lowers, lower,
                                          uppers, upper, 1, initial);
  variables[position] = loop.getInductionVar();
  if (LoopsAttr plan = getPlan(old))
    setPlan(loop, plan); // to unroll it
  return loop;
}

Value BandBuilder::toVector(Value value) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(*this, getVectorType(value.getType()),
                                     value);
}

std::vector<AccessRun> layout::findPartRuns(const BandBuilder &builder,
                                            AffineMap map, int64_t maxStride) {
  unsigned lanes = builder.band.getLanes();
  AffineExpr lane = mlir::getAffineDimExpr(lanes, map.getContext());
  map = map.replace(lane, lane + builder.firstLane, map.getNumDims(), 0);
  return findRuns(map, lanes, builder.numLanes, builder.nest.ranges, maxStride);
}
