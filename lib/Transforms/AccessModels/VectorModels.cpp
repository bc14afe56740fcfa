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

namespace {

bool isMasked(Operation *op) { return isa<vector::MaskOp>(op->getParentOp()); }

/// Lanes in place of one element of `access`: the vector lies along the
/// dimensions that `permutation` gives.
void addLanes(OperandAccess &access, VectorType vector, AffineMap permutation) {
  MLIRContext *context = vector.getContext();
  unsigned numDims = access.map.getNumDims();
  SmallVector<AffineExpr> index(access.map.getResults());
  for (auto [size, isScalable, result] :
       llvm::zip_equal(vector.getShape(), vector.getScalableDims(),
                       permutation.getResults())) {
    auto along = dyn_cast<AffineDimExpr>(result);
    if (!along) // one element for all lanes
      continue;
    index[along.getPosition()] =
        index[along.getPosition()] +
        getAffineDimExpr(numDims + access.lanes.size(), context);
    access.lanes.push_back(isScalable ? ShapedType::kDynamic : size);
  }
  access.map = AffineMap::get(numDims + access.lanes.size(),
                              access.map.getNumSymbols(), index, context);
}

/// A vector lies along the last dimensions, unless it is one element.
void addLanes(OperandAccess &access, VectorType vector, MemRefType type) {
  if (type.getElementType() == vector)
    return;
  if (vector.getRank() > type.getRank()) {
    access = OperandAccess::whole(access.reads, access.writes);
    access.isConditional = true;
    return;
  }
  addLanes(access, vector,
           AffineMap::getMinorIdentityMap(type.getRank(), vector.getRank(),
                                          vector.getContext()));
}

/// Loads and stores of vectors that lie along the last dimensions.
template <typename Access>
struct LoadOrStoreModel
    : public LayoutAccessOpInterface::ExternalModel<LoadOrStoreModel<Access>,
                                                    Access> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    OperandAccess access = getFirstElement(cast<Access>(op), operand);
    if (access.reach == OperandAccess::Reach::Unknown)
      return access;
    access.isConditional =
        isMasked(op) || isa<vector::MaskedLoadOp, vector::MaskedStoreOp>(op);
    addLanes(access, getVectorTypeOfAccess(op),
             cast<MemRefType>(operand.get().getType()));
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op) const {
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

  static OperandAccess getFirstElement(Access access, OpOperand &operand) {
    if constexpr (llvm::is_one_of<Access, affine::AffineVectorLoadOp,
                                  affine::AffineVectorStoreOp>::value) {
      if (&operand != &access.getMemrefMutable())
        return {};
      return OperandAccess::element(access.getAffineMap(),
                                    access.getMapOperands(), isLoad, !isLoad);
    } else {
      if (&operand != &access.getBaseMutable())
        return {};
      return OperandAccess::element(access.getIndices(), access.getContext(),
                                    isLoad, !isLoad);
    }
  }
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
    if (isa<VectorType>(transfer.getShapedType().getElementType())) {
      OperandAccess access = OperandAccess::whole(isRead, !isRead);
      access.isConditional = true;
      return access;
    }
    OperandAccess access = OperandAccess::element(
        transfer.getIndices(), op->getContext(), isRead, !isRead);
    access.isConditional =
        isMasked(op) || transfer.getMask() || transfer.hasOutOfBoundsDim();
    addLanes(access, transfer.getVectorType(), transfer.getPermutationMap());
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op) const {
    return planLowerTransfer(cast<VectorTransferOpInterface>(op));
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerTransfer(rewriter, cast<VectorTransferOpInterface>(op));
  }
};

/// Lanes at indices that the program computes: some elements of all.
template <typename Access, bool isRead>
struct GatherModel
    : public LayoutAccessOpInterface::ExternalModel<GatherModel<Access, isRead>,
                                                    Access> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    if (&operand != &cast<Access>(op).getBaseMutable())
      return {};
    OperandAccess access = OperandAccess::whole(isRead, !isRead);
    access.isConditional = true;
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op) const {
    return planLowerGather(op);
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerGather(rewriter, op);
  }
};

template <template <typename> class Model, typename... Ops>
void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

} // namespace

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
