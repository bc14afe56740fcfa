//===- FlattenDynamic.cpp - Flat accesses by dynamic strides --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenDynamic.h"

#include "FlatForm.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

static Value multiply(OpBuilder &builder, Location loc, Value a, Value b) {
  return builder.createOrFold<arith::MulIOp>(loc, a, b);
}

namespace {

class DynamicFlattening {
public:
  DynamicFlattening(RewriterBase &rewriter, const FlatBuffer &buffer)
      : rewriter(rewriter), buffer(buffer) {}

  void rewrite(Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto dim = dyn_cast<memref::DimOp>(op))
      return rewriteDim(dim);
    auto access = cast<LayoutAccessOpInterface>(op);
    forEachRedirected(
        access, [&](OpOperand &operand) { rewriteAccess(access, operand); });
  }

private:
  void rewriteAccess(LayoutAccessOpInterface access, OpOperand &operand) {
    OperandAccess element = access.getAccess(operand);
    SmallVector<Value> indices = element.operands;
    // Indices that are values are taken as they are.
    bool isByValue = element.map.isIdentity() &&
                     !isa<affine::AffineMapAccessInterface>(*access);
    if (!isByValue)
      indices = getValueOrCreateConstantIndexOp(
          rewriter, access.getLoc(),
          affine::makeComposedFoldedMultiResultAffineApply(
              rewriter, access.getLoc(), element.map,
              getAsOpFoldResult(element.operands)));
    SmallVector<Value> offsets =
        buildOffsets(rewriter, access.getLoc(), indices, buffer);
    AffineMap same = rewriter.getMultiDimIdentityMap(offsets.size());
    access.redirect(rewriter, operand, {buffer.flat, same, offsets});
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
  // One buffer: there is one flat form to go to.
  unsigned numBuffers =
      llvm::count_if(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
  if (isa<memref::DimOp>(op) ||
      (numBuffers == 1 &&
       areRewritten(op, isSeparated, {LayoutRewrite::Indices})))
    return success();
  return op->emitOpError("cannot address a buffer with axis separators of "
                         "dynamic shape by a flat index; use memref.load and "
                         "memref.store");
}

void layout::flattenDynamic(RewriterBase &rewriter, Operation *op,
                            const FlatBuffer &buffer) {
  DynamicFlattening(rewriter, buffer).rewrite(op);
}
