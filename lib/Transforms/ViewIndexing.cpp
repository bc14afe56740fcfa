//===- ViewIndexing.cpp - Indices of views as indices of roots ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewIndexing.h"

#include "LinearViews.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

bool layout::isFoldableView(Operation *op) {
  if (auto cast = dyn_cast<memref::CastOp>(op))
    return isa<MemRefType>(cast.getType()) &&
           isa<MemRefType>(cast.getSource().getType());
  if (auto cast = dyn_cast<memref::MemorySpaceCastOp>(op))
    return isa<MemRefType>(cast.getSource().getType());
  return isLinearView(op) ||
         isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
             memref::TransposeOp, memref::AssumeAlignmentOp>(op);
}

bool layout::isViewOf(OpOperand &use) {
  return isFoldableView(use.getOwner()) && use.getOperandNumber() == 0;
}

/// Has the view the elements of its source, by the same indices?
static bool keepsIndices(Operation *view) {
  return isa_and_nonnull<memref::CastOp, memref::AssumeAlignmentOp,
                         memref::MemorySpaceCastOp>(view);
}

LogicalResult layout::planFoldView(Operation *op) {
  if (isLinearView(op))
    return planFoldLinearView(op);
  ArrayRef<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(op)) {
    shape = expand.getResultType().getShape();
    groups = expand.getReassociationIndices();
  } else if (auto collapse = dyn_cast<memref::CollapseShapeOp>(op)) {
    shape = collapse.getSrcType().getShape();
    groups = collapse.getReassociationIndices();
  }
  for (const ReassociationIndices &group : groups)
    for (int64_t dim : ArrayRef(group).drop_front())
      if (ShapedType::isDynamic(shape[dim]) || shape[dim] == 0)
        return op->emitOpError("reshapes a buffer that gets a layout, and "
                               "cannot be folded into its accesses: an inner "
                               "size is dynamic or zero");
  return success();
}

Value layout::getViewedRoot(Value memref) {
  Operation *view = memref.getDefiningOp();
  while (view && isFoldableView(view)) {
    memref = view->getOperand(0);
    view = memref.getDefiningOp();
  }
  return memref;
}

bool layout::isWholeRoot(Value memref) {
  Operation *view = memref.getDefiningOp();
  while (keepsIndices(view))
    view = view->getOperand(0).getDefiningOp();
  return !view || !isFoldableView(view);
}

std::optional<unsigned> layout::getUnitStrideRootDim(Value memref,
                                                     unsigned dim) {
  Operation *view = memref.getDefiningOp();
  if (!view || !isFoldableView(view))
    return dim;
  if (auto subview = dyn_cast<memref::SubViewOp>(view)) {
    llvm::SmallBitVector dropped = subview.getDroppedDims();
    unsigned source = 0;
    for (unsigned kept = 0;; ++source)
      if (!dropped.test(source) && kept++ == dim)
        break;
    if (subview.getStaticStrides()[source] != 1)
      return std::nullopt;
    return getUnitStrideRootDim(subview.getSource(), source);
  }
  if (auto transpose = dyn_cast<memref::TransposeOp>(view))
    return getUnitStrideRootDim(transpose.getIn(),
                                transpose.getPermutation().getDimPosition(dim));
  if (keepsIndices(view))
    return getUnitStrideRootDim(view->getOperand(0), dim);
  return std::nullopt;
}

OpFoldResult layout::getViewSize(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (dim < 0 || dim >= type.getRank())
    return {};
  if (!type.isDynamicDim(dim))
    return IntegerAttr::get(IndexType::get(type.getContext()),
                            type.getDimSize(dim));
  Operation *view = memref.getDefiningOp();
  if (keepsIndices(view))
    return getViewSize(view->getOperand(0), dim);
  if (view && isLinearView(view))
    return getLinearViewSize(view, dim);
  if (auto expand = dyn_cast_or_null<memref::ExpandShapeOp>(view))
    return expand.getMixedOutputShape()[dim];
  if (auto transpose = dyn_cast_or_null<memref::TransposeOp>(view))
    return getViewSize(transpose.getIn(),
                       transpose.getPermutation().getDimPosition(dim));
  auto subview = dyn_cast_or_null<memref::SubViewOp>(view);
  if (!subview)
    return {};
  llvm::SmallBitVector dropped = subview.getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [source, size] : llvm::enumerate(subview.getMixedSizes()))
    if (!dropped.test(source))
      sizes.push_back(size);
  return sizes[dim];
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

ElementAccess ElementAccess::ofIndices(ValueRange values,
                                       MLIRContext *context) {
  ElementAccess access;
  for (Value value : values)
    access.indices.push_back(access.addDim(value, context));
  return access;
}

ElementAccess ElementAccess::ofMap(AffineMap map, ValueRange operands) {
  ElementAccess access;
  access.indices.assign(map.getResults().begin(), map.getResults().end());
  access.dims.assign(operands.begin(), operands.begin() + map.getNumDims());
  access.symbols.assign(operands.begin() + map.getNumDims(), operands.end());
  return access;
}

AffineExpr ElementAccess::addDim(Value value, MLIRContext *context) {
  dims.push_back(value);
  return getAffineDimExpr(dims.size() - 1, context);
}

