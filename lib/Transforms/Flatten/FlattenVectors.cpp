//===- FlattenVectors.cpp - Flattening vector accesses --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenVectors.h"

#include "FlatForm.h"
#include "Layout/IR/Texture.h"
#include "Transforms/Lowering/LowerGather.h"
#include "Transforms/Lowering/LowerToAccesses.h"
#include "Transforms/Lowering/LowerTransfer.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "Transforms/Support/HoistMasked.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Which accesses stay one
//===----------------------------------------------------------------------===//

/// Returns true if the transfer runs along axes each of which is the innermost
/// of its group, those of the last groups in their order. Lanes that may be
/// outside need the end of that axis to be the end of the group. Upstream is
/// not known to lower other transfers of several dimensions, nor such with a
/// mask.
static bool runsAlongGroups(VectorTransferOpInterface transfer,
                            MemRefType separated) {
  AffineMap permutation = transfer.getPermutationMap();
  unsigned rank = permutation.getNumResults();
  SmallVector<ReassociationIndices> groups = getAxisGroups(separated);
  if ((transfer.getMask() && rank > 1) || rank > groups.size())
    return false;
  for (auto [i, group] : llvm::enumerate(ArrayRef(groups).take_back(rank))) {
    auto dim = dyn_cast<AffineDimExpr>(permutation.getResult(i));
    if (!dim || group.back() != dim.getPosition() ||
        (group.size() != 1 && !transfer.isDimInBounds(i)))
      return false;
  }
  return true;
}

static VectorType getMovedType(Operation *op) {
  return TypeSwitch<Operation *, VectorType>(op)
      .Case<vector::GatherOp, vector::ExpandLoadOp>(
          [](auto load) { return load.getVectorType(); })
      .Case<vector::ScatterOp, vector::CompressStoreOp>(
          [](auto store) { return store.getVectorType(); })
      .Default([](Operation *op) { return getVectorTypeOfAccess(op); });
}

/// Kernels have no masked or indexed accesses.
static bool isInKernel(Operation *op) {
  return op->getParentOfType<gpu::GPUModuleOp>() ||
         op->getParentOfType<gpu::LaunchOp>();
}

static bool staysOne(Operation *op, MemRefType separated) {
  if (isInMask(op))
    return false;
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return runsAlongGroups(transfer, separated);
  if (getMovedType(op).getRank() != 1 || separated.getRank() == 0)
    return false;
  bool isPlain = isa<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp,
                     vector::LoadOp, vector::StoreOp>(op);
  return isPlain || !isInKernel(op);
}

