//===- ViewIndexing.cpp - Indices of views as indices of roots ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewIndexing.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/IR/AffineIndices.h"
#include "Layout/IR/DroppedDims.h"
#include "Layout/IR/IntegerConstants.h"
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

/// Returns true if the view has the elements of its source, by the same
/// indices. An op that guarantees something of several buffers is no view of
/// one.
static bool keepsIndices(Operation *view) {
  if (view->getNumResults() != 1 ||
      view->hasTrait<OpTrait::DistinctObjectsTrait>())
    return false;
  Value result = view->getResult(0), source = getRenamed(result);
  return source && isa<MemRefType>(source.getType()) &&
         isa<MemRefType>(result.getType());
}

// No interface tells by which index of its source a view finds an element:
// `ViewLikeOpInterface` names the source alone. So the views that move elements
// are those whose arithmetic is below (`seeThroughViews`) and in
// LinearViews.cpp; which ones only give another name, `getRenamed` says.
bool layout::isFoldableView(Operation *op) {
  return keepsIndices(op) || isLinearView(op) ||
         isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
             memref::TransposeOp>(op);
}

bool layout::isViewOf(OpOperand &use) {
  return isFoldableView(use.getOwner()) && use.getOperandNumber() == 0;
}

LogicalResult layout::planFoldView(Operation *op) {
  return isLinearView(op) ? planFoldLinearView(op) : success();
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
  while (view && keepsIndices(view))
    view = view->getOperand(0).getDefiningOp();
  return !view || !isFoldableView(view);
}

