//===- ContractionWork.cpp - Work of a contraction ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionWork.h"

#include "Layout/IR/UnitLoops.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class WorkReader {
public:
  WorkReader(const LanesOfContraction &contraction, const Target &target)
      : op(contraction.op), dims(contraction.dims), contraction(contraction),
        target(target) {}

  ContractionWork read() {
    work.data = dims.data;
    work.weights = dims.weights;
    work.result = dims.result;
    work.rates = getProductRates(target, getElementType(dims.data),
                                 getElementType(dims.weights),
                                 getElementType(dims.result));
    work.products = 1;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      work.products *= getExtent(loop);
    work.dataBytes = getBytes(dims.data);
    work.weightBytes = getBytes(dims.weights);
    work.resultBytes = getBytes(dims.result);
    work.results = work.resultBytes / getElementBytes(dims.result);
    int64_t extent = contraction.extents[contraction.lane];
    work.laidOutUse =
        extent / double(llvm::alignTo(extent, uint64_t(contraction.block)));
    work.numLanes = contraction.numLanes;
    work.isWindowOnly = dims.sums.empty() && !dims.window.empty();
    // Without sums over channels, no products lie side by side for their sum.
    if (work.isWindowOnly)
      work.rates.laidOut = work.rates.rows;
    // Windows over images of unknown extent are slower as plain loops than by
    // the rates of known ones.
    work.hasUnknownImages =
        !dims.window.empty() &&
        llvm::any_of(dims.rows, [&](unsigned row) { return isUnknown(row); });
    work.nearBytes = target.l2Bytes;
    work.firstBytes = target.l1Bytes;
    findPlainLanes();
    work.partialVector = getPartialVector(target, work.isWindowOnly,
                                          work.plainExtent % work.numLanes /
                                              double(work.numLanes));
    return work;
  }

private:
  /// Elements of lanes that plain loops load as vectors may be so far apart.
  static constexpr int64_t kMostStep = 4;

  RankedTensorType getType(unsigned operand) {
    return cast<RankedTensorType>(op->getOperand(operand).getType());
  }
  Type getElementType(unsigned operand) {
    return getType(operand).getElementType();
  }
  AffineMap getMap(unsigned operand) {
    return getMapWithUnitLoops(op, op->getOpOperand(operand));
  }

  bool isUnknown(unsigned loop) {
    return ShapedType::isDynamic(contraction.extents[loop]);
  }
  double getExtent(unsigned loop) {
    if (!isUnknown(loop))
      return contraction.extents[loop];
    return llvm::is_contained(dims.rows, loop) ? 1 : kUnknownExtent;
  }

  /// Of a sum of a row and a loop over the window, that of the row.
  double getIndexExtent(unsigned operand, unsigned d) {
    int64_t known = getType(operand).getDimSize(d);
    if (!ShapedType::isDynamic(known))
      return known;
    double extent = 1;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (getMap(operand).getResult(d).isFunctionOfDim(loop) &&
          !llvm::is_contained(dims.window, loop))
        extent *= getExtent(loop);
    return extent;
  }

  double getElementBytes(unsigned operand) {
    return estimateElementBytes(getElementType(operand));
  }

  double getBytes(unsigned operand) {
    double bytes = getElementBytes(operand);
    for (unsigned d = 0; d < getMap(operand).getNumResults(); ++d)
      bytes *= getIndexExtent(operand, d);
    return bytes;
  }

  /// Bytes between two steps of the loop in the plain tensor.
  double getStride(unsigned operand, unsigned loop) {
    double stride = getElementBytes(operand);
    AffineMap map = getMap(operand);
    for (unsigned d = map.getNumResults(); d-- > 0;) {
      if (map.getResult(d).isFunctionOfDim(loop))
        return stride;
      stride *= getIndexExtent(operand, d);
    }
    return 0;
  }

  AffineExpr getLastIndex(unsigned operand) {
    AffineMap map = getMap(operand);
    return map.getNumResults() > 0 ? map.getResults().back() : AffineExpr();
  }

  void findPlainLanes() {
    auto last = dyn_cast_if_present<AffineDimExpr>(getLastIndex(dims.result));
    for (unsigned operand : {dims.weights, dims.data})
      if (last && isRowOf(operand, last.getPosition()))
        return takeRows(operand, last.getPosition());
    if (contraction.mayReorder && llvm::any_of(dims.sums, [&](unsigned loop) {
          AffineExpr sum = getAffineDimExpr(loop, op.getContext());
          return getLastIndex(dims.data) == sum &&
                 getLastIndex(dims.weights) == sum;
        }))
      work.lanes = PlainLanes::Sums;
  }

  void takeRows(unsigned operand, unsigned loop) {
    work.lanes = PlainLanes::Rows;
    work.streamsData = operand == dims.data;
    work.plainStep = getStep(getLastIndex(operand), loop);
    work.plainExtent =
        isUnknown(loop) ? kUnknownExtent : contraction.extents[loop];
    work.streamedBytes = getBytes(operand);
    for (unsigned shared : dims.shared)
      work.streamedBytes /= std::max(1.0, getExtent(shared));
    if (!dims.sums.empty())
      work.streamedStride = getStride(operand, dims.sums.back());
  }

  /// Returns true if iterations of the loop are contiguous in the plain tensor,
  /// or almost, and fill a vector.
  bool isRowOf(unsigned operand, unsigned loop) {
    if (!isUnknown(loop) && contraction.extents[loop] < contraction.numLanes)
      return false;
    AffineExpr index = getLastIndex(operand);
    return index && index.isFunctionOfDim(loop) && getStep(index, loop) >= 1 &&
           getStep(index, loop) <= kMostStep;
  }

  /// How far an index goes with each iteration; 0 if that is not known.
  int64_t getStep(AffineExpr index, unsigned loop) {
    MLIRContext *context = op.getContext();
    SmallVector<AffineExpr> at(op.getNumLoops(),
                               getAffineConstantExpr(0, context));
    auto from = dyn_cast<AffineConstantExpr>(index.replaceDims(at));
    at[loop] = getAffineConstantExpr(1, context);
    auto to = dyn_cast<AffineConstantExpr>(index.replaceDims(at));
    return from && to ? to.getValue() - from.getValue() : 0;
  }

  linalg::LinalgOp op;
  const ContractionDims &dims;
  const LanesOfContraction &contraction;
  const Target &target;
  ContractionWork work;
};

} // namespace

ContractionWork
layout::readContractionWork(const LanesOfContraction &contraction,
                            const Target &target) {
  return WorkReader(contraction, target).read();
}
