//===- FoldViews.cpp - Folding views into accesses ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldViews.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "LinearViews.h"
#include "LowerToAccesses.h"
#include "RunAccess.h"
#include "Transforms/Support/Advice.h"
#include "Transforms/Support/HoistMasked.h"
#include "VectorToTransfer.h"
#include "ViewIndexing.h"
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

//===----------------------------------------------------------------------===//
// Loads and stores of one element
//===----------------------------------------------------------------------===//

/// The index computations of an access. A folded access contains them.
using Computations = llvm::SmallSetVector<Operation *, 4>;

} // namespace

static Computations getComputations(Operation *access) {
  Computations computations;
  for (Value operand : access->getOperands())
    if (auto apply = operand.getDefiningOp<affine::AffineApplyOp>())
      computations.insert(apply);
  return computations;
}

static void eraseUnused(RewriterBase &rewriter,
                        const Computations &computations) {
  for (Operation *apply : computations)
    if (apply->use_empty())
      rewriter.eraseOp(apply);
}

/// An access by indices stays what it is, at another place; one by an affine
/// map stays one unless an offset of a view is no affine value.
static void foldElementAccess(RewriterBase &rewriter,
                              LayoutAccessOpInterface op, OpOperand &use) {
  Location loc = op.getLoc();
  Computations computations = getComputations(op);
  OperandAccess former = op.getAccess(use);
  auto access = ElementAccess::ofMap(former.map, former.operands);
  Value root = seeThroughViews(rewriter, loc, access, use.get());
  if (isa<affine::AffineMapAccessInterface>(*op)) {
    if (auto map = access.getAffineAccess(op)) {
      op.redirect(rewriter, use, {root, map->first, map->second});
      return eraseUnused(rewriter, computations);
    }
  }
  SmallVector<Value> indices = access.buildIndices(rewriter, loc);
  AffineMap same = rewriter.getMultiDimIdentityMap(indices.size());
  op.redirect(rewriter, use, {root, same, indices});
  eraseUnused(rewriter, computations);
}

/// Returns true if `use` is a view through which one element is accessed.
static bool isAccessedElement(OpOperand &use) {
  return isa<MemRefType>(use.get().getType()) &&
         getLayoutRewrite(use) == LayoutRewrite::Indices;
}

//===----------------------------------------------------------------------===//
// Transfers of vectors
//===----------------------------------------------------------------------===//

/// The permutation map of a transfer as seen from the root of its memref, null
/// if it must be taken apart: its vector does not run along dimensions of the
/// root, or ends at the bounds of the view, which the root does not know.
static AffineMap getRootPermutation(Value memref, unsigned rootRank,
                                    AffineMap permutation,
                                    ArrayRef<bool> inBounds) {
  SmallVector<AffineExpr> results;
  for (auto [expr, isInside] : llvm::zip(permutation.getResults(), inBounds)) {
    auto along = dyn_cast<AffineDimExpr>(expr);
    if (!along) {
      results.push_back(expr);
      continue;
    }
    std::optional<unsigned> dim =
        getUnitStrideRootDim(memref, along.getPosition());
    if (!dim || !isInside)
      return {};
    results.push_back(getAffineDimExpr(*dim, permutation.getContext()));
  }
  return AffineMap::get(rootRank, 0, results, permutation.getContext());
}

static unsigned getRank(Value memref) {
  return cast<MemRefType>(memref.getType()).getRank();
}

static AffineMap getRootPermutation(VectorTransferOpInterface transfer) {
  return getRootPermutation(
      transfer.getBase(), getRank(getViewedRoot(transfer.getBase())),
      transfer.getPermutationMap(), transfer.getInBoundsValues());
}

/// The dimensions of the vector of a transfer that run along its memref, in the
/// order in which they do: those of its mask.
static SmallVector<int64_t> getMaskDims(AffineMap permutation) {
  SmallVector<int64_t> dims;
  for (auto [i, expr] : llvm::enumerate(permutation.getResults()))
    if (isa<AffineDimExpr>(expr))
      dims.push_back(i);
  llvm::sort(dims, [&](int64_t a, int64_t b) {
    return permutation.getDimPosition(a) < permutation.getDimPosition(b);
  });
  return dims;
}

/// The mask of a transfer whose permutation becomes `folded`. A view may have
/// the dimensions of its root in another order.
static Value foldMask(RewriterBase &rewriter,
                      VectorTransferOpInterface transfer, AffineMap folded) {
  Value mask = transfer.getMask();
  SmallVector<int64_t> before = getMaskDims(transfer.getPermutationMap());
  SmallVector<int64_t> after = getMaskDims(folded);
  if (!mask || before == after)
    return mask;
  SmallVector<int64_t> order = llvm::map_to_vector(after, [&](int64_t dim) {
    return static_cast<int64_t>(llvm::find(before, dim) - before.begin());
  });
  return vector::TransposeOp::create(rewriter, transfer.getLoc(), mask, order);
}

