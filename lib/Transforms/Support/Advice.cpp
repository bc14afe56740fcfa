//===- Advice.cpp - What to do about ops that cannot follow ---------------===//
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
  "go through layout.as_physical where the op needs its storage"

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
    return THROUGH_PHYSICAL ": a DMA moves elements that lie side by side, and "
                            "a layout changes which do";
  if (isa<memref::ReallocOp>(op))
    return "allocate the new buffer and use memref.copy: what is copied by "
           "storage is not the same elements in a buffer of other sizes";
  if (isa<bufferization::DeallocOp>(op))
    return "lower deallocation before layout-assign, or run it after "
           "layout-apply";
  if (touchesTensor(op))
    return "bufferise first";
  if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()))
    return "decompose it into linalg.generic first";
  if (touchesUnranked(op))
    return THROUGH_PHYSICAL ": an unranked memref has no layout";
  if (isa<memref::ReinterpretCastOp, memref::ViewOp, memref::ReshapeOp,
          memref::ExtractStridedMetadataOp,
          memref::ExtractAlignedPointerAsIndexOp, UnrealizedConversionCastOp>(
          op))
    return THROUGH_PHYSICAL ": behind it nobody would know of the layout";
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
                 "' is not met, so nothing is known of the padding of that "
                 "layout; run layout-assign before";
  });
}
