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
  return !memref::CastOp::areCastCompatible(
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace()),
      type);
}

/// Returns how many elements the last one lies before the first one, by
/// negative strides; nullopt if an extent that matters is unknown.
static std::optional<int64_t> countBackwards(MemRefType type) {
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t count = 0;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (ShapedType::isDynamic(stride) || stride >= 0)
      continue;
    int64_t length;
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(std::max<int64_t>(extent - 1, 0), -stride, length) ||
        llvm::AddOverflow(count, length, count))
      return std::nullopt;
  }
  return count;
}

/// Fails, with an error, if elements of a clone might lie before its buffer.
static LogicalResult checkStart(bufferization::CloneOp clone) {
  auto type = cast<MemRefType>(clone.getType());
  int64_t offset = type.getStridesAndOffset().second;
  std::optional<int64_t> least = countBackwards(type);
  if (ShapedType::isDynamic(offset) || (least && *least <= offset))
    return success();
  InFlightDiagnostic diagnostic =
      clone.emitOpError("might have elements before its buffer, of type ");
  diagnostic << type << "; expects "
             << (least ? "an offset of at least " + std::to_string(*least)
                       : "static extents where strides are negative")
             << ", or an offset that the type does not state";
  return diagnostic;
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
  placement.strides.resize(strides.size());
  Value one = number(1), span = one, backwards = number(0);
  for (bool isStated : {true, false})
    for (size_t d = strides.size(); d-- > 0;) {
      if (ShapedType::isDynamic(strides[d]) == isStated)
        continue;
      bool isBackwards = isStated && strides[d] < 0;
      Value step = isStated ? number(std::abs(strides[d])) : span;
      placement.strides[d] =
          isStated ? OpFoldResult(builder.getIndexAttr(strides[d]))
                   : OpFoldResult(step);
      // No element needs no memory: -1 is no distance.
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[d]);
      Value last = arith::SubIOp::create(
          builder, loc, arith::MaxSIOp::create(builder, loc, size, one), one);
      Value length = arith::MulIOp::create(builder, loc, last, step);
      span = arith::AddIOp::create(builder, loc, span, length);
      if (isBackwards)
        backwards = arith::AddIOp::create(builder, loc, backwards, length);
    }
  placement.offset = ShapedType::isDynamic(offset)
                         ? OpFoldResult(backwards)
                         : OpFoldResult(builder.getIndexAttr(offset));
  // What is before the first element in memory, and the elements.
  placement.numElements = arith::AddIOp::create(
      builder, loc, span,
      arith::SubIOp::create(
          builder, loc,
          getValueOrCreateConstantIndexOp(builder, loc, placement.offset),
          backwards));
  return placement;
}

LogicalResult layout::expandClones(Operation *root) {
  IRRewriter rewriter(root->getContext());
  for (Operation *op : layout::collectOps(root, isExpandedClone)) {
    auto clone = cast<bufferization::CloneOp>(op);
    auto type = cast<MemRefType>(clone.getType());
    if (failed(checkStart(clone)))
      return failure();
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
  return success();
}