static void foldTransfer(RewriterBase &rewriter,
                         VectorTransferOpInterface transfer) {
  Location loc = transfer.getLoc();
  AffineMap permutation = getRootPermutation(transfer);
  auto access =
      ElementAccess::ofIndices(transfer.getIndices(), rewriter.getContext());
  Value root = seeThroughViews(rewriter, loc, access, transfer.getBase());
  SmallVector<Value> indices = access.buildIndices(rewriter, loc);
  Value mask = foldMask(rewriter, transfer, permutation);
  auto map = AffineMapAttr::get(permutation);
  Operation *folded;
  if (auto read = dyn_cast<vector::TransferReadOp>(*transfer)) {
    folded = vector::TransferReadOp::create(
        rewriter, loc, read.getVectorType(), root, indices, map,
        read.getPadding(), mask, read.getInBoundsAttr());
  } else {
    auto write = cast<vector::TransferWriteOp>(*transfer);
    folded = vector::TransferWriteOp::create(
        rewriter, loc, write.getValueToStore(), root, indices, map, mask,
        write.getInBoundsAttr());
  }
  folded->setDiscardableAttrs(transfer->getDiscardableAttrDictionary());
  Computations computations = getComputations(transfer);
  rewriter.replaceOp(transfer, folded);
  eraseUnused(rewriter, computations);
}

static LogicalResult planFoldVectorAccess(Operation *op, Value view) {
  if (failed(planVectorToTransfer(op)))
    return failure();
  auto type = cast<MemRefType>(view.getType());
  VectorType vectorType = getVectorTypeOfAccess(op);
  if (type.getElementType() == vectorType)
    return success();
  SmallVector<bool> inBounds(vectorType.getRank(), true);
  AffineMap permutation = AffineMap::getMinorIdentityMap(
      type.getRank(), vectorType.getRank(), op->getContext());
  if (getRootPermutation(view, getRank(getViewedRoot(view)), permutation,
                         inBounds))
    return success();
  if (!type.hasStaticShape() || vectorType.isScalable())
    return op->emitOpError(
        "expects to access whole vectors of the buffer that gets a layout "
        "through this view, as it cannot be split into accesses to elements");
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses to many elements by one address
//===----------------------------------------------------------------------===//

/// Returns true if `use` is a view in such an access, along the last dimension
/// of its root. The root says whether that keeps its elements together.
static bool isRunOfRoot(OpOperand &use) {
  Value view = use.get();
  if (!movesByOneAddress(use.getOwner()) || !isa<MemRefType>(view.getType()))
    return false;
  unsigned rank = getRank(view), rootRank = getRank(getViewedRoot(view));
  return rank != 0 && getUnitStrideRootDim(view, rank - 1) == rootRank - 1;
}

static void foldRun(RewriterBase &rewriter, OpOperand &use) {
  Operation *op = use.getOwner();
  rewriter.setInsertionPoint(op);
  Computations computations = getComputations(op);
  MutableOperandRange indices = getIndicesOfRun(use);
  auto access = ElementAccess::ofIndices(indices.getAsOperandRange(),
                                         rewriter.getContext());
  Value root = seeThroughViews(rewriter, op->getLoc(), access, use.get());
  SmallVector<Value> values = access.buildIndices(rewriter, op->getLoc());
  AffineMap same = rewriter.getMultiDimIdentityMap(values.size());
  redirectIndices(rewriter, use, indices, {root, same, values});
  eraseUnused(rewriter, computations);
}

/// Of all memrefs of `op`. Operands move when the number of indices before them
/// changes.
static void foldRuns(RewriterBase &rewriter, Operation *op) {
  auto findView = [&] {
    auto operands = op->getOpOperands();
    auto *found = llvm::find_if(operands, [](OpOperand &operand) {
      Operation *view = operand.get().getDefiningOp();
      return view && isFoldableView(view) && isRunOfRoot(operand);
    });
    return found == operands.end() ? nullptr : found;
  };
  while (OpOperand *view = findView())
    foldRun(rewriter, *view);
}

//===----------------------------------------------------------------------===//
// Sizes and everything else
//===----------------------------------------------------------------------===//

static bool hasKnownSizes(Value view) {
  return llvm::all_of(llvm::seq<int64_t>(getRank(view)), [&](int64_t dim) {
    return getViewSize(view, dim).has_value();
  });
}

/// An index that is not a constant picks among all sizes.
static void foldDim(RewriterBase &rewriter, memref::DimOp dim) {
  Location loc = dim.getLoc();
  auto sizeOf = [&](int64_t i) {
    return getValueOrCreateConstantIndexOp(
        rewriter, loc, getViewSize(dim.getSource(), i)->build(rewriter, loc));
  };
  if (std::optional<int64_t> index = dim.getConstantIndex())
    return rewriter.replaceOp(dim, sizeOf(*index));
  // Out of range, the result is undefined: any size will do.
  Value size;
  for (int64_t i = 0, rank = getRank(dim.getSource()); i < rank; ++i) {
    if (!size) {
      size = sizeOf(i);
      continue;
    }
    Value at = arith::ConstantIndexOp::create(rewriter, loc, i);
    Value isAt = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       dim.getIndex(), at);
    size = arith::SelectOp::create(rewriter, loc, isAt, sizeOf(i), size);
  }
  rewriter.replaceOp(dim, size);
}