/// Coordinates as in `LaneTransfer::rows`: in the innermost group, axes become
/// one as far as extents are known. Lanes of one row must not be those of the
/// next, so it ends at an axis along which the vector is longer.
static AffineMap getRows(VectorTransferOpInterface transfer,
                         MemRefType separated) {
  MLIRContext *context = separated.getContext();
  unsigned rank = separated.getRank();
  SmallVector<int64_t> lanes(rank, 1);
  AffineMap permutation = transfer.getPermutationMap();
  for (auto [i, result] : llvm::enumerate(permutation.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      lanes[dim.getPosition()] = transfer.getVectorType().getDimSize(i);
  SmallVector<AffineExpr> coordinates;
  for (unsigned axis = 0; axis < rank; ++axis)
    coordinates.push_back(getAffineDimExpr(axis, context));
  if (rank == 0)
    return {};
  SmallVector<ReassociationIndices> groups = getAxisGroups(separated);
  const ReassociationIndices &innermost = groups.back();
  int64_t stride = 1;
  for (unsigned n = innermost.size() - 1; n-- > 0;) {
    int64_t within = innermost[n + 1], extent = separated.getDimSize(within);
    if (ShapedType::isDynamic(extent) || lanes[within] > extent ||
        llvm::MulOverflow(stride, extent, stride))
      break;
    AffineExpr inner = coordinates.pop_back_val();
    coordinates.back() =
        getAffineDimExpr(innermost[n], context) * stride + inner;
  }
  return AffineMap::get(rank, 0, coordinates, context);
}

namespace {

//===----------------------------------------------------------------------===//
// Flat
//===----------------------------------------------------------------------===//

class VectorFlattening {
public:
  VectorFlattening(RewriterBase &rewriter, const FlatBuffer &buffer)
      : rewriter(rewriter), buffer(buffer) {}

  void run(Operation *op) {
    rewriter.setInsertionPoint(op);
    TypeSwitch<Operation *>(op)
        .Case<vector::TransferReadOp, vector::TransferWriteOp>(
            [&](auto transfer) {
              rewrite(transfer, transfer.getIndicesMutable());
              unsigned flatRank =
                  cast<MemRefType>(buffer.flat.getType()).getRank();
              transfer.setPermutationMapAttr(AffineMapAttr::get(
                  AffineMap::getMinorIdentityMap(flatRank,
                                                 transfer.getTransferRank(),
                                                 rewriter.getContext())));
            })
        .Case<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
              vector::MaskedStoreOp, vector::ExpandLoadOp,
              vector::CompressStoreOp>(
            [&](auto access) { rewrite(access, access.getIndicesMutable()); })
        .Case<vector::GatherOp, vector::ScatterOp>(
            [&](auto access) { rewrite(access, access.getOffsetsMutable()); })
        .Case([&](affine::AffineVectorLoadOp load) {
          rewriter.replaceOp(
              load, vector::LoadOp::create(rewriter, load.getLoc(),
                                           load.getVectorType(), buffer.flat,
                                           offsetsOf(load)));
        })
        .Case([&](affine::AffineVectorStoreOp store) {
          rewriter.replaceOp(
              store, vector::StoreOp::create(rewriter, store.getLoc(),
                                             store.getValue(), buffer.flat,
                                             offsetsOf(store)));
        });
  }

private:
  template <typename Access>
  void rewrite(Access access, MutableOperandRange indices) {
    SmallVector<Value> offsets =
        buildOffsets(rewriter, access.getLoc(),
                     SmallVector<Value>(OperandRange(indices)), buffer);
    rewriter.modifyOpInPlace(access, [&] {
      access.getBaseMutable().assign(buffer.flat);
      indices.assign(offsets);
    });
  }

  template <typename Access>
  SmallVector<Value> offsetsOf(Access access) {
    SmallVector<OpFoldResult> index =
        affine::makeComposedFoldedMultiResultAffineApply(
            rewriter, access.getLoc(), access.getAffineMap(),
            getAsOpFoldResult(SmallVector<Value>(access.getMapOperands())));
    return buildOffsets(
        rewriter, access.getLoc(),
        getValueOrCreateConstantIndexOp(rewriter, access.getLoc(), index),
        buffer);
  }

  RewriterBase &rewriter;
  const FlatBuffer &buffer;
};

} // namespace

bool layout::accessesLanesOf(Operation *op, MemRefType separated) {
  return isVectorAccess(op) && !isInTextureMemory(separated) &&
         !isa<VectorType>(separated.getElementType());
}

LogicalResult layout::planFlattenVector(Operation *op, MemRefType separated,
                                        StorageQuery mayBeOneStorage) {
  return staysOne(op, separated) ? success()
                                 : planLowerToAccesses(op, mayBeOneStorage);
}

void layout::splitVector(RewriterBase &rewriter, Operation *op,
                         MemRefType separated) {
  if (isInMask(op))
    op = hoistOutOfMask(rewriter, op);
  if (staysOne(op, separated))
    return;
  if (isGatherOrScatter(op))
    return lowerGather(rewriter, op);
  if (isVectorLoadOrStore(op))
    op = convertVectorToTransfer(rewriter, op);
  auto transfer = cast<VectorTransferOpInterface>(op);
  if (!runsAlongGroups(transfer, separated))
    lowerTransfer(rewriter, transfer, getRows(transfer, separated));
}

void layout::flattenVector(RewriterBase &rewriter, Operation *op,
                           const FlatBuffer &buffer) {
  VectorFlattening(rewriter, buffer).run(op);
}
