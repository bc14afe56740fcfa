//===- LowerVectors.cpp - Vectors that upstream does not lower ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Upstream's lowering of masks leaves a read with a passthru alone. Where each
/// element has its own bit of the mask, the passthru is selected after the
/// read.
static void choosePassthrus(ModuleOp module) {
  module.walk([](vector::MaskOp masking) {
    auto read =
        dyn_cast_or_null<vector::TransferReadOp>(masking.getMaskableOp());
    Value passthru = masking.getPassthru();
    if (!passthru || !read || !read.getPermutationMap().isMinorIdentity())
      return;
    OpBuilder builder(masking->getContext());
    builder.setInsertionPointAfter(masking);
    Value result = masking.getResult(0);
    auto choice = arith::SelectOp::create(builder, masking.getLoc(),
                                          masking.getMask(), result, passthru);
    result.replaceAllUsesExcept(choice, choice);
    masking.getPassthruMutable().clear();
  });
}

/// Upstream lowers accesses of one axis.
static void turnTilesIntoTransfers(ModuleOp module) {
  auto isTile = [](MemRefType buffer, VectorType vector) {
    return vector.getRank() > 1 && !vector.isScalable() &&
           buffer.getElementType() == vector.getElementType();
  };
  auto isInside = [](VectorType vector) {
    return SmallVector<bool>(vector.getRank(), true);
  };
  module.walk([&](Operation *op) {
    IRRewriter builder(op);
    if (auto load = dyn_cast<vector::LoadOp>(op)) {
      VectorType type = load.getVectorType();
      if (!isTile(load.getMemRefType(), type))
        return;
      Value unused = arith::ConstantOp::create(
          builder, load.getLoc(), builder.getZeroAttr(type.getElementType()));
      builder.replaceOpWithNewOp<vector::TransferReadOp>(
          load, type, load.getBase(), load.getIndices(), unused,
          ArrayRef<bool>(isInside(type)));
    } else if (auto store = dyn_cast<vector::StoreOp>(op)) {
      VectorType type = store.getVectorType();
      if (!isTile(store.getMemRefType(), type))
        return;
      builder.replaceOpWithNewOp<vector::TransferWriteOp>(
          store, store.getValueToStore(), store.getBase(), store.getIndices(),
          ArrayRef<bool>(isInside(type)));
    }
  });
}

void layout::prepareVectors(ModuleOp module) {
  choosePassthrus(module);
  turnTilesIntoTransfers(module);
}

void layout::turnScalarTransfersIntoAccesses(ModuleOp module) {
  module.walk([](VectorTransferOpInterface transfer) {
    if (transfer.getVectorType().getRank() != 0 || transfer.getMask() ||
        !isa<MemRefType>(transfer.getShapedType()))
      return;
    IRRewriter builder(transfer);
    Location loc = transfer.getLoc();
    if (auto write = dyn_cast<vector::TransferWriteOp>(*transfer)) {
      Value element = vector::ExtractOp::create(builder, loc, write.getVector(),
                                                ArrayRef<int64_t>());
      builder.replaceOpWithNewOp<memref::StoreOp>(
          write, element, write.getBase(), write.getIndices());
      return;
    }
    Value element = memref::LoadOp::create(builder, loc, transfer.getBase(),
                                           transfer.getIndices());
    builder.replaceOpWithNewOp<vector::BroadcastOp>(
        transfer, transfer.getVectorType(), element);
  });
}
