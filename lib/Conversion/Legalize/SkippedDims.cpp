//===- SkippedDims.cpp - Masked transfers that skip dimensions ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   vector.transfer_write %v, %m[%i, %j, %k], %mask
//       {permutation_map = (i, j, k) -> (i, k)} : vector<2x4xf32>
// becomes
//   %0 = vector.broadcast %v : vector<2x4xf32> to vector<1x2x4xf32>
//   %1 = vector.shape_cast %mask : vector<2x4xi1> to vector<2x1x4xi1>
//   vector.transfer_write %0, %m[%i, %j, %k], %1
//       {permutation_map = (i, j, k) -> (j, i, k)} : vector<1x2x4xf32>
// and
//   %r = vector.transfer_read %m[%i, %j, %k], %z, %mask
//       {permutation_map = (i, j, k) -> (k, i)} : vector<4x2xf32>
// becomes
//   %0 = vector.transfer_read %m[%i, %j, %k], %z, %mask
//       {permutation_map = (i, j, k) -> (i, k)} : vector<2x4xf32>
//   %r = vector.transpose %0, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//
//===----------------------------------------------------------------------===//

#include "SkippedDims.h"

#include "Transforms/Support/TransferLanes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the dimensions that `map` skips after the first one that it uses.
static SmallVector<unsigned> findSkippedDims(AffineMap map) {
  SmallVector<unsigned> skipped;
  bool isAfterFirst = false;
  for (unsigned i = 0, e = map.getNumDims(); i < e; ++i) {
    bool isUsed = map.isFunctionOfDim(i);
    if (isAfterFirst && !isUsed)
      skipped.push_back(i);
    isAfterFirst |= isUsed;
  }
  return skipped;
}

/// Returns the results of `map` that are dimensions, in the order of these.
static SmallVector<unsigned> sortResults(AffineMap map) {
  SmallVector<unsigned> results;
  for (unsigned i = 0, e = map.getNumResults(); i < e; ++i)
    if (isa<AffineDimExpr>(map.getResult(i)))
      results.push_back(i);
  llvm::sort(results, [&](unsigned a, unsigned b) {
    return map.getDimPosition(a) < map.getDimPosition(b);
  });
  return results;
}

static AffineMap getMap(AffineMap map, ArrayRef<AffineExpr> results) {
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

/// Gives the vector extents of 1 along the skipped dimensions, as upstream
/// does; but it puts those of the mask after the others, not in the order of
/// the buffer's dimensions.
static void fillWrite(RewriterBase &rewriter, vector::TransferWriteOp write) {
  ImplicitLocOpBuilder builder(write.getLoc(), write);
  AffineMap map = write.getPermutationMap();
  VectorType type = write.getVectorType();
  auto along = llvm::map_to_vector(findSkippedDims(map), [&](unsigned dim) {
    return builder.getAffineDimExpr(dim);
  });
  SmallVector<int64_t> shape(along.size(), 1);
  SmallVector<bool> scalable(along.size(), false);
  SmallVector<bool> inBounds(along.size(), true);
  llvm::append_range(shape, type.getShape());
  llvm::append_range(scalable, type.getScalableDims());
  llvm::append_range(inBounds, write.getInBoundsValues());
  llvm::append_range(along, map.getResults());
  map = getMap(map, along);
  type = VectorType::get(shape, type.getElementType(), scalable);
  Value vector = vector::BroadcastOp::create(builder, type, write.getVector());
  Value mask = vector::ShapeCastOp::create(
      builder, vector::inferTransferOpMaskType(type, map), write.getMask());
  rewriter.modifyOpInPlace(write, [&] {
    write.getValueToStoreMutable().assign(vector);
    write.getMaskMutable().assign(mask);
    write.setPermutationMap(map);
    write.setInBoundsAttr(builder.getBoolArrayAttr(inBounds));
  });
}

/// Reads in the order of the buffer's dimensions: upstream takes rows of the
/// mask in the order of the vector's.
static void sortRead(RewriterBase &rewriter, vector::TransferReadOp read) {
  AffineMap map = read.getPermutationMap();
  ArrayRef<int64_t> shape = read.getVectorType().getShape();
  SmallVector<AffineExpr> along;
  SmallVector<int64_t> extents;
  SmallVector<bool> inBounds;
  for (unsigned i : sortResults(map)) {
    along.push_back(map.getResult(i));
    extents.push_back(shape[i]);
    inBounds.push_back(read.isDimInBounds(i));
  }
  rewriter.setInsertionPoint(read);
  Value slice = vector::TransferReadOp::create(
      rewriter, read.getLoc(),
      VectorType::get(extents, read.getVectorType().getElementType()),
      read.getBase(), read.getIndices(), AffineMapAttr::get(getMap(map, along)),
      read.getPadding(), read.getMask(), rewriter.getBoolArrayAttr(inBounds));
  rewriter.replaceOp(
      read, buildTransferLanes(rewriter, read.getLoc(), map, shape, slice));
}

bool layout::skipsDimsUnderMask(Operation *op) {
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (!transfer || !transfer.getMask())
    return false;
  AffineMap map = transfer.getPermutationMap();
  if (findSkippedDims(map).empty())
    return false;
  // Of a write of scalable length, too: upstream crashes.
  return isa<vector::TransferWriteOp>(op) ||
         (!transfer.getVectorType().isScalable() &&
          !llvm::is_sorted(sortResults(map)));
}

void layout::fillSkippedDims(RewriterBase &rewriter, Operation *op) {
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return fillWrite(rewriter, write);
  sortRead(rewriter, cast<vector::TransferReadOp>(op));
}
