//===- UnitLoops.cpp - Indexing by loops of one iteration -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/UnitLoops.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if dimension `dim` of the operand has extent 1.
static bool isUnitDim(OpOperand &operand, unsigned dim) {
  auto type = dyn_cast<ShapedType>(operand.get().getType());
  return type && type.hasRank() && type.getDimSize(dim) == 1;
}

bool layout::isUnitIndex(OpOperand &operand, AffineMap map, unsigned dim) {
  return map.getResult(dim) == getAffineConstantExpr(0, map.getContext()) &&
         isUnitDim(operand, dim);
}

/// Returns the loops with one iteration: those that, alone, index a dimension
/// of extent 1 of some operand.
static llvm::SmallBitVector findUnitLoops(linalg::LinalgOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands())
    for (auto [d, index] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(index);
          loop && isUnitDim(operand, d))
        loops.set(loop.getPosition());
  return loops;
}

AffineMap layout::getMapWithUnitLoops(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (llvm::none_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>))
    return map;
  // A loop that indexes another dimension of the operand already would occur
  // twice in the map, as if a diagonal were read.
  llvm::SmallBitVector free = findUnitLoops(op);
  for (unsigned loop : free.set_bits())
    if (map.isFunctionOfDim(loop))
      free.reset(loop);
  SmallVector<AffineExpr> results(map.getResults());
  // Loops are assigned in the order of the dimensions, so that the map is the
  // identity where it can be: a transposed one would look like a transposition.
  int before = -1; // loop of the dimension before
  for (auto [d, index] : llvm::enumerate(results)) {
    if (isUnitIndex(operand, map, d) && free.any()) {
      int next = before < 0 ? free.find_first() : free.find_next(before);
      int loop = next < 0 ? free.find_first() : next;
      free.reset(loop);
      index = getAffineDimExpr(loop, map.getContext());
    }
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      before = loop.getPosition();
  }
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}
