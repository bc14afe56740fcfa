//===- UnpackLanes.cpp - Lanes that LLVM packs bit by bit, one by one -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpackLanes.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Texture.h"
#include "LowerGather.h"
#include "LowerToAccesses.h"
#include "Transforms/Support/VectorMemory.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if `type` is a buffer in plain memory whose elements have gaps
/// where lanes have none. A layout is an error of another pass.
static bool liesApart(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && !isLaidOut(memref) && !isInTextureMemory(memref) &&
         !isa<VectorType>(memref.getElementType()) &&
         !doLanesLieLikeElements(memref.getElementType());
}

/// Returns true if a vector of several rows, or a buffer of them, has more
/// bytes in memory than its lanes. LLVM gives each row as many as the next
/// power of two.
static bool hasPaddedRows(VectorType vector, MemRefType buffer) {
  if (vector.getRank() == 0)
    return false;
  int64_t row = vector.getShape().back();
  bool isAlone = vector.getRank() == 1 && buffer.getRank() == 0;
  return !isAlone && !llvm::isPowerOf2_64(row);
}

static LogicalResult planView(vector::TypeCastOp view) {
  Type source = view.getOperand().getType();
  StringRef why;
  if (liesApart(source))
    why = "which LLVM packs bit by bit";
  else if (auto vector = dyn_cast<VectorType>(view.getType().getElementType());
           vector && !isa<VectorType>(getElementTypeOrSelf(source)) &&
           hasPaddedRows(vector, view.getType()))
    why = "each row of which LLVM pads to a power of two";
  if (why.empty())
    return success();
  return view.emitOpError("takes elements of ")
         << source << " for lanes of a vector, " << why
         << "; access them by vector.load and vector.store";
}

static LogicalResult planAccess(Operation *op) {
  auto isScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  if (llvm::any_of(op->getOperandTypes(), isScalable) ||
      llvm::any_of(op->getResultTypes(), isScalable))
    return op->emitOpError(
        "has a scalable vector of elements that LLVM packs bit by bit, so its "
        "lanes cannot be accessed one by one; use a vector of fixed length");
  // It names one buffer only, so pairs need not be compared.
  return planLowerToAccesses(op, [](Value, Value) { return true; });
}

LogicalResult layout::unpackLanes(Operation *root) {
  SmallVector<Operation *> accesses;
  WalkResult result = root->walk([&](Operation *op) {
    if (auto view = dyn_cast<vector::TypeCastOp>(op))
      return WalkResult(planView(view));
    if (!isVectorAccess(op) || llvm::none_of(op->getOperandTypes(), liesApart))
      return WalkResult::advance();
    accesses.push_back(op);
    return WalkResult(planAccess(op));
  });
  if (result.wasInterrupted())
    return failure();
  IRRewriter rewriter(root->getContext());
  for (Operation *op : accesses)
    lowerToAccesses(rewriter, op);
  return success();
}
