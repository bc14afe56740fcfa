//===- ExpandViews.cpp - Views as offsets and strides ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%b, %s, 48]
//       : memref<?x48xf32> into memref<?x?x48xf32>
// After:
//   %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
//   %0 = arith.muli %s, %c48
//   %e = memref.reinterpret_cast %base to
//       offset: [0], sizes: [%b, %s, 48], strides: [%0, 48, 1]
//
// Before:
//   %x = memref.load %v[%i] : memref<8xf32, strided<[-1], offset: 7>>
// After:
//   %base, %offset, %size, %stride = memref.extract_strided_metadata %v
//   %0 = arith.muli %i, %stride overflow<nsw>
//   %1 = arith.addi %offset, %0 overflow<nsw>
//   %e = memref.reinterpret_cast %base to offset: [%1], sizes: [], strides: []
//   %x = memref.load %e[]
//
// Before:
//   %a = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
// After:
//   %0 = memref.alloc() : memref<28xf32>
//   %a = memref.reinterpret_cast %0 to
//       offset: [0], sizes: [4, 4], strides: [8, 1]
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns `a * b`.
static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a,
                             OpFoldResult b) {
  std::optional<int64_t> left = getConstantNumber(a),
                         right = getConstantNumber(b);
  int64_t product = 0;
  if (left && right && !llvm::MulOverflow(*left, *right, product))
    return builder.getIndexAttr(product);
  if (left == 1)
    return b;
  if (right == 1)
    return a;
  Value lhs = getValueOrCreateConstantIndexOp(builder, loc, a);
  Value rhs = getValueOrCreateConstantIndexOp(builder, loc, b);
  return arith::MulIOp::create(builder, loc, lhs, rhs).getResult();
}

/// Puts what the type states in place of what was computed: a
/// `memref.reinterpret_cast` must agree with its type.
static void preferStatic(MutableArrayRef<OpFoldResult> computed,
                         ArrayRef<int64_t> stated, Builder &builder) {
  for (auto [value, number] : llvm::zip_equal(computed, stated))
    if (ShapedType::isStatic(number))
      value = builder.getIndexAttr(number);
}

/// Returns the strides of `expand`, where those of its source are `strides`.
static SmallVector<OpFoldResult> buildStrides(OpBuilder &builder,
                                              memref::ExpandShapeOp expand,
                                              ArrayRef<OpFoldResult> strides) {
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  SmallVector<OpFoldResult> result(sizes.size(), builder.getIndexAttr(1));
  for (auto [stride, group] :
       llvm::zip(strides, expand.getReassociationIndices())) {
    OpFoldResult step = stride;
    for (int64_t dim : llvm::reverse(group)) {
      result[dim] = step;
      if (dim != group.front())
        step = multiply(builder, expand.getLoc(), step, sizes[dim]);
    }
  }
  return result;
}

static void expandToStrides(RewriterBase &rewriter,
                            memref::ExpandShapeOp expand) {
  MemRefType type = expand.getResultType();
  SmallVector<int64_t> statedStrides, sourceStrides;
  int64_t statedOffset = 0, sourceOffset = 0;
  if (failed(type.getStridesAndOffset(statedStrides, statedOffset)) ||
      failed(
          expand.getSrcType().getStridesAndOffset(sourceStrides, sourceOffset)))
    return;
  rewriter.setInsertionPoint(expand);
  auto source = memref::ExtractStridedMetadataOp::create(
      rewriter, expand.getLoc(), expand.getSrc());
  SmallVector<OpFoldResult> offset{source.getConstifiedMixedOffset()};
  SmallVector<OpFoldResult> strides =
      buildStrides(rewriter, expand, source.getConstifiedMixedStrides());
  preferStatic(offset, ArrayRef(statedOffset), rewriter);
  preferStatic(strides, statedStrides, rewriter);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      expand, type, source.getBaseBuffer(), offset.front(),
      expand.getMixedOutputShape(), strides);
}

//===----------------------------------------------------------------------===//
// Accesses by strides that may be negative
//===----------------------------------------------------------------------===//

/// Returns true if an index times a stride may be negative. Upstream's
/// conversion to LLVM marks such a product `nuw`, and the address, too: poison,
/// from which LLVM infers that the element lies after the first one of the
/// view.
static bool mayStepBackwards(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return !type.getLayout().isIdentity() &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         llvm::any_of(strides, [](int64_t stride) {
           return ShapedType::isDynamic(stride) || stride < 0;
         });
}

