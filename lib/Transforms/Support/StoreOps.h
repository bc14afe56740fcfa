//===- StoreOps.h - Ops that only write memory ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_STOREOPS_H
#define LIB_TRANSFORMS_SUPPORT_STOREOPS_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

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

/// Would nobody but its stores miss the op?
inline bool canBeSkipped(Operation *op) {
  if (isStore(op) || isa<AssumeOp>(op))
    return true;
  if (op->getNumRegions() == 0)
    return isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op);
  if (!isa<affine::AffineForOp, affine::AffineIfOp, affine::AffineParallelOp,
           scf::ForOp, scf::IfOp, scf::ParallelOp>(op))
    return false;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        if (!inner.hasTrait<OpTrait::IsTerminator>() && !canBeSkipped(&inner))
          return false;
  return true;
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_STOREOPS_H
