//===- TileConditions.cpp - What of a tile exists -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileConditions.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

AffineMap TileConditions::getLowerMap(unsigned loop, int64_t row) const {
  CounterBound bound = getLoopCounters(nest.loops[loop]).front().lower;
  return builder.atRow(nest.express(bound), row);
}

AffineMap TileConditions::getUpperMap(unsigned loop, int64_t row) const {
  CounterBound bound = getLoopCounters(nest.loops[loop]).front().upper;
  return builder.atRow(nest.express(bound), row);
}

template <typename ExtremumOp>
Value TileConditions::buildExtremum(AffineMap bounds) {
  SmallVector<Value> operands = builder.bind(bounds);
  return ExtremumOp::create(builder, bounds, operands);
}

Value TileConditions::buildLower(unsigned loop, int64_t row) {
  return buildExtremum<affine::AffineMaxOp>(getLowerMap(loop, row));
}

Value TileConditions::buildUpper(unsigned loop, int64_t row) {
  return buildExtremum<affine::AffineMinOp>(getUpperMap(loop, row));
}

Value TileConditions::compare(arith::CmpIPredicate predicate, Value value,
                              int64_t number) {
  Value limit = arith::ConstantIndexOp::create(builder, number);
  return arith::CmpIOp::create(builder, predicate, value, limit);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

SmallVector<TileConditions::WholeLoop> TileConditions::findWholeLoops() const {
  SmallVector<WholeLoop> loops;
  // Bounds of lanes are linear in the row: its ends tell of all.
  if (!band.tails.computesMissingLanes()) {
    loops.push_back({band.getLanes(), band.numLanes, 0});
    if (band.hasRows) {
      // For the speed only: rows behind the last one leave fewer tiles full.
      loops.push_back({band.getLanes(), band.numLanes, band.numRows - 1});
    }
  }
  if (band.hasRows)
    loops.push_back({band.getRows(), band.numRows, 0});
  return loops;
}

/// Builds the branch into code for full tiles, if the lanes and rows of the
/// tile all exist. Each bound is compared with a constant: a difference of
/// bounds might wrap around.
scf::IfOp TileConditions::buildFullTileBranch(TypeRange results) {
  Value isFull;
  auto require = [&](Value holds) {
    isFull = isFull ? arith::AndIOp::create(builder, isFull, holds) : holds;
  };
  for (auto [loop, count, row] : findWholeLoops()) {
    require(compare(arith::CmpIPredicate::sge, buildUpper(loop, row), count));
    if (!nest.loops[loop].hasConstantLowerBound())
      require(compare(arith::CmpIPredicate::sle, buildLower(loop, row), 0));
  }
  return scf::IfOp::create(builder, results, isFull, /*withElseRegion=*/true);
}

Value TileConditions::buildIsLess(Value left, Value right) {
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, left, right);
}

scf::IfOp TileConditions::buildEnteredBranch(ArrayRef<unsigned> loops) {
  Value areEntered;
  for (unsigned loop : loops) {
    Value begin = buildLower(loop, 0);
    Value isEntered = buildIsLess(begin, buildUpper(loop, 0));
    areEntered = areEntered
                     ? arith::AndIOp::create(builder, areEntered, isEntered)
                     : isEntered;
    // Bounds of loops inside are evaluated in the first iteration of this one.
    builder.variables[loop] = begin;
  }
  return scf::IfOp::create(builder, areEntered, /*withElseRegion=*/false);
}

scf::IfOp TileConditions::buildAnyLaneBranch() {
  Value begin = buildLower(band.getLanes(), 0);
  Value hasLane = buildIsLess(begin, buildUpper(band.getLanes(), 0));
  return scf::IfOp::create(builder, hasLane, /*withElseRegion=*/false);
}

scf::IfOp TileConditions::buildFewBranch(unsigned loop, int64_t most) {
  Value isFew =
      compare(arith::CmpIPredicate::sle, buildUpper(loop, 0), most);
  return scf::IfOp::create(builder, isFew, /*withElseRegion=*/true);
}

Value TileConditions::buildNumRows() {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value all = arith::ConstantIndexOp::create(builder, band.numRows);
  // A tile behind the last one has less than no row.
  Value number =
      arith::MaxSIOp::create(builder, buildUpper(band.getRows(), 0), zero);
  return arith::MinSIOp::create(builder, number, all);
}

