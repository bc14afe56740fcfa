//===- MergedDims.cpp - Merged dimensions of buffers ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedDims.h"

#include "Transforms/Support/ComposedAccesses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

Value layout::collapseDims(OpBuilder &builder, Location loc, Value buffer,
                           unsigned first, unsigned last) {
  if (first == last)
    return buffer;
  SmallVector<ReassociationIndices> groups;
  unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    if (dim > first && dim <= last)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  return memref::CollapseShapeOp::create(builder, loc, buffer, groups);
}

void layout::moveAccess(OpBuilder &builder, const AffineNest &nest,
                        Operation *access, Value buffer, AffineMap place) {
  SmallVector<Value> operands = nest.getOperands();
  affine::canonicalizeMapAndOperands(&place, &operands);
  access->setOperand(isa<affine::AffineStoreOp>(access), buffer);
  setAccessedPlace(builder, access, place, operands);
}
