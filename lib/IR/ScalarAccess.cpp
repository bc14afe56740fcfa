//===- ScalarAccess.cpp - Loads and stores of one element -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/ScalarAccess.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isScalarLoad(Operation *op) {
  return isa<memref::LoadOp, affine::AffineLoadOp>(op);
}

bool layout::isScalarStore(Operation *op) {
  return isa<memref::StoreOp, affine::AffineStoreOp>(op);
}

OpOperand *layout::getScalarAccess(Operation *op) {
  if (isScalarLoad(op))
    return &op->getOpOperand(0);
  return isScalarStore(op) ? &op->getOpOperand(1) : nullptr;
}

OpOperand *layout::getElementAccess(Operation *op) {
  if (!isa<LayoutAccessOpInterface>(op))
    return nullptr;
  OpOperand *only = nullptr;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<BaseMemRefType>(operand.get().getType())) {
      if (only)
        return nullptr;
      only = &operand;
    }
  if (!only)
    return nullptr;
  OperandAccess access = getAccess(*only);
  // A prefetch names an element, and touches none.
  bool isOne = access.reach == OperandAccess::Reach::Elements &&
               access.lanes.empty() && (access.reads || access.writes);
  return isOne ? only : nullptr;
}

bool layout::isElementLoad(Operation *op) {
  return isScalarLoad(op) ||
         isa<vector::LoadOp, affine::AffineVectorLoadOp>(op);
}

bool layout::isElementStore(Operation *op) {
  return isScalarStore(op) ||
         isa<vector::StoreOp, affine::AffineVectorStoreOp>(op);
}

Value layout::getStoredValue(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<memref::StoreOp, affine::AffineStoreOp, vector::StoreOp,
            vector::MaskedStoreOp, affine::AffineVectorStoreOp>(
          [](auto store) { return store.getValueToStore(); })
      .Case([](vector::TransferWriteOp write) { return write.getVector(); })
      .Case([](linalg::FillOp fill) { return fill.value(); })
      .Default(Value());
}
