//===- ContractionDims.cpp - The loops of a contraction -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionDims.h"

#include "Layout/IR/UnitLoops.h"
#include "ProductBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Puts each loop into the list of the tensors that it indexes.
class LoopSorter {
public:
  LoopSorter(linalg::LinalgOp op, unsigned data, unsigned weights)
      : op(op), dataMap(getMap(data)), weightsMap(getMap(weights)),
        resultMap(getMapWithUnitLoops(op, *op.getDpsInitOperand(0))) {
    dims.data = data;
    dims.weights = weights;
    dims.result = op.getDpsInitOperand(0)->getOperandNumber();
  }

  std::optional<ContractionDims> sort(std::string &why) {
    if (!weightsMap.isProjectedPermutation() ||
        !resultMap.isProjectedPermutation() || !sortDataIndices() ||
        !sortResultIndices() || !sortSums()) {
      why = "its indices are not those of a matrix product or a convolution";
      return std::nullopt;
    }
    return dims;
  }

private:
  AffineMap getMap(unsigned operand) {
    // Front ends write (0, d1, d2) for operands with a batch of 1. With a loop
    // of one iteration instead of 0, these are the maps that all other code
    // expects.
    return getMapWithUnitLoops(op, op->getOpOperand(operand));
  }

  bool isParallel(unsigned loop) {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel;
  }

  /// Each index of the data is one loop, or a sum of multiples of a row and a
  /// loop over the window; no loop is in two of them.
  bool sortDataIndices() {
    llvm::SmallBitVector seen(op.getNumLoops());
    for (AffineExpr index : dataMap.getResults()) {
      SmallVector<unsigned> loops;
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
        if (index.isFunctionOfDim(loop))
          loops.push_back(loop);
      // A loop in two indices of the data reads a diagonal.
      for (unsigned loop : loops) {
        if (seen.test(loop))
          return false;
        seen.set(loop);
      }
      if (isa<AffineDimExpr>(index))
        continue;
      // A window has one loop over rows of the result and one over the window.
      // In other sums, the loops have no such roles.
      if (loops.size() != 2 || !index.isPureAffine() ||
          isParallel(loops[0]) == isParallel(loops[1]))
        return false;
      bool rowIsFirst = isParallel(loops[0]);
      images.set(rowIsFirst ? loops[0] : loops[1]);
      windows.set(rowIsFirst ? loops[1] : loops[0]);
    }
    return true;
  }

  bool sortResultIndices() {
    for (AffineExpr index : resultMap.getResults()) {
      unsigned loop = cast<AffineDimExpr>(index).getPosition();
      bool isOfData = dataMap.isFunctionOfDim(loop);
      bool isOfWeights = weightsMap.isFunctionOfDim(loop);
      // A dimension of the result that no factor has is a broadcast; a row of
      // the image that the weights have is no convolution.
      if ((!isOfData && !isOfWeights) || (images.test(loop) && isOfWeights))
        return false;
      (isOfData && isOfWeights ? dims.shared
       : isOfData              ? dims.rows
                               : dims.columns)
          .push_back(loop);
      if (images.test(loop))
        dims.image.push_back(loop);
    }
    return true;
  }

  bool sortSums() {
    for (AffineExpr index : weightsMap.getResults()) {
      unsigned loop = cast<AffineDimExpr>(index).getPosition();
      if (windows.test(loop))
        dims.window.push_back(loop);
    }
    for (AffineExpr index : dataMap.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(index);
      if (dim && !isParallel(dim.getPosition())) {
        if (!weightsMap.isFunctionOfDim(dim.getPosition()))
          return false;
        dims.sums.push_back(dim.getPosition());
      }
    }
    // Each loop has exactly one role.
    return dims.shared.size() + dims.rows.size() + dims.columns.size() +
               dims.sums.size() + dims.window.size() ==
           op.getNumLoops();
  }

  linalg::LinalgOp op;
  AffineMap dataMap, weightsMap, resultMap;
  llvm::SmallBitVector images{op.getNumLoops()}, windows{op.getNumLoops()};
  ContractionDims dims;
};

} // namespace

bool layout::isContraction(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  if (!linalg)
    return false;
  unsigned numSummed = 0;
  for (OpOperand *input : linalg.getDpsInputOperands()) {
    AffineMap map = linalg.getMatchingIndexingMap(input);
    auto isSummed = [&](unsigned loop) { return map.isFunctionOfDim(loop); };
    SmallVector<unsigned> loops;
    linalg.getReductionDims(loops);
    numSummed += isa<ShapedType>(input->get().getType()) &&
                 linalg.payloadUsesValueFromOperand(input) &&
                 llvm::any_of(loops, isSummed);
  }
  return numSummed > 1;
}

bool layout::addsUpSquares(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  if (!linalg || !linalg.hasPureTensorSemantics() ||
      linalg.getNumReductionLoops() == 0)
    return false;
  return llvm::any_of(*linalg.getBlock(), [&](Operation &inner) {
    auto factor = isa<arith::MulFOp, arith::MulIOp>(inner)
                      ? dyn_cast<BlockArgument>(inner.getOperand(0))
                      : BlockArgument();
    return factor && factor == inner.getOperand(1) &&
           linalg.isDpsInput(linalg.getMatchingOpOperand(factor));
  });
}

std::optional<ContractionDims> layout::findContractionDims(linalg::LinalgOp op,
                                                           unsigned data,
                                                           std::string &why) {
  std::optional<ProductBody> body = findProductBody(op);
  if (!body) {
    why = explainNoProducts(op);
    return std::nullopt;
  }
  // By what loops index, and not by the name of the op: NCHW and NHWC, groups,
  // transposed products and linalg.generic are sorted alike.
  return LoopSorter(op, body->factors[data], body->factors[1 - data]).sort(why);
}
