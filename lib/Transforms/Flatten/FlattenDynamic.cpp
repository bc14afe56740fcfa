//===- FlattenDynamic.cpp - Flat accesses by dynamic strides --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenDynamic.h"

#include "FlatForm.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

Value multiply(OpBuilder &builder, Location loc, Value a, Value b) {
  return builder.createOrFold<arith::MulIOp>(loc, a, b);
}

class DynamicFlattening {
public:
  DynamicFlattening(RewriterBase &rewriter, const FlatBuffer &buffer)
      : rewriter(rewriter), buffer(buffer) {}

  void rewrite(Operation *op) {
    rewriter.setInsertionPoint(op);
    TypeSwitch<Operation *>(op)
        .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
              memref::GenericAtomicRMWOp, memref::PrefetchOp>(
            [&](auto access) { rewriteAccess(access); })
        .Case([&](affine::AffineLoadOp load) {
          replace(load, memref::LoadOp::create(rewriter, load.getLoc(),
                                               buffer.flat, offsetsOf(load)));
        })
        .Case([&](affine::AffineStoreOp store) {
          replace(store, memref::StoreOp::create(
                             rewriter, store.getLoc(), store.getValueToStore(),
                             buffer.flat, offsetsOf(store)));
        })
        .Case([&](memref::DimOp dim) { rewriteDim(dim); });
  }

private:
  template <typename Access>
  void rewriteAccess(Access access) {
    SmallVector<Value> offsets =
        buildOffsets(rewriter, access.getLoc(), access.getIndices(), buffer);
    rewriter.modifyOpInPlace(access, [&] {
      access.getMemrefMutable().assign(buffer.flat);
      access.getIndicesMutable().assign(offsets);
    });
  }

  template <typename AffineAccess>
  SmallVector<Value> offsetsOf(AffineAccess access) {
    Location loc = access.getLoc();
    SmallVector<OpFoldResult> folded =
        affine::makeComposedFoldedMultiResultAffineApply(
            rewriter, loc, access.getAffineMap(),
            getAsOpFoldResult(SmallVector<Value>(access.getMapOperands())));
    return buildOffsets(rewriter, loc,
                        getValueOrCreateConstantIndexOp(rewriter, loc, folded),
                        buffer);
  }

  void replace(Operation *access, Operation *flat) {
    flat->setDiscardableAttrs(access->getDiscardableAttrDictionary());
    rewriter.replaceOp(access, flat);
  }

  void rewriteDim(memref::DimOp dim) {
    Location loc = dim.getLoc();
    std::optional<int64_t> axis = dim.getConstantIndex();
    if (!axis) {
      Value shaped = buildShapedView(rewriter, loc, buffer.flat,
                                     buffer.separated, buffer.sizes);
      rewriter.modifyOpInPlace(dim,
                               [&] { dim.getSourceMutable().assign(shaped); });
      return;
    }
    // Out of range, the result is undefined: any size will do.
    bool inside = *axis >= 0 && *axis < buffer.separated.getRank();
    OpFoldResult size = inside ? buffer.sizes[*axis] : rewriter.getIndexAttr(0);
    rewriter.replaceOp(dim,
                       getValueOrCreateConstantIndexOp(rewriter, loc, size));
  }

  RewriterBase &rewriter;
  const FlatBuffer &buffer;
};

} // namespace

/// The offsets in a buffer of static shape. The first lane of a vector may be
/// outside, where a mask keeps it off: not even an axis of extent 1 is left
/// out, as the linear offset of the layout may do.
static SmallVector<Value> buildAffineOffsets(OpBuilder &builder, Location loc,
                                             ValueRange indices,
                                             MemRefType separated) {
  SmallVector<AffineExpr> exprs;
  for (const ReassociationIndices &group : getAxisGroups(separated)) {
    AffineExpr offset = builder.getAffineDimExpr(group.front());
    for (int64_t axis : ArrayRef(group).drop_front())
      offset =
          offset * separated.getDimSize(axis) + builder.getAffineDimExpr(axis);
    exprs.push_back(offset);
  }
  SmallVector<OpFoldResult> offsets =
      affine::makeComposedFoldedMultiResultAffineApply(
          builder, loc,
          AffineMap::get(separated.getRank(), 0, exprs, builder.getContext()),
          getAsOpFoldResult(SmallVector<Value>(indices)));
  return getValueOrCreateConstantIndexOp(builder, loc, offsets);
}

SmallVector<Value> layout::buildOffsets(OpBuilder &builder, Location loc,
                                        ValueRange indices,
                                        const FlatBuffer &buffer) {
  if (buffer.separated.hasStaticShape())
    return buildAffineOffsets(builder, loc, indices, buffer.separated);
  SmallVector<Value> offsets;
  for (const ReassociationIndices &group : getAxisGroups(buffer.separated)) {
    Value offset = indices[group.front()];
    for (int64_t axis : ArrayRef(group).drop_front()) {
      Value size =
          getValueOrCreateConstantIndexOp(builder, loc, buffer.sizes[axis]);
      offset = builder.createOrFold<arith::AddIOp>(
          loc, multiply(builder, loc, offset, size), indices[axis]);
    }
    offsets.push_back(offset);
  }
  return offsets;
}

SmallVector<Value> layout::buildFlatExtents(OpBuilder &builder, Location loc,
                                            MemRefType separated,
                                            ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> extents;
  for (const ReassociationIndices &group : getAxisGroups(separated)) {
    if (llvm::none_of(
            group, [&](int64_t axis) { return separated.isDynamicDim(axis); }))
      continue;
    Value extent;
    for (int64_t axis : group) {
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[axis]);
      extent = extent ? multiply(builder, loc, extent, size) : size;
    }
    extents.push_back(extent);
  }
  return extents;
}

LogicalResult layout::planFlattenDynamic(Operation *op) {
  if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
          memref::GenericAtomicRMWOp, memref::PrefetchOp, affine::AffineLoadOp,
          affine::AffineStoreOp, memref::DimOp>(op))
    return success();
  return op->emitOpError("cannot address a buffer with axis separators of "
                         "dynamic shape by a flat index; use memref.load and "
                         "memref.store");
}

void layout::flattenDynamic(RewriterBase &rewriter, Operation *op,
                            const FlatBuffer &buffer) {
  DynamicFlattening(rewriter, buffer).rewrite(op);
}
