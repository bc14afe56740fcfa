//===- BufferizedLayouts.cpp - Layouts of bufferized tensors --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizedLayouts.h"

#include "Layout/IR/LaidOut.h"
#include "Transforms/Lowering/LayoutAsMemorySpace.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

LogicalResult layout::checkKeepsLayout(Operation *op, Type tensor,
                                       Type buffer) {
  // One-shot bufferization knows no encodings: the layout travels as a memory
  // space, which it keeps.
  Attribute space = cast<BaseMemRefType>(buffer).getMemorySpace();
  if (splitMemorySpace(space).first == getTensorEncoding(tensor))
    return success();
  return op->emitOpError(
      "would lose its layouts in this pass; run layout-bufferize instead");
}

SmallVector<Value> layout::buildDynamicSizes(OpBuilder &builder, Location loc,
                                             MemRefType type, Value buffer) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          memref::DimOp::create(builder, loc, buffer, dim).getResult());
  return sizes;
}
