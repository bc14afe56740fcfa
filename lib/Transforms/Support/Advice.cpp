//===- Advice.cpp - Remedies for refused ops ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice.h"

#include "Layout/IR/Layout.h"
#include "Layout/IR/Requests.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

#define THROUGH_PHYSICAL                                                       \
  "use layout.as_physical if the op is to see the storage"

static bool touchesUnranked(Operation *op) {
  auto isUnranked = llvm::IsaPred<UnrankedMemRefType>;
  return llvm::any_of(op->getOperandTypes(), isUnranked) ||
         llvm::any_of(op->getResultTypes(), isUnranked);
}

static bool touchesTensor(Operation *op) {
  auto isTensor = llvm::IsaPred<TensorType>;
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

StringRef layout::getAdvice(Operation *op) {
  if (isa<affine::AffineDmaStartOp, affine::AffineDmaWaitOp, memref::DmaStartOp,
          memref::DmaWaitOp>(op))
    return THROUGH_PHYSICAL
        ", as a DMA moves contiguous elements, and a layout changes which are";
  if (isa<AsLogicalOp>(op))
    return "give its source no request: a layout.as_logical, or the "
           "linalg.unpack that layout-from-pack made one of, reads storage as it "
           "lies in memory";
  if (isa<memref::ReallocOp>(op))
    return "allocate the new buffer and use memref.copy: in a buffer of other "
           "sizes the same storage holds other elements";
  if (isa<bufferization::DeallocOp>(op))
    return "lower deallocation before layout-assign, or run it after "
           "layout-apply";
  if (touchesTensor(op))
    return "run layout-bufferize first";
  if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()))
    return "decompose it into linalg.generic first";
  if (touchesUnranked(op))
    return THROUGH_PHYSICAL ", as an unranked memref has no layout";
  if (isa<memref::ReinterpretCastOp, memref::ViewOp, memref::ReshapeOp,
          memref::ExtractStridedMetadataOp,
          memref::ExtractAlignedPointerAsIndexOp, UnrealizedConversionCastOp>(
          op))
    return THROUGH_PHYSICAL ", as its result has no layout";
  return THROUGH_PHYSICAL;
}

std::string layout::getAdviceForRequest(Operation *op) {
  StringRef advice = getAdvice(op);
  StringRef before = advice.starts_with(THROUGH_PHYSICAL)
                         ? "state the layout in the type of the buffer, and "
                         : "";
  return (before + advice).str();
}

void layout::explainUnmetRequests(Operation *root, StringRef pass) {
  if (!areRemarksEnabled(root->getContext()))
    return;
  StringRef request = LayoutDialect::kTransformAttrName;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (makesRequest(op, request))
      remarkMissed(op->getLoc(), (pass + "/request-left").str())
          << "'" + request.str() +
                 "' is not applied, so nothing is known of the padding of that "
                 "layout; run layout-assign first";
  });
}
