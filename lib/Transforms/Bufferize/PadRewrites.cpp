//===- PadRewrites.cpp - Conversions that change padding only -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadRewrites.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if both layouts map each element to the same slot of the same
/// storage.
static bool differOnlyInPads(RankedTensorType a, RankedTensorType b) {
  BufferAttr from = getTensorEncoding(a), to = getTensorEncoding(b);
  return from && to && from != to && from.getIndexMaps() == to.getIndexMaps() &&
         from.getExtents() == to.getExtents() &&
         from.getSeparators() == to.getSeparators();
}

namespace {

/// Gives a tensor another type, and what it is made in.
class Retyper {
public:
  explicit Retyper(MLIRContext *context) : rewriter(context) {}

  /// Returns true if `value` is made by ops that can make it with any pads, for
  /// one user.
  static bool canRetype(Value value) {
    Operation *op = value.getDefiningOp();
    // An op with layout.prefer keeps its types, pads included.
    if (!op || !value.hasOneUse() ||
        op->hasAttr(LayoutDialect::kPreferAttrName))
      return false;
    return isa<ConvertOp, tensor::EmptyOp>(op) || canRetypeResult(value);
  }

  void retype(Value value, RankedTensorType type) {
    value.setType(type);
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    if (!op)
      return;
    OpOperand &init = getInit(value);
    if (canRetype(init.get()))
      return retype(init.get(), type);
    init.set(buildInit(op, init, type));
  }

private:
  static OpOperand &getInit(Value value) {
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    return *op.getDpsInitOperand(cast<OpResult>(value).getResultNumber());
  }

  static bool canRetypeResult(Value value) {
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    if (!op || !op.hasPureTensorSemantics())
      return false;
    OpOperand &init = getInit(value);
    return !op.payloadUsesValueFromOperand(&init) ||
           init.get().getDefiningOp<linalg::FillOp>() || canRetype(init.get());
  }

  /// A tensor without reads may have any content; a filled one is filled again,
  /// since its other users need it unchanged.
  Value buildInit(Operation *op, OpOperand &init, RankedTensorType type) {
    Location loc = op->getLoc();
    rewriter.setInsertionPoint(op);
    SmallVector<Value> sizes;
    for (int64_t d = 0, e = type.getRank(); d < e; ++d)
      if (type.isDynamicDim(d))
        sizes.push_back(tensor::DimOp::create(rewriter, loc, init.get(), d));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    if (!fill || !cast<linalg::LinalgOp>(op).payloadUsesValueFromOperand(&init))
      return empty;
    return linalg::FillOp::create(rewriter, loc, fill.value(), empty)
        .getResult(0);
  }

  IRRewriter rewriter;
};

} // namespace

void layout::mergePadRewrites(ModuleOp module) {
  SmallVector<ConvertOp> converts;
  module.walk([&](ConvertOp convert) {
    if (!convert.isOnBuffers() &&
        differOnlyInPads(cast<RankedTensorType>(convert.getSource().getType()),
                         cast<RankedTensorType>(convert.getResult().getType())))
      converts.push_back(convert);
  });
  Retyper retyper(module.getContext());
  for (ConvertOp convert : converts) {
    Value source = convert.getSource();
    if (!Retyper::canRetype(source) ||
        source.getParentBlock() != convert->getBlock())
      continue;
    retyper.retype(source,
                   cast<RankedTensorType>(convert.getResult().getType()));
    remarkDone(convert.getLoc(), "layout-bufferize/pad-rewrite")
        << "nothing is copied: the tensor is made with the pads of the result, "
           "and only padding is written";
    convert.getResult().replaceAllUsesWith(source);
    convert.erase();
  }
}