/// Returns true if the size is known, for every index that the op may have.
static bool canFoldDim(memref::DimOp dim) {
  if (std::optional<int64_t> index = dim.getConstantIndex())
    return getViewSize(dim.getSource(), *index).has_value();
  return getRank(dim.getSource()) != 0 && hasKnownSizes(dim.getSource());
}

static void foldElementAccesses(RewriterBase &rewriter,
                                LayoutAccessOpInterface op) {
  forEachRedirected(op, [&](OpOperand &use) {
    Operation *view = use.get().getDefiningOp();
    if (view && isFoldableView(view))
      foldElementAccess(rewriter, op, use);
  });
}

/// The whole buffer by another name is freed by its own.
static void freeRoots(RewriterBase &rewriter, Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (isa<BaseMemRefType>(operand.get().getType()) && isDeallocation(operand))
      rewriter.modifyOpInPlace(
          op, [&] { operand.set(getViewedRoot(operand.get())); });
}

static void foldUse(RewriterBase &rewriter, Operation *op) {
  if (movesByOneAddress(op))
    return foldRuns(rewriter, op);
  rewriter.setInsertionPoint(op);
  TypeSwitch<Operation *>(op)
      .Case([&](VectorTransferOpInterface transfer) {
        foldTransfer(rewriter, transfer);
      })
      .Case([&](memref::DimOp dim) { foldDim(rewriter, dim); })
      .Case([&](memref::RankOp rank) {
        rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(
            rank, getRank(rank.getMemref()));
      })
      .Default([&](Operation *access) {
        freeRoots(rewriter, access);
        if (hasLayoutRewrite(access, LayoutRewrite::Indices))
          foldElementAccesses(rewriter, cast<LayoutAccessOpInterface>(access));
      });
}

/// Users of `views` that are no views themselves, each once.
static SmallVector<Operation *> collectUsers(ArrayRef<Operation *> views) {
  llvm::SetVector<Operation *> users;
  for (Operation *view : views)
    for (Operation *user : view->getUsers())
      if (!isFoldableView(user))
        users.insert(user);
  return users.takeVector();
}

/// Takes apart the users that touch many elements in a way that the root
/// cannot repeat.
static void lowerUsers(RewriterBase &rewriter, ArrayRef<Operation *> views) {
  for (Operation *op : collectUsers(views)) {
    if (isInMask(op))
      op = hoistOutOfMask(rewriter, op);
    if (isVectorLoadOrStore(op))
      op = convertVectorToTransfer(rewriter, op);
    auto transfer = dyn_cast<VectorTransferOpInterface>(op);
    if (transfer && getRootPermutation(transfer))
      continue;
    if (isCompoundAccess(op))
      lowerToAccesses(rewriter, op);
  }
}

LogicalResult layout::planFoldViewUse(OpOperand &use,
                                      StorageQuery mayBeOneStorage) {
  Operation *op = use.getOwner();
  if (isAccessedElement(use) || isRunOfRoot(use))
    return success();
  if (isVectorLoadOrStore(op))
    return planFoldVectorAccess(op, use.get());
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (transfer && getRootPermutation(transfer))
    return success();
  if (isCompoundAccess(op) && hasKnownSizes(use.get()))
    return planLowerToAccesses(op, mayBeOneStorage);
  if (auto dim = dyn_cast<memref::DimOp>(op); dim && canFoldDim(dim))
    return success();
  if (isa<memref::RankOp>(op))
    return success();
  if (isDeallocation(use) && isWholeRoot(use.get()))
    return success();
  return op->emitOpError("uses a view of a buffer that gets a layout, and "
                         "cannot be folded into an access to the buffer "
                         "itself; ")
         << getAdviceForRequest(op);
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
  for (Operation *view : views)
    if (isa<memref::ExtractStridedMetadataOp>(view))
      foldStridedMetadata(rewriter, view);
  for (Operation *view : llvm::reverse(views))
    rewriter.eraseOp(view);
}