AffineExpr ElementAccess::scaleAndShift(OpBuilder &builder, Location loc,
                                        AffineExpr index, OpFoldResult offset,
                                        OpFoldResult stride) {
  MLIRContext *context = builder.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(stride)) {
    index = index * *constant;
  } else {
    Value product = arith::MulIOp::create(
        builder, loc, build(builder, loc, index), cast<Value>(stride));
    index = addDim(product, context);
  }
  if (std::optional<int64_t> constant = getConstantIntValue(offset))
    return index + *constant;
  return index + addDim(cast<Value>(offset), context);
}

std::optional<std::pair<AffineMap, SmallVector<Value>>>
ElementAccess::getAffineAccess(Operation *op) const {
  Region *scope = affine::getAffineScope(op);
  auto isDim = [&](Value value) { return affine::isValidDim(value, scope); };
  auto isSymbol = [&](Value value) {
    return affine::isValidSymbol(value, scope);
  };
  if (!llvm::all_of(dims, isDim) || !llvm::all_of(symbols, isSymbol))
    return std::nullopt;
  AffineMap map =
      AffineMap::get(dims.size(), symbols.size(), indices, op->getContext());
  SmallVector<Value> operands = getOperands();
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return std::make_pair(simplifyAffineMap(map), operands);
}

SmallVector<Value> ElementAccess::getOperands() const {
  SmallVector<Value> operands(dims);
  operands.append(symbols);
  return operands;
}

Value ElementAccess::build(OpBuilder &builder, Location loc,
                           AffineExpr expr) const {
  AffineMap map = AffineMap::get(dims.size(), symbols.size(), expr);
  OpFoldResult folded = affine::makeComposedFoldedAffineApply(
      builder, loc, map, getAsOpFoldResult(getOperands()));
  return getValueOrCreateConstantIndexOp(builder, loc, folded);
}

SmallVector<Value> ElementAccess::buildIndices(OpBuilder &builder,
                                               Location loc) const {
  return llvm::map_to_vector(
      indices, [&](AffineExpr expr) { return build(builder, loc, expr); });
}

namespace {

void seeThroughSubview(OpBuilder &builder, Location loc, ElementAccess &access,
                       memref::SubViewOp view) {
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  SmallVector<OpFoldResult> strides = view.getMixedStrides();
  llvm::SmallBitVector dropped = view.getDroppedDims();
  SmallVector<AffineExpr> indices;
  unsigned next = 0;
  for (unsigned dim = 0, e = offsets.size(); dim < e; ++dim) {
    AffineExpr index = dropped.test(dim) ? builder.getAffineConstantExpr(0)
                                         : access.indices[next++];
    indices.push_back(
        access.scaleAndShift(builder, loc, index, offsets[dim], strides[dim]));
  }
  access.indices = indices;
}

/// Joins each group of dimensions of the view into one, row-major.
void seeThroughExpand(ElementAccess &access, memref::ExpandShapeOp view) {
  ArrayRef<int64_t> shape = view.getResultType().getShape();
  SmallVector<AffineExpr> indices;
  MLIRContext *context = view.getContext();
  for (const ReassociationIndices &group : view.getReassociationIndices()) {
    AffineExpr joined = getAffineConstantExpr(0, context);
    for (int64_t dim : group)
      joined = dim == group.front() ? access.indices[dim]
                                    : joined * shape[dim] + access.indices[dim];
    indices.push_back(joined);
  }
  access.indices = indices;
}

/// Splits each dimension of the view into its group, row-major.
void seeThroughCollapse(ElementAccess &access, memref::CollapseShapeOp view) {
  ArrayRef<int64_t> shape = view.getSrcType().getShape();
  MLIRContext *context = view.getContext();
  SmallVector<AffineExpr> indices(shape.size(),
                                  getAffineConstantExpr(0, context));
  for (auto [joined, group] :
       llvm::zip(access.indices, view.getReassociationIndices())) {
    AffineExpr rest = joined;
    for (int64_t dim : llvm::reverse(group)) {
      bool isOutermost = dim == group.front();
      indices[dim] = isOutermost ? rest : rest % shape[dim];
      if (!isOutermost)
        rest = rest.floorDiv(shape[dim]);
    }
  }
  access.indices = indices;
}

void seeThroughTranspose(ElementAccess &access, memref::TransposeOp view) {
  SmallVector<AffineExpr> indices(access.indices);
  AffineMap permutation = view.getPermutation();
  for (unsigned dim = 0, e = indices.size(); dim < e; ++dim)
    indices[permutation.getDimPosition(dim)] = access.indices[dim];
  access.indices = indices;
}

} // namespace

Value layout::seeThroughViews(OpBuilder &builder, Location loc,
                              ElementAccess &access, Value memref) {
  Operation *view = memref.getDefiningOp();
  while (view && isFoldableView(view)) {
    if (isLinearView(view)) {
      memref = seeThroughLinearView(builder, loc, access, view);
      view = memref.getDefiningOp();
      continue;
    }
    TypeSwitch<Operation *>(view)
        .Case([&](memref::SubViewOp subview) {
          seeThroughSubview(builder, loc, access, subview);
        })
        .Case([&](memref::ExpandShapeOp expand) {
          seeThroughExpand(access, expand);
        })
        .Case([&](memref::CollapseShapeOp collapse) {
          seeThroughCollapse(access, collapse);
        })
        .Case([&](memref::TransposeOp transpose) {
          seeThroughTranspose(access, transpose);
        });
    memref = view->getOperand(0);
    view = memref.getDefiningOp();
  }
  return memref;
}
