//===- SizedAllocation.cpp - Allocations that take their sizes ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/SizedAllocation.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

bool SizedAllocation::classof(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(op);
}

/// `ask` of the op as what it is.
template <typename Ask>
static auto askAllocation(Operation *op, Ask ask) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return ask(alloc);
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return ask(alloca);
  return ask(cast<gpu::AllocOp>(op));
}

TypedValue<MemRefType> SizedAllocation::getMemref() {
  return askAllocation(getOperation(), [](auto op) { return op.getMemref(); });
}

OperandRange SizedAllocation::getDynamicSizes() {
  return askAllocation(getOperation(),
                       [](auto op) { return op.getDynamicSizes(); });
}

MutableOperandRange SizedAllocation::getDynamicSizesMutable() {
  return askAllocation(getOperation(),
                       [](auto op) { return op.getDynamicSizesMutable(); });
}

MutableOperandRange SizedAllocation::getSymbolOperandsMutable() {
  return askAllocation(getOperation(),
                       [](auto op) { return op.getSymbolOperandsMutable(); });
}

Value SizedAllocation::getDynamicSize(unsigned dim) {
  return getDynamicSizes()[getMemref().getType().getDynamicDimIndex(dim)];
}
