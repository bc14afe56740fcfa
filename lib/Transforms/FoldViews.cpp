//===- FoldViews.cpp - Accesses through views reach the root --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldViews.h"

#include "LowerToAccesses.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// An access to one element of a memref: affine expressions of values.
struct ElementAccess {
  SmallVector<AffineExpr> indices;
  SmallVector<Value> dims, symbols;

  static ElementAccess ofIndices(ValueRange values, MLIRContext *context) {
    ElementAccess access;
    for (Value value : values)
      access.indices.push_back(access.addDim(value, context));
    return access;
  }

  static ElementAccess ofMap(AffineMap map, ValueRange operands) {
    ElementAccess access;
    access.indices.assign(map.getResults().begin(), map.getResults().end());
    access.dims.assign(operands.begin(), operands.begin() + map.getNumDims());
    access.symbols.assign(operands.begin() + map.getNumDims(), operands.end());
    return access;
  }

  AffineExpr addDim(Value value, MLIRContext *context) {
    dims.push_back(value);
    return getAffineDimExpr(dims.size() - 1, context);
  }

  /// Map and operands of an affine access at `op`; nullopt if some operand is
  /// not allowed in one.
  std::optional<std::pair<AffineMap, SmallVector<Value>>>
  getAffineAccess(Operation *op) const {
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

  SmallVector<Value> getOperands() const {
    SmallVector<Value> operands(dims);
    operands.append(symbols);
    return operands;
  }

  Value build(OpBuilder &builder, Location loc, AffineExpr expr) const {
    AffineMap map = AffineMap::get(dims.size(), symbols.size(), expr);
    OpFoldResult folded = affine::makeComposedFoldedAffineApply(
        builder, loc, map, getAsOpFoldResult(getOperands()));
    return getValueOrCreateConstantIndexOp(builder, loc, folded);
  }

  SmallVector<Value> buildIndices(OpBuilder &builder, Location loc) const {
    return llvm::map_to_vector(
        indices, [&](AffineExpr expr) { return build(builder, loc, expr); });
  }
};

/// `offset + stride * index`. A product of two values is no affine expression,
/// so it is computed apart.
AffineExpr scaleAndShift(OpBuilder &builder, Location loc,
                         ElementAccess &access, AffineExpr index,
                         OpFoldResult offset, OpFoldResult stride) {
  MLIRContext *context = builder.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(stride)) {
    index = index * *constant;
  } else {
    Value product =
        arith::MulIOp::create(builder, loc, access.build(builder, loc, index),
                              cast<Value>(stride));
    index = access.addDim(product, context);
  }
  if (std::optional<int64_t> constant = getConstantIntValue(offset))
    return index + *constant;
  return index + access.addDim(cast<Value>(offset), context);
}

