//===- SimplifySlices.cpp - Slices that upstream bufferizes ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/SimplifySlices.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static bool hasNoElements(Type type) {
  return llvm::is_contained(cast<RankedTensorType>(type).getShape(), 0);
}

static void stepByOne(OffsetSizeAndStrideOpInterface slice,
                      RewriterBase &rewriter) {
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes(),
                            steps = slice.getMixedStrides();
  OpFoldResult one = rewriter.getIndexAttr(1);
  bool hasChanged = false;
  for (auto [size, step] : llvm::zip(sizes, steps)) {
    if (getConstantNumber(size) != 1 || step == one)
      continue;
    step = one;
    hasChanged = true;
  }
  if (!hasChanged)
    return;
  SmallVector<Value> dynamicSteps;
  SmallVector<int64_t> staticSteps;
  dispatchIndexOpFoldResults(steps, dynamicSteps, staticSteps);
  rewriter.modifyOpInPlace(slice, [&] {
    llvm::TypeSwitch<Operation *>(slice)
        .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp,
              tensor::ParallelInsertSliceOp>([&](auto op) {
          op.getStridesMutable().assign(dynamicSteps);
          op.setStaticStrides(staticSteps);
        });
  });
}

/// Returns the extents of the result of `slice` that its type leaves open.
static SmallVector<Value> getDynamicExtents(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<Value> extents;
  for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
    if (auto extent = dyn_cast<Value>(size); extent && !dropped.test(dim))
      extents.push_back(extent);
  return extents;
}

static void generatePadding(tensor::PadOp pad, RewriterBase &rewriter) {
  SmallVector<Value> extents;
  RankedTensorType type = pad.getResultType();
  Location loc = pad.getLoc();
  for (auto [dim, low, high] :
       llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad())) {
    if (!type.isDynamicDim(dim))
      continue;
    Value extent = tensor::DimOp::create(rewriter, loc, pad.getSource(), dim);
    for (OpFoldResult margin : {low, high})
      extent = arith::AddIOp::create(
          rewriter, loc, extent,
          getValueOrCreateConstantIndexOp(rewriter, loc, margin));
    extents.push_back(extent);
  }
  auto generate = tensor::GenerateOp::create(rewriter, loc, type, extents);
  generate.getBody().takeBody(pad.getRegion());
  rewriter.replaceOp(pad, generate);
}

void layout::simplifySlices(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      if (hasNoElements(pad.getSourceType()))
        generatePadding(pad, rewriter);
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      if (!hasNoElements(slice.getType()))
        return stepByOne(slice, rewriter);
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(slice, slice.getType(),
                                                   getDynamicExtents(slice));
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      if (!hasNoElements(insert.getSourceType()))
        return stepByOne(insert, rewriter);
      rewriter.replaceOp(insert, insert.getDest());
    } else if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op)) {
      if (!hasNoElements(insert.getSourceType()))
        return stepByOne(insert, rewriter);
      rewriter.eraseOp(insert);
    }
  });
}
