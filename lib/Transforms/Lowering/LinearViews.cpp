//===- LinearViews.cpp - Views by offset in memory ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearViews.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Places that an op shows: `offset + sum of strides * index`.
struct Places {
  OpFoldResult offset;
  SmallVector<OpFoldResult> strides;
};

} // namespace

static MemRefType typeOf(Value memref) {
  return cast<MemRefType>(memref.getType());
}

/// The memref whose places `op` speaks of. A place in the result of a
/// `memref.view` of bytes is one in its source, that many bytes later.
static Value getPlacesOf(Operation *op,
                         SmallVectorImpl<Value> *shifts = nullptr) {
  Value memref = op->getOperand(0);
  if (!isa<memref::ReinterpretCastOp, memref::ExtractStridedMetadataOp>(op))
    return memref;
  // Those start at the base pointer, which all other views leave as it is.
  for (Operation *view = memref.getDefiningOp(); view && isFoldableView(view);
       view = memref.getDefiningOp()) {
    if (auto bytes = dyn_cast<memref::ViewOp>(view); bytes && shifts)
      shifts->push_back(bytes.getByteShift());
    memref = view->getOperand(0);
  }
  return memref;
}

static bool hasKnownInnerSizes(MemRefType type) {
  return llvm::all_of(llvm::drop_begin(type.getShape(), type.getRank() > 0),
                      [](int64_t size) { return size > 0; });
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// A number that is known, be it what the type of a buffer says that its
/// metadata are.
static std::optional<int64_t> getKnownNumber(OpFoldResult number) {
  if (std::optional<int64_t> constant = getConstantNumber(number))
    return constant;
  auto value = cast<Value>(number);
  auto metadata = value.getDefiningOp<memref::ExtractStridedMetadataOp>();
  if (!metadata)
    return std::nullopt;
  MemRefType type = typeOf(metadata.getSource());
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<int64_t> numbers{offset};
  llvm::append_range(numbers, type.getShape());
  llvm::append_range(numbers, strides);
  // After the base buffer come the offset, the sizes and the strides.
  int64_t known = numbers[cast<OpResult>(value).getResultNumber() - 1];
  if (ShapedType::isDynamic(known))
    return std::nullopt;
  return known;
}

/// Returns true if all elements of a reinterpretation are inside of a memref of
/// static shape.
static bool staysInside(memref::ReinterpretCastOp cast, MemRefType type,
                        ArrayRef<Value> shifts) {
  std::optional<int64_t> low = getKnownNumber(cast.getMixedOffsets().front());
  for (Value shift : shifts) {
    std::optional<int64_t> constant = getKnownNumber(shift);
    if (!low || !constant || llvm::AddOverflow(*low, *constant, *low))
      return false;
  }
  if (!type.hasStaticShape() || !low)
    return false;
  int64_t high = *low;
  for (auto [size, stride] :
       llvm::zip_equal(cast.getMixedSizes(), cast.getMixedStrides())) {
    std::optional<int64_t> extent = getKnownNumber(size);
    std::optional<int64_t> step = getKnownNumber(stride);
    if (!extent || !step)
      return false;
    if (*extent <= 0) // no element, no access
      return true;
    int64_t span;
    if (llvm::MulOverflow(*extent - 1, *step, span) ||
        llvm::AddOverflow(span < 0 ? *low : high, span, span < 0 ? *low : high))
      return false;
  }
  return *low >= 0 && high < type.getNumElements();
}

/// Returns true if an access outside of `base` is undefined behaviour, whatever
/// memory is around it.
static bool isWholeObject(Value base) {
  return isa_and_nonnull<SizedAllocation, memref::GetGlobalOp>(
      base.getDefiningOp());
}

static LogicalResult planReinterpretCast(memref::ReinterpretCastOp cast) {
  SmallVector<Value> shifts;
  Value base = getPlacesOf(cast, &shifts);
  if (isWholeObject(base) || staysInside(cast, typeOf(base), shifts))
    return success();
  return cast->emitOpError(
      "reinterprets a buffer that gets a layout, and cannot be proven to stay "
      "in bounds; use memref.subview, or constant offsets, sizes and strides "
      "that do");
}

static LogicalResult planReshape(memref::ReshapeOp reshape) {
  auto result = dyn_cast<MemRefType>(reshape.getResult().getType());
  if (!result || !hasKnownInnerSizes(result))
    return reshape->emitOpError(
        "reshapes a buffer that gets a layout to sizes that are read from "
        "memory; use memref.expand_shape or memref.collapse_shape");
  MemRefType source = typeOf(reshape.getSource());
  if (source.hasStaticShape() && result.hasStaticShape() &&
      source.getNumElements() != result.getNumElements())
    return reshape->emitOpError("reshapes a buffer that gets a layout to ")
           << result.getNumElements() << " elements, but the buffer has "
           << source.getNumElements();
  return success();
}

static LogicalResult planView(memref::ViewOp view) {
  Type element = view.getType().getElementType();
  if (element == typeOf(view.getSource()).getElementType())
    return success();
  return view->emitOpError("sees the bytes of a buffer that gets a layout as "
                           "another element type, ")
         << element
         << ", which a layout does not allow; view the elements as they are";
}

/// Returns true if the offset of an element is the sum of the offsets of the
/// views down to the base. A view of bytes starts anew.
static bool areOffsetsOfBase(Value memref) {
  for (Operation *view = memref.getDefiningOp(); view && isFoldableView(view);
       view = view->getOperand(0).getDefiningOp())
    if (isa<memref::ViewOp>(view))
      return false;
  return true;
}

static LogicalResult planMetadata(memref::ExtractStridedMetadataOp metadata) {
  Value source = metadata.getSource();
  auto [strides, offset] = typeOf(source).getStridesAndOffset();
  bool isComputed = areOffsetsOfBase(source);
  auto isKnown = [&](Value result, int64_t value) {
    return result.use_empty() || isComputed || !ShapedType::isDynamic(value);
  };
  bool isFollowed = isKnown(metadata.getOffset(), offset);
  for (auto [stride, result] : llvm::zip_equal(strides, metadata.getStrides()))
    isFollowed &= isKnown(result, stride);
  for (auto [dim, result] : llvm::enumerate(metadata.getSizes()))
    isFollowed &= result.use_empty() || getViewSize(source, dim).has_value();
  if (isFollowed)
    return success();
  return metadata->emitOpError(
      "reads an offset, a size or a stride of a view of a buffer that gets a "
      "layout; expects those only that the type of the view states");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// `a * b`, computed where it is not known.
static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a,
                             OpFoldResult b) {
  std::optional<int64_t> x = getConstantNumber(a), y = getConstantNumber(b);
  if (x && y)
    return builder.getIndexAttr(*x * *y);
  if (x && *x == 1)
    return b;
  if (y && *y == 1)
    return a;
  return arith::MulIOp::create(builder, loc,
                               getValueOrCreateConstantIndexOp(builder, loc, a),
                               getValueOrCreateConstantIndexOp(builder, loc, b))
      .getResult();
}

static SmallVector<OpFoldResult>
getRowMajorStrides(OpBuilder &builder, Location loc, Operation *op) {
  int64_t rank = typeOf(op->getResult(0)).getRank();
  SmallVector<OpFoldResult> strides(rank);
  OpFoldResult stride = builder.getIndexAttr(1);
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    if (dim > 0)
      stride = multiply(builder, loc, stride, getLinearViewSize(op, dim));
  }
  return strides;
}

