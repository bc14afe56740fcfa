//===- AffineBounds.cpp - Adding bounds to affine loops -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineBounds.h"

#include "Layout/Map/Simplify.h"

using namespace mlir;
using namespace mlir::layout;

/// `results` and `bound`, of constants the one that counts.
static SmallVector<AffineExpr> join(ArrayRef<AffineExpr> results,
                                    AffineExpr bound, bool isLower) {
  SmallVector<AffineExpr> joined(results);
  auto constant = dyn_cast<AffineConstantExpr>(bound);
  bool isJoined = false;
  for (AffineExpr &result : joined)
    if (auto known = dyn_cast<AffineConstantExpr>(result); known && constant) {
      int64_t a = known.getValue(), b = constant.getValue();
      result = getAffineConstantExpr(isLower ? std::max(a, b) : std::min(a, b),
                                     bound.getContext());
      isJoined = true;
    }
  if (!isJoined)
    joined.push_back(bound);
  return joined;
}

bool layout::addBound(affine::AffineForOp loop, bool isLower, AffineExpr bound,
                      ValueRange operands) {
  AffineMap old = isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
  ValueRange oldOperands =
      isLower ? loop.getLowerBoundOperands() : loop.getUpperBoundOperands();
  // Its dimensions come after those of the existing bounds.
  unsigned numDims = old.getNumDims();
  SmallVector<Value> all(oldOperands.take_front(numDims));
  llvm::append_range(all, operands);
  llvm::append_range(all, oldOperands.drop_front(numDims));
  AffineMap map =
      AffineMap::get(numDims + operands.size(), old.getNumSymbols(),
                     join(old.getResults(),
                          bound.shiftDims(operands.size(), numDims), isLower),
                     bound.getContext());
  map = untangleBound(map);
  affine::canonicalizeMapAndOperands(&map, &all);
  // A bound that is not known to be implied may be there already.
  map = removeDuplicateExprs(map);
  if (map == old && llvm::equal(all, oldOperands))
    return false;
  if (isLower)
    loop.setLowerBound(all, map);
  else
    loop.setUpperBound(all, map);
  return true;
}

bool layout::beginsAtZero(affine::AffineForOp loop) {
  return loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0;
}

std::optional<int64_t> layout::getTileSize(AffineMap upper) {
  std::optional<int64_t> size;
  for (AffineExpr bound : upper.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(bound))
      size = std::min(constant.getValue(), size.value_or(constant.getValue()));
  return size;
}
