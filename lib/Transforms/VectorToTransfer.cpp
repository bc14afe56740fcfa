//===- VectorToTransfer.cpp - Vector accesses as transfers ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorToTransfer.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The four ops, seen alike.
struct VectorAccess {
  Value memref;
  Value stored; ///< null for a load
  VectorType type;
  AffineMap map; ///< null if `operands` are the indices
  SmallVector<Value> operands;

  static VectorAccess of(Operation *op) {
    return TypeSwitch<Operation *, VectorAccess>(op)
        .Case([](vector::LoadOp load) {
          return VectorAccess{load.getBase(),
                              {},
                              load.getVectorType(),
                              {},
                              SmallVector<Value>(load.getIndices())};
        })
        .Case([](vector::StoreOp store) {
          return VectorAccess{store.getBase(),
                              store.getValueToStore(),
                              store.getVectorType(),
                              {},
                              SmallVector<Value>(store.getIndices())};
        })
        .Case([](affine::AffineVectorLoadOp load) {
          return VectorAccess{load.getMemRef(),
                              {},
                              load.getVectorType(),
                              load.getAffineMap(),
                              SmallVector<Value>(load.getMapOperands())};
        })
        .Case([](affine::AffineVectorStoreOp store) {
          return VectorAccess{store.getMemRef(), store.getValueToStore(),
                              store.getVectorType(), store.getAffineMap(),
                              SmallVector<Value>(store.getMapOperands())};
        });
  }

  MemRefType getMemRefType() const {
    return cast<MemRefType>(memref.getType());
  }

  SmallVector<Value> buildIndices(OpBuilder &builder, Location loc) const {
    if (!map)
      return operands;
    SmallVector<OpFoldResult> folded =
        affine::makeComposedFoldedMultiResultAffineApply(
            builder, loc, map, getAsOpFoldResult(operands));
    return getValueOrCreateConstantIndexOp(builder, loc, folded);
  }
};

Operation *buildTransfer(OpBuilder &builder, Location loc,
                         const VectorAccess &access) {
  Type element = access.getMemRefType().getElementType();
  SmallVector<Value> indices = access.buildIndices(builder, loc);
  if (element == access.type) {
    if (!access.stored)
      return memref::LoadOp::create(builder, loc, access.memref, indices);
    return memref::StoreOp::create(builder, loc, access.stored, access.memref,
                                   indices);
  }
  SmallVector<bool> inBounds(access.type.getRank(), true);
  if (access.stored)
    return vector::TransferWriteOp::create(builder, loc, access.stored,
                                           access.memref, indices, inBounds);
  Value padding = buildUnusedPadding(builder, loc, element);
  return vector::TransferReadOp::create(
      builder, loc, access.type, access.memref, indices, padding, inBounds);
}

} // namespace

Value layout::buildUnusedPadding(OpBuilder &builder, Location loc, Type type) {
  if (TypedAttr zero = builder.getZeroAttr(type))
    return arith::ConstantOp::create(builder, loc, zero);
  return ub::PoisonOp::create(builder, loc, type);
}

bool layout::isVectorLoadOrStore(Operation *op) {
  return isa<vector::LoadOp, vector::StoreOp, affine::AffineVectorLoadOp,
             affine::AffineVectorStoreOp>(op);
}

LogicalResult layout::planVectorToTransfer(Operation *op) {
  VectorAccess access = VectorAccess::of(op);
  MemRefType memref = access.getMemRefType();
  if (access.type.getRank() > memref.getRank() &&
      memref.getElementType() != access.type)
    return op->emitOpError("has a vector of higher rank than its memref, for "
                           "which there is no vector.transfer");
  return success();
}

Operation *layout::convertVectorToTransfer(RewriterBase &rewriter,
                                           Operation *op) {
  rewriter.setInsertionPoint(op);
  Operation *transfer =
      buildTransfer(rewriter, op->getLoc(), VectorAccess::of(op));
  transfer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, transfer);
  return transfer;
}
