//===- ExpandClones.cpp - Clones of views ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %c = bufferization.clone %v : memref<8xf32, strided<[2], offset: 1>> to ..
// After:
//   %a = memref.alloc() : memref<16xf32>
//   %c = memref.reinterpret_cast %a to offset: [1], sizes: [8], strides: [2]
//   memref.copy %v, %c
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Returns true if upstream fails on the clone: it casts a contiguous buffer to
/// the type of the clone.
static bool isExpandedClone(Operation *op) {
  auto clone = dyn_cast<bufferization::CloneOp>(op);
  auto type = clone ? dyn_cast<MemRefType>(clone.getType()) : MemRefType();
  if (!type || !isa<StridedLayoutAttr>(type.getLayout()) ||
      !isa<MemRefType>(clone.getInput().getType()))
    return false;
  auto [strides, offset] = type.getStridesAndOffset();
  auto isForward = [](int64_t distance) {
    return ShapedType::isDynamic(distance) || distance >= 0;
  };
  return isForward(offset) && llvm::all_of(strides, isForward) &&
         !memref::CastOp::areCastCompatible(
             MemRefType::get(type.getShape(), type.getElementType(),
                             MemRefLayoutAttrInterface(),
                             type.getMemorySpace()),
             type);
}

namespace {

/// The offset and the strides of a clone, and how many elements it spans.
struct Placement {
  OpFoldResult offset;
  SmallVector<OpFoldResult> strides;
  Value numElements;
};

} // namespace

/// Strides that the type does not state are those of a contiguous array of
/// what the other dimensions span.
static Placement place(OpBuilder &builder, Location loc, MemRefType type,
                       ArrayRef<OpFoldResult> sizes) {
  auto [strides, offset] = type.getStridesAndOffset();
  auto number = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value).getResult();
  };
  Placement placement;
  placement.offset = ShapedType::isDynamic(offset)
                         ? OpFoldResult(number(0))
                         : OpFoldResult(builder.getIndexAttr(offset));
  placement.strides.resize(strides.size());
  Value one = number(1), span = one;
  for (bool isStated : {true, false})
    for (size_t d = strides.size(); d-- > 0;) {
      if (ShapedType::isDynamic(strides[d]) == isStated)
        continue;
      Value stride = isStated ? number(strides[d]) : span;
      placement.strides[d] =
          isStated ? OpFoldResult(builder.getIndexAttr(strides[d]))
                   : OpFoldResult(stride);
      // No element needs no memory: -1 is no distance.
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[d]);
      Value last = arith::SubIOp::create(
          builder, loc, arith::MaxSIOp::create(builder, loc, size, one), one);
      span = arith::AddIOp::create(
          builder, loc, span,
          arith::MulIOp::create(builder, loc, last, stride));
    }
  placement.numElements = arith::AddIOp::create(
      builder, loc, span,
      getValueOrCreateConstantIndexOp(builder, loc, placement.offset));
  return placement;
}

void layout::expandClones(Operation *root) {
  IRRewriter rewriter(root->getContext());
  for (Operation *op : layout::collectOps(root, isExpandedClone)) {
    auto clone = cast<bufferization::CloneOp>(op);
    auto type = cast<MemRefType>(clone.getType());
    Location loc = clone.getLoc();
    rewriter.setInsertionPoint(clone);
    SmallVector<OpFoldResult> sizes;
    for (auto [d, extent] : llvm::enumerate(type.getShape()))
      sizes.push_back(ShapedType::isDynamic(extent)
                          ? OpFoldResult(memref::DimOp::create(
                                             rewriter, loc, clone.getInput(), d)
                                             .getResult())
                          : OpFoldResult(rewriter.getIndexAttr(extent)));
    Placement placement = place(rewriter, loc, type, sizes);
    auto memory =
        MemRefType::get({ShapedType::kDynamic}, type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
    Value alloc =
        memref::AllocOp::create(rewriter, loc, memory, placement.numElements);
    Value copy = memref::ReinterpretCastOp::create(
        rewriter, loc, type, alloc, placement.offset, sizes, placement.strides);
    memref::CopyOp::create(rewriter, loc, clone.getInput(), copy);
    rewriter.replaceOp(clone, copy);
  }
}