std::optional<unsigned> layout::getUnitStrideRootDim(Value memref,
                                                     unsigned dim) {
  Operation *view = memref.getDefiningOp();
  if (!view || !isFoldableView(view))
    return dim;
  if (auto subview = dyn_cast<memref::SubViewOp>(view)) {
    llvm::SmallBitVector dropped = getDroppedDims(subview);
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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

void ViewSize::multiplyBy(OpFoldResult factor) {
  if (std::optional<int64_t> known = getConstantNumber(factor))
    constant *= *known;
  else
    values.push_back(cast<Value>(factor));
}

void ViewSize::multiplyBy(const ViewSize &other) {
  constant *= other.constant;
  llvm::append_range(values, other.values);
  llvm::append_range(rootDims, other.rootDims);
}

OpFoldResult ViewSize::build(OpBuilder &builder, Location loc) const {
  SmallVector<Value> factors(values.begin(), values.end());
  for (auto [root, dim] : rootDims)
    factors.push_back(memref::DimOp::create(builder, loc, root, dim));
  if (factors.empty())
    return builder.getIndexAttr(constant);
  if (constant != 1)
    factors.push_back(arith::ConstantIndexOp::create(builder, loc, constant));
  Value product = factors.front();
  for (Value factor : ArrayRef(factors).drop_front())
    product = arith::MulIOp::create(builder, loc, product, factor);
  return product;
}

static OpFoldResult getSubviewSize(memref::SubViewOp subview, int64_t dim) {
  llvm::SmallBitVector dropped = getDroppedDims(subview);
  for (auto [source, size] : llvm::enumerate(subview.getMixedSizes()))
    if (!dropped.test(source) && dim-- == 0)
      return size;
  llvm_unreachable("a dimension of the view is one of its source");
}

std::optional<ViewSize> layout::getViewSize(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (dim < 0 || dim >= type.getRank())
    return std::nullopt;
  ViewSize size;
  auto isOf = [&](OpFoldResult factor) -> std::optional<ViewSize> {
    if (!factor)
      return std::nullopt;
    size.multiplyBy(factor);
    return size;
  };
  if (!type.isDynamicDim(dim))
    return isOf(Builder(type.getContext()).getIndexAttr(type.getDimSize(dim)));
  Operation *view = memref.getDefiningOp();
  if (!view || !isFoldableView(view)) {
    size.rootDims.push_back({memref, dim});
    return size;
  }
  if (keepsIndices(view))
    return getViewSize(view->getOperand(0), dim);
  if (isLinearView(view))
    return isOf(getLinearViewSize(view, dim));
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(view))
    return isOf(expand.getMixedOutputShape()[dim]);
  if (auto transpose = dyn_cast<memref::TransposeOp>(view))
    return getViewSize(transpose.getIn(),
                       transpose.getPermutation().getDimPosition(dim));
  if (auto subview = dyn_cast<memref::SubViewOp>(view))
    return isOf(getSubviewSize(subview, dim));
  auto collapse = dyn_cast<memref::CollapseShapeOp>(view);
  if (!collapse)
    return std::nullopt;
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  for (int64_t source : groups[dim]) {
    std::optional<ViewSize> factor = getViewSize(collapse.getSrc(), source);
    if (!factor)
      return std::nullopt;
    size.multiplyBy(*factor);
  }
  return size;
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
  if (std::optional<int64_t> constant = getConstantNumber(stride)) {
    index = index * *constant;
  } else {
    Value product = arith::MulIOp::create(
        builder, loc, build(builder, loc, index), cast<Value>(stride));
    index = addDim(product, context);
  }
  if (std::optional<int64_t> constant = getConstantNumber(offset))
    return index + *constant;
  return index + addDim(cast<Value>(offset), context);
}

std::optional<std::pair<AffineMap, SmallVector<Value>>>
ElementAccess::getAffineAccess(Operation *op) const {
  Region *scope = affine::getAffineScope(op);
  auto isDim = [&](Value value) { return mayBeAffineDim(value, scope); };
  auto isSymbol = [&](Value value) {
    return mayBeAffineSymbol(value, scope);
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

static void seeThroughSubview(OpBuilder &builder, Location loc,
                              ElementAccess &access, memref::SubViewOp view) {
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  SmallVector<OpFoldResult> strides = view.getMixedStrides();
  llvm::SmallBitVector dropped = getDroppedDims(view);
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
static void seeThroughExpand(OpBuilder &builder, Location loc,
                             ElementAccess &access,
                             memref::ExpandShapeOp view) {
  SmallVector<OpFoldResult> shape = view.getMixedOutputShape();
  SmallVector<AffineExpr> indices;
  for (const ReassociationIndices &group : view.getReassociationIndices()) {
    AffineExpr joined = builder.getAffineConstantExpr(0);
    for (int64_t dim : group)
      joined = dim == group.front()
                   ? access.indices[dim]
                   : access.scaleAndShift(builder, loc, joined,
                                          builder.getIndexAttr(0), shape[dim]) +
                         access.indices[dim];
    indices.push_back(joined);
  }
  access.indices = indices;
}

/// Returns the size of dimension `dim` of `memref`, at least 1: nothing is
/// accessed in a buffer without elements, and a division may be moved before
/// the check whether it is reached.
static Value buildDivisor(OpBuilder &builder, Location loc, Value memref,
                          int64_t dim) {
  std::optional<ViewSize> size = getViewSize(memref, dim);
  assert(size && "views of sizes that are not known are refused");
  Value value =
      getValueOrCreateConstantIndexOp(builder, loc, size->build(builder, loc));
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::MaxSIOp::create(builder, loc, value, one);
}

/// Splits `index` by the size of dimension `dim` of `memref` into quotient and
/// remainder. By a value, which no affine expression divides by, they are
/// computed apart.
static std::pair<AffineExpr, AffineExpr>
splitIndex(OpBuilder &builder, Location loc, ElementAccess &access,
           AffineExpr index, Value memref, int64_t dim) {
  int64_t size = cast<MemRefType>(memref.getType()).getDimSize(dim);
  if (ShapedType::isStatic(size) && size != 0)
    return {index.floorDiv(size), index % size};
  Value number = access.build(builder, loc, index);
  Value divisor = buildDivisor(builder, loc, memref, dim);
  Value quotient = arith::DivSIOp::create(builder, loc, number, divisor);
  Value rest = arith::RemSIOp::create(builder, loc, number, divisor);
  MLIRContext *context = builder.getContext();
  return {access.addDim(quotient, context), access.addDim(rest, context)};
}

/// Splits each dimension of the view into its group, row-major.
static void seeThroughCollapse(OpBuilder &builder, Location loc,
                               ElementAccess &access,
                               memref::CollapseShapeOp view) {
  SmallVector<AffineExpr> indices(view.getSrcType().getRank(),
                                  builder.getAffineConstantExpr(0));
  for (auto [joined, group] :
       llvm::zip(access.indices, view.getReassociationIndices())) {
    AffineExpr rest = joined;
    for (int64_t dim : llvm::reverse(ArrayRef(group).drop_front()))
      std::tie(rest, indices[dim]) =
          splitIndex(builder, loc, access, rest, view.getSrc(), dim);
    indices[group.front()] = rest;
  }
  access.indices = indices;
}

static void seeThroughTranspose(ElementAccess &access,
                                memref::TransposeOp view) {
  SmallVector<AffineExpr> indices(access.indices);
  AffineMap permutation = view.getPermutation();
  for (unsigned dim = 0, e = indices.size(); dim < e; ++dim)
    indices[permutation.getDimPosition(dim)] = access.indices[dim];
  access.indices = indices;
}

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
          seeThroughExpand(builder, loc, access, expand);
        })
        .Case([&](memref::CollapseShapeOp collapse) {
          seeThroughCollapse(builder, loc, access, collapse);
        })
        .Case([&](memref::TransposeOp transpose) {
          seeThroughTranspose(access, transpose);
        })
        .Default([]([[maybe_unused]] Operation *op) {
          assert(keepsIndices(op) && "a view that moves elements has a case");
        });
    memref = view->getOperand(0);
    view = memref.getDefiningOp();
  }
  return memref;
}
