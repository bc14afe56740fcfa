//===- LaneAccesses.cpp - Loads and stores of the lanes of a row ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneAccesses.h"

#include "GroupOps.h"
#include "RealignedLoads.h"
#include "StridedLoads.h"
#include "TilePrefetch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

std::vector<AccessRun>
LaneAccesses::cutIntoRegisters(std::vector<AccessRun> runs,
                               Value buffer) const {
  if (runs.size() < 2 && !runs.front().isStrided())
    return runs;
  int64_t width = builder.band.target.getNumLanes(getElementTypeOrSelf(buffer));
  std::vector<AccessRun> cut;
  for (const AccessRun &run : runs)
    for (int64_t lane = run.firstLane, end = lane + run.numLanes; lane < end;) {
      int64_t next = std::min(end, (lane / width + 1) * width);
      cut.push_back(run.getPart(lane, next));
      lane = next;
    }
  return cut;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

Value LaneAccesses::buildLoad(const AffineNest::Access &access, int64_t row,
                              Value mask) {
  AccessForm::Steps steps = builder.band.getForm(access).steps;
  if (builder.mode.step && steps == AccessForm::Steps::Interleaved)
    return buildStep(builder, builder.getLoc(), wideLoads.get(access, row),
                     builder.band.groupSize, *builder.mode.step);
  if (builder.mode.step && steps == AccessForm::Steps::Transposed)
    return wideLoads.getColumn(access, row, *builder.mode.step);
  if (builder.mode.step && steps == AccessForm::Steps::Repeated)
    return vector::ExtractOp::create(builder, wideLoads.get(access, row),
                                     *builder.mode.step);
  AffineMap map = builder.atRow(access.map, row);
  // With masks nothing is read between lanes.
  bool mayBeStrided = mask || !builder.band.unreadable.contains(access.buffer);
  std::vector<AccessRun> runs =
      findPartRuns(builder, map, mayBeStrided ? kMaxLaneStride : 1);
  if (runs.empty())
    return buildScalarLoad(access.buffer, map);
  if (Value lanes =
          mask ? Value() : buildRealignedLoad(builder, access, row, runs))
    return lanes;
  runs = cutIntoRegisters(std::move(runs), access.buffer);
  Value result;
  for (const AccessRun &run : runs) {
    Value part = buildRun(access.buffer, run, mask);
    if (run.numLanes == builder.numLanes) {
      buildPrefetches(builder, access, run.getLowestPlace(), run.numLanes);
      return part;
    }
    if (!result)
      result = arith::ConstantOp::create(
          builder, builder.getZeroAttr(builder.getVectorType(
                       getElementTypeOrSelf(access.buffer))));
    result = insertRun(part, result, run);
  }
  return result;
}

Value LaneAccesses::buildScalarLoad(Value buffer, AffineMap map) {
  // Where a full tile never occurs, its place may be a constant that is
  // outside. Upstream's folding of affine.load then reads outside of a constant
  // global. The first row of a part is no affine dimension.
  if (buffer.getDefiningOp<memref::GetGlobalOp>() || builder.mode.numRowsOfPart)
    return memref::LoadOp::create(builder, buffer, builder.buildIndices(map));
  SmallVector<Value> operands = builder.bind(map);
  return affine::AffineLoadOp::create(builder, buffer, map, operands);
}

Value LaneAccesses::orderRun(const AccessRun &run, Value lanes) {
  if (!run.isReversed())
    return lanes;
  auto order = llvm::to_vector(llvm::reverse(llvm::seq(run.numLanes)));
  return vector::ShuffleOp::create(builder, lanes, lanes, order);
}

Value LaneAccesses::buildRun(Value buffer, const AccessRun &run, Value mask) {
  return orderRun(run, buildElements(buffer, run, mask));
}

Value LaneAccesses::buildElements(Value buffer, const AccessRun &run,
                                  Value mask) {
  if (mask)
    return buildMaskedLoad(buffer, run, mask);
  if (run.numLanes == 1)
    return buildScalarLoad(buffer, run.place);
  if (run.isStrided())
    return buildStridedLoad(builder, buffer, run, Value());
  if (Value part = buildPartOfWhole(buffer, run))
    return part;
  return vector::LoadOp::create(
      builder, VectorType::get({run.numLanes}, getElementTypeOrSelf(buffer)),
      buffer, builder.buildIndices(run.getLowestPlace()));
}

Value LaneAccesses::buildPartOfWhole(Value buffer, const AccessRun &run) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t width = builder.band.target.getNumLanes(type.getElementType());
  int64_t extent = type.getShape().back();
  AffineMap lowest = run.getLowestPlace();
  auto first = dyn_cast<AffineConstantExpr>(lowest.getResults().back());
  // For the speed only, where one of them is as much as a register.
  if (run.numLanes >= width || !first || extent < width ||
      builder.band.unreadable.contains(buffer))
    return {};
  // Where a full tile never occurs, its place may be outside of the buffer; a
  // load that begins there is not executed.
  if (first.getValue() < 0 || first.getValue() + run.numLanes > extent)
    return {};
  int64_t start = std::min(first.getValue(), extent - width);
  SmallVector<AffineExpr> results(lowest.getResults());
  results.back() = builder.getAffineConstantExpr(start);
  AffineMap place =
      AffineMap::get(lowest.getNumDims(), 0, results, builder.getContext());
  Value whole = vector::LoadOp::create(
      builder, VectorType::get({width}, type.getElementType()), buffer,
      builder.buildIndices(place));
  return vector::ExtractStridedSliceOp::create(
      builder, whole, ArrayRef<int64_t>(first.getValue() - start),
      ArrayRef<int64_t>(run.numLanes), ArrayRef<int64_t>(1));
}