static Places getPlaces(OpBuilder &builder, Location loc, Operation *op) {
  OpFoldResult zero = builder.getIndexAttr(0);
  if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op))
    return {cast.getMixedOffsets().front(), cast.getMixedStrides()};
  if (isa<memref::ExtractStridedMetadataOp>(op))
    return {zero, {}};
  SmallVector<OpFoldResult> strides = getRowMajorStrides(builder, loc, op);
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return {getAsOpFoldResult(view.getByteShift()), strides};
  return {zero, strides};
}

/// The index of a place in a memref of row-major order.
static SmallVector<AffineExpr> delinearise(AffineExpr place,
                                           ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> index(shape.size());
  for (int64_t dim = int64_t(shape.size()) - 1; dim >= 0; --dim) {
    index[dim] = dim == 0 ? place : place % shape[dim];
    if (dim > 0)
      place = place.floorDiv(shape[dim]);
  }
  return index;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

bool layout::isLinearView(Operation *op) {
  if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op))
    return isa<MemRefType>(cast.getSource().getType());
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op))
    return isa<MemRefType>(reshape.getSource().getType());
  return isa<memref::ViewOp, memref::ExtractStridedMetadataOp>(op);
}

LogicalResult layout::planFoldLinearView(Operation *op) {
  MemRefType type = typeOf(getPlacesOf(op));
  if (!type.getLayout().isIdentity() || !hasKnownInnerSizes(type))
    return op->emitOpError("reinterprets the memory of a buffer that gets a "
                           "layout, but ")
           << type
           << " is not contiguous, or an inner size is dynamic or zero; "
              "reinterpret a contiguous buffer of static inner sizes";
  if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op))
    return planReinterpretCast(cast);
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op))
    return planReshape(reshape);
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return planView(view);
  return planMetadata(cast<memref::ExtractStridedMetadataOp>(op));
}

