//===- VectorModels.cpp - Accesses to the lanes of a vector ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutAccess.h"
#include "Models.h"
#include "Transforms/Lowering/LowerGather.h"
#include "Transforms/Lowering/LowerTransfer.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

static bool isMasked(Operation *op) {
  return isa_and_nonnull<vector::MaskOp>(op->getParentOp());
}

/// Lanes in place of one element of `access`: dimension l of the vector goes
/// along the result l of `permutation`; one element is for all lanes where that
/// is none.
static void addLanes(OperandAccess &access, VectorType vector,
                     AffineMap permutation) {
  MLIRContext *context = vector.getContext();
  unsigned numDims = access.map.getNumDims();
  SmallVector<AffineExpr> index(access.map.getResults());
  for (auto [lane, result] : llvm::enumerate(permutation.getResults()))
    if (auto along = dyn_cast<AffineDimExpr>(result))
      index[along.getPosition()] = index[along.getPosition()] +
                                   getAffineDimExpr(numDims + lane, context);
  for (auto [size, isScalable] :
       llvm::zip_equal(vector.getShape(), vector.getScalableDims()))
    access.lanes.push_back(isScalable ? ShapedType::kDynamic : size);
  // How far a scalable vector reaches is not known.
  access.isConditional |= vector.isScalable();
  access.map = AffineMap::get(numDims + access.lanes.size(),
                              access.map.getNumSymbols(), index, context);
}

/// Elements of which nothing is known.
static OperandAccess getSome(bool reads, bool writes) {
  OperandAccess access = OperandAccess::whole(reads, writes);
  access.isConditional = true;
  return access;
}

/// A vector lies along the last dimensions, unless it is one element.
static void addLanes(OperandAccess &access, VectorType vector,
                     MemRefType type) {
  if (type.getElementType() == vector)
    return;
  if (vector.getRank() > type.getRank()) {
    access = getSome(access.reads, access.writes);
    return;
  }
  addLanes(access, vector,
           AffineMap::getMinorIdentityMap(type.getRank(), vector.getRank(),
                                          vector.getContext()));
}

/// The vector that `access` loads or stores lies along the last dimensions of
/// `operand`, from the element at `indices` on.
template <typename Access>
static OperandAccess getRow(Access access, OpOperand &operand,
                            VectorType vector, bool isLoad) {
  OperandAccess row;
  if constexpr (llvm::is_one_of<Access, affine::AffineVectorLoadOp,
                                affine::AffineVectorStoreOp>::value) {
    if (&operand != &access.getMemrefMutable())
      return {};
    row = OperandAccess::element(access.getAffineMap(), access.getMapOperands(),
                                 isLoad, !isLoad);
  } else {
    if (&operand != &access.getBaseMutable())
      return {};
    row = OperandAccess::element(access.getIndices(), access.getContext(),
                                 isLoad, !isLoad);
  }
  row.isConditional = isMasked(access);
  addLanes(row, vector, cast<MemRefType>(operand.get().getType()));
  return row;
}

namespace {

/// Loads and stores of vectors that lie along the last dimensions.
template <typename Access>
struct LoadOrStoreModel
    : public LayoutAccessOpInterface::ExternalModel<LoadOrStoreModel<Access>,
                                                    Access> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    OperandAccess access =
        getRow(cast<Access>(op), operand, getVectorTypeOfAccess(op), isLoad);
    access.isConditional |=
        isa<vector::MaskedLoadOp, vector::MaskedStoreOp>(op);
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    if (getVectorTypeOfAccess(op).isScalable())
      return op->emitOpError(
          "cannot access a laid-out buffer by a scalable vector, whose number "
          "of lanes is not known; use a vector of fixed length");
    return planVectorToTransfer(op);
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    Operation *access = convertVectorToTransfer(rewriter, op);
    // Of a memref of such vectors it is an access to one element.
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(access))
      lowerTransfer(rewriter, transfer);
  }

private:
  static constexpr bool isLoad =
      llvm::is_one_of<Access, vector::LoadOp, vector::MaskedLoadOp,
                      affine::AffineVectorLoadOp>::value;
};

template <typename Transfer>
struct TransferModel
    : public LayoutAccessOpInterface::ExternalModel<TransferModel<Transfer>,
                                                    Transfer> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    auto transfer = cast<VectorTransferOpInterface>(op);
    if (&operand != &cast<Transfer>(op).getBaseMutable())
      return {};
    bool isRead = isa<vector::TransferReadOp>(op);
    // Vectors of the buffer's own count as one lane of the innermost
    // dimensions.
    if (isa<VectorType>(transfer.getShapedType().getElementType()))
      return getSome(isRead, !isRead);
    OperandAccess access = OperandAccess::element(
        transfer.getIndices(), op->getContext(), isRead, !isRead);
    access.isConditional = isMasked(op) || transfer.getMask();
    access.mayLeaveOperand = transfer.hasOutOfBoundsDim();
    addLanes(access, transfer.getVectorType(), transfer.getPermutationMap());
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    return planLowerTransfer(cast<VectorTransferOpInterface>(op));
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerTransfer(rewriter, cast<VectorTransferOpInterface>(op));
  }
};

/// Lanes at indices that the program computes: those of a gather are any
/// elements, those of an expanding load the first ones of a row.
template <typename Access, bool isRead>
struct GatherModel
    : public LayoutAccessOpInterface::ExternalModel<GatherModel<Access, isRead>,
                                                    Access> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    if (&operand != &cast<Access>(op).getBaseMutable())
      return {};
    if constexpr (llvm::is_one_of<Access, vector::ExpandLoadOp,
                                  vector::CompressStoreOp>::value) {
      OperandAccess access = getRow(cast<Access>(op), operand,
                                    cast<Access>(op).getVectorType(), isRead);
      access.isConditional = true;
      return access;
    }
    return getSome(isRead, !isRead);
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    return planLowerGather(op);
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerGather(rewriter, op);
  }
};

} // namespace

template <template <typename> class Model, typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

void layout::registerVectorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, vector::VectorDialect *) {
    attach<LoadOrStoreModel, vector::LoadOp, vector::StoreOp,
           vector::MaskedLoadOp, vector::MaskedStoreOp>(context);
    attach<TransferModel, vector::TransferReadOp, vector::TransferWriteOp>(
        context);
    vector::GatherOp::attachInterface<GatherModel<vector::GatherOp, true>>(
        *context);
    vector::ScatterOp::attachInterface<GatherModel<vector::ScatterOp, false>>(
        *context);
    vector::ExpandLoadOp::attachInterface<
        GatherModel<vector::ExpandLoadOp, true>>(*context);
    vector::CompressStoreOp::attachInterface<
        GatherModel<vector::CompressStoreOp, false>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
    attach<LoadOrStoreModel, affine::AffineVectorLoadOp,
           affine::AffineVectorStoreOp>(context);
  });
}