Value LaneAccesses::buildMaskedLoad(Value buffer, const AccessRun &run,
                                    Value mask) {
  auto type = VectorType::get({run.numLanes}, getElementTypeOrSelf(buffer));
  if (run.numLanes != builder.numLanes)
    mask = vector::ExtractStridedSliceOp::create(
        builder, mask, ArrayRef<int64_t>(run.firstLane),
        ArrayRef<int64_t>(run.numLanes), ArrayRef<int64_t>(1));
  if (run.isStrided())
    return buildStridedLoad(builder, buffer, run, mask);
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(
      builder, type, buffer, builder.buildIndices(run.getLowestPlace()),
      orderRun(run, mask), zero);
}

Value LaneAccesses::insertRun(Value part, Value result, const AccessRun &run) {
  if (isa<VectorType>(part.getType()))
    return vector::InsertStridedSliceOp::create(
        builder, part, result, ArrayRef<int64_t>(run.firstLane),
        ArrayRef<int64_t>(1));
  return vector::InsertOp::create(builder, part, result, run.firstLane);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void LaneAccesses::buildStore(const AffineNest::Access &access, int64_t row,
                              Value value, Value mask) {
  const AccessForm &form = builder.band.getForm(access);
  if (builder.mode.step && form.steps == AccessForm::Steps::Interleaved)
    return buildWideStore(access, row, builder.toVector(value), mask);
  AffineMap first =
      BandBuilder::fix(builder.atRow(access.map, row), builder.band.getLanes(),
                       builder.firstLane);
  AccessRun run{
      0, builder.numLanes,
      simplifyUnderRanges(simplifyAffineMap(first), builder.nest.ranges, {}),
      form.lanes == AccessForm::Lanes::Reversed ? -1 : 1};
  SmallVector<Value> indices = builder.buildIndices(run.getLowestPlace());
  value = orderRun(run, builder.toVector(value));
  buildPrefetches(builder, access, run.getLowestPlace(), run.numLanes);
  if (mask)
    vector::MaskedStoreOp::create(builder, access.buffer, indices,
                                  orderRun(run, mask), value);
  else
    vector::StoreOp::create(builder, value, access.buffer, indices);
}

void LaneAccesses::buildWideStore(const AffineNest::Access &access, int64_t row,
                                  Value value, Value mask) {
  SmallVector<Value> &steps = stepsToStore[access.op];
  steps.push_back(value);
  if (int64_t(steps.size()) < builder.band.groupSize)
    return;
  Value wide = buildInterleaved(builder, builder.getLoc(), steps);
  steps.clear();
  Value view = wideLoads.getView(access);
  SmallVector<Value> indices = wideLoads.buildIndices(access, row);
  if (!mask) {
    vector::StoreOp::create(builder, wide, view, indices);
    return;
  }
  // Each lane of it has the group.
  SmallVector<Value> masks(builder.band.groupSize, mask);
  vector::MaskedStoreOp::create(
      builder, view, indices,
      buildInterleaved(builder, builder.getLoc(), masks), wide);
}
