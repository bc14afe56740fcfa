//===- KnownBase.cpp - Known first indices of vectors ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownBase.h"

#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::layout;

KnownBase KnownBase::of(const LaneTransfer &transfer) {
  KnownBase known;
  known.composed = composeIndices(transfer.indices, transfer.base.getContext());
  for (Value operand : known.composed.operands)
    known.ranges.push_back(getProgression(operand).getRange());
  return known;
}

void KnownBase::assumeInside(const LaneTransfer &transfer) {
  SmallVector<int64_t> sizes(transfer.indices.size(), 1);
  for (auto [dim, size] : llvm::zip_equal(transfer.along, transfer.shape))
    sizes[dim] = size;
  ArrayRef<int64_t> extents =
      cast<MemRefType>(transfer.base.getType()).getShape();
  for (auto [expr, extent, size] :
       llvm::zip_equal(composed.map.getResults(), extents, sizes)) {
    auto operand = dyn_cast<AffineDimExpr>(expr);
    if (!operand || ShapedType::isDynamic(extent) || extent < size)
      continue;
    layout::Interval &range = ranges[operand.getPosition()];
    int64_t low = std::max<int64_t>(range.low.value_or(0), 0);
    int64_t high = std::min(range.high.value_or(extent - size), extent - size);
    if (low <= high)
      range = {low, high};
  }
}

LaneAccess KnownBase::describe(const LaneTransfer &transfer,
                               AffineMap layout) const {
  return {layout, composed.map, ranges, transfer.shape, transfer.along};
}

LaneAccess KnownBase::describeBySteps(const LaneTransfer &transfer,
                                      AffineMap layout) const {
  LaneAccess access = describe(transfer, layout);
  SmallVector<AffineExpr> values;
  for (auto [i, operand] : llvm::enumerate(composed.operands)) {
    Progression steps = getProgression(operand);
    AffineExpr variable = getAffineDimExpr(i, composed.map.getContext());
    values.push_back(variable);
    if (steps.step == 1 && steps.offset == 0)
      continue;
    values.back() = variable * steps.step + steps.offset;
    access.variables[i] = steps.counter;
  }
  access.base = composed.map.replaceDimsAndSymbols(
      values, {}, composed.map.getNumDims(), 0);
  return access;
}

/// `expr`, over the variables of `describeBySteps`, over the operands. Null if
/// it is not linear or not in whole steps.
static AffineExpr fromSteps(const ComposedIndices &composed, AffineExpr expr) {
  SmallVector<int64_t> flat;
  SimpleAffineExprFlattener flattener(composed.operands.size(), 0);
  if (failed(flattener.walkPostOrder(expr)) || flattener.numLocals != 0)
    return {};
  ArrayRef<int64_t> row = flattener.operandExprStack.back();
  AffineExpr result = getAffineConstantExpr(row.back(), expr.getContext());
  for (auto [i, operand] : llvm::enumerate(composed.operands)) {
    Progression steps = getProgression(operand);
    if (row[i] % steps.step != 0)
      return {};
    result = result + (getAffineDimExpr(i, expr.getContext()) - steps.offset) *
                          (row[i] / steps.step);
  }
  return result;
}

AffineMap KnownBase::getPlace(const LaneTransfer &transfer, AffineMap layout,
                              int64_t number) const {
  AffineMap place = describe(transfer, layout).getPlace(number);
  AffineMap bySteps = describeBySteps(transfer, layout).getPlace(number);
  SmallVector<AffineExpr> results;
  for (auto [expr, inSteps] :
       llvm::zip_equal(place.getResults(), bySteps.getResults())) {
    AffineExpr linear = fromSteps(composed, inSteps);
    results.push_back(linear ? linear : expr);
  }
  return AffineMap::get(place.getNumDims(), 0, results, place.getContext());
}
