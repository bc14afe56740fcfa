//===- StoreOps.h - Ops that only write memory ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STOREOPS_H
#define LIB_TRANSFORMS_STOREOPS_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {

/// Does the op do nothing but write buffers that it names, and read some?
inline bool isStore(Operation *op) {
  if (op->getNumResults() != 0)
    return false;
  if (isa<affine::AffineStoreOp, affine::AffineVectorStoreOp, memref::StoreOp,
          memref::CopyOp, vector::StoreOp, vector::TransferWriteOp,
          vector::MaskedStoreOp, vector::ScatterOp, vector::CompressStoreOp,
          ConvertOp>(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.hasPureBufferSemantics();
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STOREOPS_H