Value layout::seeThroughLinearView(OpBuilder &builder, Location loc,
                                   ElementAccess &access, Operation *op) {
  SmallVector<Value> shifts;
  Value memref = getPlacesOf(op, &shifts);
  Places places = getPlaces(builder, loc, op);
  AffineExpr place = builder.getAffineConstantExpr(0);
  auto shift = [&](OpFoldResult by) {
    place =
        access.scaleAndShift(builder, loc, place, by, builder.getIndexAttr(1));
  };
  shift(places.offset);
  for (Value by : shifts)
    shift(getAsOpFoldResult(by));
  for (auto [index, stride] : llvm::zip_equal(access.indices, places.strides))
    place = place + access.scaleAndShift(builder, loc, index,
                                         builder.getIndexAttr(0), stride);
  access.indices = delinearise(place, typeOf(memref).getShape());
  return memref;
}

OpFoldResult layout::getLinearViewSize(Operation *op, int64_t dim) {
  if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op))
    return cast.getMixedSizes()[dim];
  MemRefType type = typeOf(op->getResult(0));
  if (!type.isDynamicDim(dim))
    return IntegerAttr::get(IndexType::get(op->getContext()),
                            type.getDimSize(dim));
  auto view = dyn_cast<memref::ViewOp>(op);
  if (!view)
    return {};
  return view.getSizes()[type.getDynamicDimIndex(dim)];
}

/// The place of an element of `memref`, by its index, in the memref that it is
/// a view of in the end.
static Value buildPlace(OpBuilder &builder, Location loc, Value memref,
                        ArrayRef<AffineExpr> index) {
  ElementAccess access;
  access.indices.assign(index.begin(), index.end());
  Value root = seeThroughViews(builder, loc, access, memref);
  AffineExpr place = builder.getAffineConstantExpr(0);
  for (auto [dim, size] : llvm::enumerate(typeOf(root).getShape()))
    place = (dim == 0 ? place : place * size) + access.indices[dim];
  return access.build(builder, loc, place);
}

void layout::foldStridedMetadata(OpBuilder &builder, Operation *op) {
  auto metadata = cast<memref::ExtractStridedMetadataOp>(op);
  Value source = metadata.getSource();
  Location loc = op->getLoc();
  auto [strides, offset] = typeOf(source).getStridesAndOffset();
  builder.setInsertionPoint(op);
  auto replace = [&](Value result, function_ref<OpFoldResult()> build) {
    if (!result.use_empty())
      result.replaceAllUsesWith(
          getValueOrCreateConstantIndexOp(builder, loc, build()));
  };
  SmallVector<AffineExpr> first(strides.size(),
                                builder.getAffineConstantExpr(0));
  auto buildOffset = [&, offset = offset]() -> OpFoldResult {
    if (!ShapedType::isDynamic(offset))
      return builder.getIndexAttr(offset);
    return buildPlace(builder, loc, source, first);
  };
  replace(metadata.getOffset(), buildOffset);
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    auto buildStride = [&, dim = dim, stride = stride]() -> OpFoldResult {
      if (!ShapedType::isDynamic(stride))
        return builder.getIndexAttr(stride);
      SmallVector<AffineExpr> next(first);
      next[dim] = builder.getAffineConstantExpr(1);
      return arith::SubIOp::create(builder, loc,
                                   buildPlace(builder, loc, source, next),
                                   buildPlace(builder, loc, source, first))
          .getResult();
    };
    replace(metadata.getStrides()[dim], buildStride);
    replace(metadata.getSizes()[dim], [&, dim = dim] {
      return getViewSize(source, dim)->build(builder, loc);
    });
  }
}