/// Returns the element of `buffer` at `indices`, as a buffer of rank 0. Its
/// offset does not wrap: it is inside of the buffer, as are all that only some
/// of the indices lead to.
static Value buildElement(OpBuilder &builder, Location loc, Value buffer,
                          ValueRange indices) {
  auto type = cast<MemRefType>(buffer.getType());
  auto source = memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  constexpr auto nsw = arith::IntegerOverflowFlags::nsw;
  Value offset = getValueOrCreateConstantIndexOp(
      builder, loc, source.getConstifiedMixedOffset());
  for (auto [index, stride] :
       llvm::zip_equal(indices, source.getConstifiedMixedStrides())) {
    Value distance = arith::MulIOp::create(
        builder, loc, index,
        getValueOrCreateConstantIndexOp(builder, loc, stride), nsw);
    offset = arith::AddIOp::create(builder, loc, offset, distance, nsw);
  }
  auto layout =
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {});
  auto element =
      MemRefType::get({}, type.getElementType(), layout, type.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      builder, loc, element, source.getBaseBuffer(), OpFoldResult(offset),
      ArrayRef<OpFoldResult>(), ArrayRef<OpFoldResult>());
}

template <typename Access>
static void accessElement(Access access) {
  if (!mayStepBackwards(access.getMemRefType()))
    return;
  OpBuilder builder(access);
  Value element = buildElement(builder, access.getLoc(), access.getMemref(),
                               access.getIndices());
  access.getMemrefMutable().assign(element);
  access.getIndicesMutable().clear();
}

//===----------------------------------------------------------------------===//
// Allocations with strides
//===----------------------------------------------------------------------===//

/// Returns how many elements an allocation needs for a view of it with these
/// sizes, strides and offset; nullopt if that is more than an index holds, or
/// if elements may lie before its first one.
static std::optional<OpFoldResult> buildSpan(OpBuilder &builder, Location loc,
                                             ArrayRef<OpFoldResult> sizes,
                                             ArrayRef<int64_t> strides,
                                             int64_t offset) {
  if (offset < 0 || ShapedType::isDynamic(offset))
    return std::nullopt;
  int64_t span = offset + 1;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    if (stride < 0 || ShapedType::isDynamic(stride))
      return std::nullopt;
    std::optional<int64_t> extent = getConstantNumber(size);
    int64_t step = 0;
    if (extent && *extent > 0 &&
        (llvm::MulOverflow(*extent - 1, stride, step) ||
         llvm::AddOverflow(span, step, span)))
      return std::nullopt;
  }
  OpFoldResult result = builder.getIndexAttr(span);
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    if (getConstantNumber(size))
      continue;
    // One stride more than needed, so that an extent of 0 subtracts nothing.
    Value step = arith::MulIOp::create(
        builder, loc, cast<Value>(size),
        arith::ConstantIndexOp::create(builder, loc, stride));
    result = arith::AddIOp::create(
                 builder, loc,
                 getValueOrCreateConstantIndexOp(builder, loc, result), step)
                 .getResult();
  }
  return result;
}

/// Upstream's conversion to LLVM allocates buffers without strides alone.
template <typename Alloc>
static void viewPlainAllocation(RewriterBase &rewriter, Alloc alloc) {
  MemRefType type = alloc.getType();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.getLayout().isIdentity() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return;
  rewriter.setInsertionPoint(alloc);
  SmallVector<OpFoldResult> sizes = alloc.getMixedSizes();
  std::optional<OpFoldResult> span =
      buildSpan(rewriter, alloc.getLoc(), sizes, strides, offset);
  if (!span)
    return;
  auto [number, dynamic] = decomposeMixedValues(ArrayRef(*span));
  auto plain = Alloc::create(rewriter, alloc.getLoc(),
                             MemRefType::get(number, type.getElementType(),
                                             MemRefLayoutAttrInterface(),
                                             type.getMemorySpace()),
                             dynamic, alloc.getAlignmentAttr());
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      alloc, type, plain, rewriter.getIndexAttr(offset), sizes,
      getAsIndexOpFoldResult(rewriter.getContext(), strides));
}

void layout::expandViews(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op).Case<memref::AllocOp, memref::AllocaOp>(
        [&](auto alloc) { viewPlainAllocation(rewriter, alloc); });
  });
  root->walk([&](memref::ExpandShapeOp expand) {
    if (!expand.getResultType().hasStaticShape())
      expandToStrides(rewriter, expand);
  });
  root->walk([](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<memref::LoadOp, memref::StoreOp, memref::PrefetchOp,
              memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(
            [](auto access) { accessElement(access); });
  });
}
