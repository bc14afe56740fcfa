//===- FlattenTexels.cpp - Flattening texel accesses ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenTexels.h"

#include "FlatForm.h"
#include "Layout/IR/Texture.h"
#include "WholeAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class TexelFlattening {
public:
  TexelFlattening(RewriterBase &rewriter, Operation *op)
      : rewriter(rewriter), op(op) {}

  void run() {
    rewriter.setInsertionPoint(op);
    TypeSwitch<Operation *>(op)
        .Case<vector::LoadOp, vector::TransferReadOp>([&](auto read) {
          load(read.getVectorType(), read.getBase(), read.getIndices());
        })
        .Case<vector::StoreOp, vector::TransferWriteOp>([&](auto write) {
          store(write->getOperand(0), write.getBase(), write.getIndices());
        })
        .Case([&](affine::AffineVectorLoadOp read) {
          load(read.getVectorType(), read.getMemRef(), read.getMapOperands(),
               read.getAffineMap());
        })
        .Case([&](affine::AffineVectorStoreOp write) {
          store(write.getValue(), write.getMemRef(), write.getMapOperands(),
                write.getAffineMap());
        });
  }

private:
  void load(VectorType type, Value memref, ValueRange operands,
            AffineMap map = {}) {
    auto [flat, index] = buildFlatIndex(memref, operands, map);
    rewriter.replaceOpWithNewOp<vector::LoadOp>(op, type, flat, index);
  }

  void store(Value texel, Value memref, ValueRange operands,
             AffineMap map = {}) {
    auto [flat, index] = buildFlatIndex(memref, operands, map);
    rewriter.replaceOpWithNewOp<vector::StoreOp>(op, texel, flat, index);
  }

  /// `map` of `operands`, or where it is null they, as an index of the flat
  /// buffer.
  std::pair<Value, SmallVector<Value>>
  buildFlatIndex(Value memref, ValueRange operands, AffineMap map) {
    Value flat = memref;
    if (!map)
      map = rewriter.getMultiDimIdentityMap(operands.size());
    if (auto linearised = memref.getDefiningOp<AsLogicalOp>()) {
      flat = linearised.getSource();
      auto type = cast<MemRefType>(memref.getType());
      auto layout = cast<BufferAttr>(type.getLayout());
      map = layout.getIndexMaps().front().getMap().compose(map);
    }
    Location loc = op->getLoc();
    SmallVector<OpFoldResult> index =
        affine::makeComposedFoldedMultiResultAffineApply(
            rewriter, loc, map,
            getAsOpFoldResult(SmallVector<Value>(operands)));
    return {flat, getValueOrCreateConstantIndexOp(rewriter, loc, index)};
  }

  RewriterBase &rewriter;
  Operation *op;
};

} // namespace

bool layout::isTexelAccess(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [&](Type type) {
    return isSeparated(type) && hasChannelAxis(type) &&
           isWholeAccess(op, cast<MemRefType>(type));
  });
}

void layout::flattenTexelAccess(RewriterBase &rewriter, Operation *op) {
  TexelFlattening(rewriter, op).run();
}
