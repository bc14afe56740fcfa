//===- ExpandElementwise.cpp - Elementwise ops of unknown extents ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %r = arith.cmpi eq, %x, %x : tensor<?xi32>
// After:
//   %r = linalg.generic .. ins(%x, %x) outs(%empty) {
//   ^bb0(%a: i32, %b: i32, %out: i1):
//     %e = arith.cmpi eq, %a, %b : i32
//     linalg.yield %e : i1
//   }
//
// Upstream folds the op to dense<true> : tensor<?xi1>, of which the extents are
// lost: the conversion does not fold.
//
// `tensor.bitcast` becomes `arith.bitcast`, which is elementwise.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

static bool hasUnknownExtents(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

static bool isBits(Type element) { return element.isSignlessIntOrFloat(); }

/// Extents that only one of the types knows are those of a `tensor.cast`.
static void expandBitcasts(Operation *root) {
  root->walk([](tensor::BitcastOp op) {
    auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    if (!from || !to || from.getEncoding() != to.getEncoding() ||
        !isBits(from.getElementType()) || !isBits(to.getElementType()))
      return;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value bits = arith::BitcastOp::create(
        builder, loc, from.clone(to.getElementType()), op.getSource());
    if (bits.getType() != to)
      bits = tensor::CastOp::create(builder, loc, to, bits);
    op.replaceAllUsesWith(bits);
    op.erase();
  });
}

LogicalResult layout::expandElementwise(Operation *root) {
  expandBitcasts(root);
  auto isIllegal = [](Operation *op) {
    return OpTrait::hasElementwiseMappableTraits(op) &&
           llvm::any_of(op->getResultTypes(), hasUnknownExtents);
  };
  if (collectOps(root, isIllegal).empty())
    return success();
  RewritePatternSet patterns(root->getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  ConversionTarget target(*root->getContext());
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return !isIllegal(op); });
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(root, target, std::move(patterns), config);
}
