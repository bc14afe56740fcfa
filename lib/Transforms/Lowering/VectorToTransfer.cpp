//===- VectorToTransfer.cpp - Vector accesses as transfers ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorToTransfer.h"

#include "Layout/IR/ScalarAccess.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The six ops, seen alike.
struct VectorAccess {
  Value memref;
  Value stored; ///< null for a load
  VectorType type;
  AffineMap map; ///< null if `operands` are the indices
  SmallVector<Value> operands;
  Value mask;     ///< null: all lanes
  Value passThru; ///< of lanes that a masked load does not read

  static VectorAccess of(Operation *op) {
    VectorAccess result;
    result.stored = getStoredValue(op);
    TypeSwitch<Operation *>(op)
        .Case<vector::LoadOp, vector::MaskedLoadOp, vector::StoreOp,
              vector::MaskedStoreOp>([&](auto access) {
          result.memref = access.getBase();
          result.type = access.getVectorType();
          result.operands = SmallVector<Value>(access.getIndices());
        })
        .Case<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(
            [&](auto access) {
              result.memref = access.getMemRef();
              result.type = access.getVectorType();
              result.map = access.getAffineMap();
              result.operands = SmallVector<Value>(access.getMapOperands());
            });
    if (auto load = dyn_cast<vector::MaskedLoadOp>(op)) {
      result.mask = load.getMask();
      result.passThru = load.getPassThru();
    } else if (auto store = dyn_cast<vector::MaskedStoreOp>(op)) {
      result.mask = store.getMask();
    }
    return result;
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

} // namespace

/// A vector that is longer than the buffer reaches out of it for certain; what
/// it does there is up to the target, so it may do nothing.
static SmallVector<bool> getInBounds(const VectorAccess &access) {
  SmallVector<bool> inBounds;
  ArrayRef<int64_t> extents = access.getMemRefType().getShape();
  for (auto [extent, size] : llvm::zip_equal(
           extents.take_back(access.type.getRank()), access.type.getShape()))
    inBounds.push_back(access.mask || ShapedType::isDynamic(extent) ||
                       size <= extent);
  return inBounds;
}

static Operation *buildTransfer(OpBuilder &builder, Location loc,
                                const VectorAccess &access) {
  Type element = access.getMemRefType().getElementType();
  SmallVector<Value> indices = access.buildIndices(builder, loc);
  if (element == access.type) {
    if (!access.stored)
      return memref::LoadOp::create(builder, loc, access.memref, indices);
    return memref::StoreOp::create(builder, loc, access.stored, access.memref,
                                   indices);
  }
  MemRefType memref = access.getMemRefType();
  auto permutation = AffineMapAttr::get(AffineMap::getMinorIdentityMap(
      memref.getRank(), access.type.getRank(), builder.getContext()));
  auto inBounds = builder.getBoolArrayAttr(getInBounds(access));
  if (access.stored)
    return vector::TransferWriteOp::create(builder, loc, access.stored,
                                           access.memref, indices, permutation,
                                           access.mask, inBounds);
  Value padding = buildUnusedPadding(builder, loc, element);
  return vector::TransferReadOp::create(builder, loc, access.type,
                                        access.memref, indices, permutation,
                                        padding, access.mask, inBounds);
}

Value layout::buildUnusedPadding(OpBuilder &builder, Location loc, Type type) {
  if (TypedAttr zero = builder.getZeroAttr(type))
    return arith::ConstantOp::create(builder, loc, zero);
  return ub::PoisonOp::create(builder, loc, type);
}

bool layout::isVectorLoadOrStore(Operation *op) {
  return isa<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
             vector::MaskedStoreOp, affine::AffineVectorLoadOp,
             affine::AffineVectorStoreOp>(op);
}

VectorType layout::getVectorTypeOfAccess(Operation *op) {
  return VectorAccess::of(op).type;
}

static bool isNonTemporal(Operation *op) {
  auto load = dyn_cast<vector::LoadOp>(op);
  auto store = dyn_cast<vector::StoreOp>(op);
  return (load && load.getNontemporal()) || (store && store.getNontemporal());
}

LogicalResult layout::planVectorToTransfer(Operation *op) {
  VectorAccess access = VectorAccess::of(op);
  MemRefType memref = access.getMemRefType();
  if (op->getAttr("alignment") || isNonTemporal(op))
    remarkMissed(op->getLoc(), "layout-assign/access-hint-dropped")
        << "alignment and nontemporal are dropped, as they were stated for "
           "accesses to the plain buffer; state the layout in the type, and "
           "these two on accesses to the physical buffer";
  if (memref.getElementType() == access.type)
    return success();
  assert(!isa<VectorType>(memref.getElementType()) &&
         "an access to vectors touches one element");
  if (access.type.getRank() > memref.getRank())
    return op->emitOpError(
        "has a vector of higher rank than its memref, for which there is no "
        "vector.transfer; use a vector of at most that rank");
  return success();
}

Operation *layout::convertVectorToTransfer(RewriterBase &rewriter,
                                           Operation *op) {
  rewriter.setInsertionPoint(op);
  VectorAccess access = VectorAccess::of(op);
  Operation *transfer = buildTransfer(rewriter, op->getLoc(), access);
  transfer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (!access.passThru) {
    rewriter.replaceOp(op, transfer);
    return transfer;
  }
  rewriter.replaceOpWithNewOp<arith::SelectOp>(
      op, access.mask, transfer->getResult(0), access.passThru);
  return transfer;
}