scf::IfOp TileConditions::buildPartBranch(Value begin, Value end) {
  Value hasLane = compare(arith::CmpIPredicate::sgt, end, builder.firstLane);
  if (!nest.loops.back().hasConstantLowerBound()) {
    Value startsBefore = compare(arith::CmpIPredicate::slt, begin,
                                 builder.firstLane + builder.numLanes);
    hasLane = arith::AndIOp::create(builder, hasLane, startsBefore);
  }
  return scf::IfOp::create(builder, hasLane, /*withElseRegion=*/false);
}

Value TileConditions::buildHasInGroup(int64_t number) {
  return compare(arith::CmpIPredicate::sge, buildUpper(band.getGroup(), 0),
                 number);
}

/// Bounds that depend on loops of sums leave nothing of a full block out.
void TileConditions::requireInSums(unsigned loop, int64_t row,
                                   function_ref<void(Value)> require) {
  int64_t count = loop == band.getLanes() ? band.numLanes : band.numRows;
  auto requireEach = [&](AffineMap map, bool isLower) {
    for (AffineExpr bound : map.getResults()) {
      bool usesSums = llvm::any_of(
          llvm::seq(band.numOuter, band.numOuter + band.numSums),
          [&](unsigned sum) { return bound.isFunctionOfDim(sum); });
      if (!usesSums)
        continue;
      AffineMap one = AffineMap::get(map.getNumDims(), 0, bound);
      SmallVector<Value> values = builder.bind(one);
      Value limit = affine::AffineApplyOp::create(builder, one, values);
      require(isLower ? compare(arith::CmpIPredicate::sle, limit, 0)
                      : compare(arith::CmpIPredicate::sge, limit, count));
    }
  };
  requireEach(getLowerMap(loop, row), true);
  requireEach(getUpperMap(loop, row), false);
}

Value TileConditions::buildIsSameInSums(Value first, Value end) {
  Value isSame = buildIsLess(first, end);
  auto require = [&](Value holds) {
    isSame = arith::AndIOp::create(builder, isSame, holds);
  };
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value last = arith::SubIOp::create(builder, end, one);
  // Bounds are linear in the sum and in the row: the ends tell of all.
  Value &variable = builder.variables[band.numOuter + band.numSums - 1];
  for (Value number : {first, last}) {
    variable = number;
    requireInSums(band.getLanes(), 0, require);
    if (band.hasRows) {
      // For the speed only, too.
      requireInSums(band.getLanes(), band.numRows - 1, require);
      requireInSums(band.getRows(), 0, require);
    }
  }
  return isSame;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

SmallVector<Value> TileConditions::buildMasks() {
  SmallVector<Value> masks;
  for (int64_t row = 0; row < builder.getNumRows(); ++row)
    masks.push_back(buildMask(row));
  return masks;
}

Value TileConditions::buildMask(int64_t row) {
  VectorType type = builder.getVectorType(builder.getI1Type());
  Value end = clampToLanes(buildUpper(band.getLanes(), row));
  if (builder.mode.unrollsRows && !builder.mode.numRowsOfPart) {
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    end = arith::SelectOp::create(builder, buildIsRow(row), end, zero);
  }
  Value mask = vector::CreateMaskOp::create(builder, type, end);
  if (nest.loops.back().hasConstantLowerBound())
    return mask;
  Value begin = clampToLanes(buildLower(band.getLanes(), row));
  Value before = vector::CreateMaskOp::create(builder, type, begin);
  Value all =
      arith::ConstantOp::create(builder, DenseElementsAttr::get(type, true));
  Value behind = arith::XOrIOp::create(builder, before, all);
  return arith::AndIOp::create(builder, mask, behind);
}

Value TileConditions::clampToLanes(Value number) {
  int64_t first = builder.firstLane;
  Value none = arith::ConstantIndexOp::create(builder, first);
  Value all = arith::ConstantIndexOp::create(builder, first + builder.numLanes);
  number = arith::MaxSIOp::create(builder, number, none);
  number = arith::MinSIOp::create(builder, number, all);
  return first ? arith::SubIOp::create(builder, number, none) : number;
}

Value TileConditions::buildIsRow(int64_t row) {
  Value number = arith::ConstantIndexOp::create(builder, row);
  Value isRow = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                      number, buildUpper(band.getRows(), 0));
  if (nest.loops[band.getRows()].hasConstantLowerBound())
    return isRow;
  Value isBehind = arith::CmpIOp::create(builder, arith::CmpIPredicate::sge,
                                         number, buildLower(band.getRows(), 0));
  return arith::AndIOp::create(builder, isRow, isBehind);
}