void seeThroughSubview(OpBuilder &builder, Location loc, ElementAccess &access,
                       memref::SubViewOp view) {
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  SmallVector<OpFoldResult> strides = view.getMixedStrides();
  llvm::SmallBitVector dropped = view.getDroppedDims();
  SmallVector<AffineExpr> indices;
  unsigned next = 0;
  for (unsigned dim = 0, e = offsets.size(); dim < e; ++dim) {
    AffineExpr index = dropped.test(dim)
                           ? builder.getAffineConstantExpr(0)
                           : access.indices[next++];
    indices.push_back(scaleAndShift(builder, loc, access, index, offsets[dim],
                                    strides[dim]));
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
      joined = dim == group.front()
                   ? access.indices[dim]
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

/// Turns an access to `memref` into one to its root, and returns the root.
Value seeThroughViews(OpBuilder &builder, Location loc, ElementAccess &access,
                      Value memref) {
  Operation *view = memref.getDefiningOp();
  while (view && isFoldableView(view)) {
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

//===----------------------------------------------------------------------===//
// Loads and stores of one element
//===----------------------------------------------------------------------===//

/// What users have noted on an access goes along.
void replaceAccess(RewriterBase &rewriter, Operation *access,
                   Operation *folded) {
  folded->setDiscardableAttrs(access->getDiscardableAttrDictionary());
  rewriter.replaceOp(access, folded);
}

void foldLoad(RewriterBase &rewriter, memref::LoadOp load) {
  auto access =
      ElementAccess::ofIndices(load.getIndices(), rewriter.getContext());
  Value root =
      seeThroughViews(rewriter, load.getLoc(), access, load.getMemRef());
  SmallVector<Value> indices = access.buildIndices(rewriter, load.getLoc());
  rewriter.modifyOpInPlace(load, [&] {
    load.getMemrefMutable().assign(root);
    load.getIndicesMutable().assign(indices);
  });
}

void foldStore(RewriterBase &rewriter, memref::StoreOp store) {
  auto access =
      ElementAccess::ofIndices(store.getIndices(), rewriter.getContext());
  Value root =
      seeThroughViews(rewriter, store.getLoc(), access, store.getMemRef());
  SmallVector<Value> indices = access.buildIndices(rewriter, store.getLoc());
  rewriter.modifyOpInPlace(store, [&] {
    store.getMemrefMutable().assign(root);
    store.getIndicesMutable().assign(indices);
  });
}

/// An affine access stays one unless an offset of a view is no affine value.
void foldAffineLoad(RewriterBase &rewriter, affine::AffineLoadOp load) {
  Location loc = load.getLoc();
  auto access = ElementAccess::ofMap(load.getAffineMap(), load.getMapOperands());
  Value root = seeThroughViews(rewriter, loc, access, load.getMemRef());
  Operation *folded;
  if (auto map = access.getAffineAccess(load))
    folded = affine::AffineLoadOp::create(rewriter, loc, root, map->first,
                                          map->second);
  else
    folded = memref::LoadOp::create(rewriter, loc, root,
                                    access.buildIndices(rewriter, loc));
  replaceAccess(rewriter, load, folded);
}

void foldAffineStore(RewriterBase &rewriter, affine::AffineStoreOp store) {
  Location loc = store.getLoc();
  auto access =
      ElementAccess::ofMap(store.getAffineMap(), store.getMapOperands());
  Value root = seeThroughViews(rewriter, loc, access, store.getMemRef());
  Value value = store.getValueToStore();
  Operation *folded;
  if (auto map = access.getAffineAccess(store))
    folded = affine::AffineStoreOp::create(rewriter, loc, value, root,
                                           map->first, map->second);
  else
    folded = memref::StoreOp::create(rewriter, loc, value, root,
                                     access.buildIndices(rewriter, loc));
  replaceAccess(rewriter, store, folded);
}

//===----------------------------------------------------------------------===//
// Transfers of vectors
//===----------------------------------------------------------------------===//

/// The dimension of the root along which dimension `dim` of `memref` runs with
/// unit stride; nullopt if there is none, or none that is known.
std::optional<unsigned> getRootDim(Value memref, unsigned dim) {
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
    return getRootDim(subview.getSource(), source);
  }
  if (auto transpose = dyn_cast<memref::TransposeOp>(view))
    return getRootDim(transpose.getIn(),
                      transpose.getPermutation().getDimPosition(dim));
  if (isa<memref::CastOp, memref::AssumeAlignmentOp>(view))
    return getRootDim(view->getOperand(0), dim);
  return std::nullopt;
}

/// The permutation map of a transfer as seen from the root of its memref, null
/// if it must be taken apart: its vector does not run along dimensions of the
/// root, or ends at the bounds of the view, which the root does not know.
AffineMap getRootPermutation(Value memref, unsigned rootRank,
                             AffineMap permutation, ArrayRef<bool> inBounds) {
  SmallVector<AffineExpr> results;
  for (auto [expr, isInside] : llvm::zip(permutation.getResults(), inBounds)) {
    auto along = dyn_cast<AffineDimExpr>(expr);
    if (!along) {
      results.push_back(expr);
      continue;
    }
    std::optional<unsigned> dim = getRootDim(memref, along.getPosition());
    if (!dim || !isInside)
      return {};
    results.push_back(getAffineDimExpr(*dim, permutation.getContext()));
  }
  return AffineMap::get(rootRank, 0, results, permutation.getContext());
}

Value getRoot(Value memref) {
  Operation *view = memref.getDefiningOp();
  while (view && isFoldableView(view)) {
    memref = view->getOperand(0);
    view = memref.getDefiningOp();
  }
  return memref;
}

unsigned getRank(Value memref) {
  return cast<MemRefType>(memref.getType()).getRank();
}

AffineMap getRootPermutation(VectorTransferOpInterface transfer) {
  return getRootPermutation(transfer.getBase(),
                            getRank(getRoot(transfer.getBase())),
                            transfer.getPermutationMap(),
                            transfer.getInBoundsValues());
}

void foldTransfer(RewriterBase &rewriter, VectorTransferOpInterface transfer) {
  Location loc = transfer.getLoc();
  AffineMap permutation = getRootPermutation(transfer);
  auto access =
      ElementAccess::ofIndices(transfer.getIndices(), rewriter.getContext());
  Value root = seeThroughViews(rewriter, loc, access, transfer.getBase());
  SmallVector<Value> indices = access.buildIndices(rewriter, loc);
  auto map = AffineMapAttr::get(permutation);
  Operation *folded;
  if (auto read = dyn_cast<vector::TransferReadOp>(*transfer)) {
    folded = vector::TransferReadOp::create(
        rewriter, loc, read.getVectorType(), root, indices, map,
        read.getPadding(), read.getMask(), read.getInBoundsAttr());
  } else {
    auto write = cast<vector::TransferWriteOp>(*transfer);
    folded = vector::TransferWriteOp::create(
        rewriter, loc, write.getValueToStore(), root, indices, map,
        write.getMask(), write.getInBoundsAttr());
  }
  replaceAccess(rewriter, transfer, folded);
}

LogicalResult planFoldVectorAccess(Operation *op, Value view) {
  if (failed(planVectorToTransfer(op)))
    return failure();
  auto type = cast<MemRefType>(view.getType());
  auto vectorType = cast<VectorType>(op->getNumResults()
                                         ? op->getResult(0).getType()
                                         : op->getOperand(0).getType());
  if (type.getElementType() == vectorType)
    return success();
  SmallVector<bool> inBounds(vectorType.getRank(), true);
  AffineMap permutation = AffineMap::getMinorIdentityMap(
      type.getRank(), vectorType.getRank(), op->getContext());
  if (getRootPermutation(view, getRank(getRoot(view)), permutation, inBounds))
    return success();
  if (!type.hasStaticShape() || vectorType.isScalable())
    return op->emitOpError("through this view is no access to whole vectors of "
                           "the buffer that gets a layout, and cannot be taken "
                           "apart");
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes and everything else
//===----------------------------------------------------------------------===//

/// The size of one dimension of a view, from the ops that made it; null if
/// they do not tell.
OpFoldResult getViewSize(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (dim < 0 || dim >= type.getRank())
    return {};
  if (!type.isDynamicDim(dim))
    return IntegerAttr::get(IndexType::get(type.getContext()),
                            type.getDimSize(dim));
  Operation *view = memref.getDefiningOp();
  if (isa_and_nonnull<memref::CastOp, memref::AssumeAlignmentOp>(view))
    return getViewSize(view->getOperand(0), dim);
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

bool hasKnownSizes(Value view) {
  return llvm::all_of(llvm::seq<int64_t>(getRank(view)), [&](int64_t dim) {
    return static_cast<bool>(getViewSize(view, dim));
  });
}

void foldDim(RewriterBase &rewriter, memref::DimOp dim) {
  OpFoldResult size = getViewSize(dim.getSource(), *dim.getConstantIndex());
  rewriter.replaceOp(
      dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
}

/// Is `memref` all of its root, so that freeing it frees the root?
bool isWholeRoot(Value memref) {
  Operation *view = memref.getDefiningOp();
  while (isa_and_nonnull<memref::CastOp, memref::AssumeAlignmentOp>(view))
    view = view->getOperand(0).getDefiningOp();
  return !view || !isFoldableView(view);
}

void foldUse(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  TypeSwitch<Operation *>(op)
      .Case([&](memref::LoadOp load) { foldLoad(rewriter, load); })
      .Case([&](memref::StoreOp store) { foldStore(rewriter, store); })
      .Case([&](affine::AffineLoadOp load) { foldAffineLoad(rewriter, load); })
      .Case(
          [&](affine::AffineStoreOp store) { foldAffineStore(rewriter, store); })
      .Case([&](VectorTransferOpInterface transfer) {
        foldTransfer(rewriter, transfer);
      })
      .Case([&](memref::DimOp dim) { foldDim(rewriter, dim); })
      .Case([&](memref::DeallocOp dealloc) {
        rewriter.modifyOpInPlace(dealloc, [&] {
          dealloc.getMemrefMutable().assign(getRoot(dealloc.getMemref()));
        });
      });
}

/// Users of `views` that are no views themselves, each once.
SmallVector<Operation *> collectUsers(ArrayRef<Operation *> views) {
  llvm::SetVector<Operation *> users;
  for (Operation *view : views)
    for (Operation *user : view->getUsers())
      if (!isFoldableView(user))
        users.insert(user);
  return users.takeVector();
}

/// Takes apart the users that touch many elements in a way that the root
/// cannot repeat.
void lowerUsers(RewriterBase &rewriter, ArrayRef<Operation *> views) {
  for (Operation *op : collectUsers(views)) {
    if (isVectorLoadOrStore(op))
      op = convertVectorToTransfer(rewriter, op);
    auto transfer = dyn_cast<VectorTransferOpInterface>(op);
    if (transfer && getRootPermutation(transfer))
      continue;
    if (isCompoundAccess(op))
      lowerToAccesses(rewriter, op);
  }
}

} // namespace

bool layout::isFoldableView(Operation *op) {
  if (auto cast = dyn_cast<memref::CastOp>(op))
    return isa<MemRefType>(cast.getType()) &&
           isa<MemRefType>(cast.getSource().getType());
  return isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
             memref::TransposeOp, memref::AssumeAlignmentOp>(op);
}

LogicalResult layout::planFoldView(Operation *op) {
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

LogicalResult layout::planFoldViewUse(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::LoadOp, affine::AffineLoadOp>(op))
    return success();
  bool storesTheView = isa<memref::StoreOp, affine::AffineStoreOp>(op) &&
                       use.getOperandNumber() == 0;
  if (isa<memref::StoreOp, affine::AffineStoreOp>(op) && !storesTheView)
    return success();
  if (isVectorLoadOrStore(op))
    return planFoldVectorAccess(op, use.get());
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (transfer && getRootPermutation(transfer))
    return success();
  if (isCompoundAccess(op) && hasKnownSizes(use.get()))
    return planLowerToAccesses(op);
  if (auto dim = dyn_cast<memref::DimOp>(op))
    if (std::optional<int64_t> index = dim.getConstantIndex())
      if (getViewSize(use.get(), *index))
        return success();
  if (isa<memref::DeallocOp>(op) && isWholeRoot(use.get()))
    return success();
  return op->emitOpError("uses a view of a buffer that gets a layout, and "
                         "cannot be folded into an access to the buffer "
                         "itself");
}

void layout::foldViews(RewriterBase &rewriter, Value root) {
  SmallVector<Operation *> views;
  auto collect = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (isFoldableView(user))
        views.push_back(user);
  };
  collect(root);
  for (size_t i = 0; i < views.size(); ++i)
    collect(views[i]->getResult(0));

  lowerUsers(rewriter, views);
  for (Operation *op : collectUsers(views))
    foldUse(rewriter, op);
  for (Operation *view : llvm::reverse(views))
    rewriter.eraseOp(view);
}
