//===- TransferLanes.cpp - Slices of buffers as vectors -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the map (i, j) -> (j, 0, i):
//
//   %0 = vector.broadcast %slice : vector<2x4xT> to vector<3x2x4xT>
//   %1 = vector.transpose %0, [2, 0, 1] : vector<3x2x4xT> to vector<4x3x2xT>
//
//===----------------------------------------------------------------------===//

#include "TransferLanes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

Value layout::buildTransferLanes(OpBuilder &builder, Location loc,
                                 AffineMap permutation, ArrayRef<int64_t> shape,
                                 Value slice) {
  SmallVector<unsigned> alongBuffer, order;
  for (unsigned i = 0, e = permutation.getNumResults(); i < e; ++i)
    (isa<AffineDimExpr>(permutation.getResult(i)) ? alongBuffer : order)
        .push_back(i);
  llvm::sort(alongBuffer, [&](unsigned a, unsigned b) {
    return permutation.getDimPosition(a) < permutation.getDimPosition(b);
  });
  bool isRepeated = !order.empty();
  // Repeated dimensions lead, as `vector.broadcast` puts new ones there.
  llvm::append_range(order, alongBuffer);
  if (isRepeated) {
    auto repeatedShape =
        llvm::map_to_vector(order, [&](unsigned i) { return shape[i]; });
    auto type = VectorType::get(
        repeatedShape, cast<VectorType>(slice.getType()).getElementType());
    slice = vector::BroadcastOp::create(builder, loc, type, slice);
  }
  if (llvm::is_sorted(order))
    return slice;
  SmallVector<int64_t> transposition(order.size());
  for (auto [position, dim] : llvm::enumerate(order))
    transposition[dim] = position;
  return vector::TransposeOp::create(builder, loc, slice, transposition);
}
