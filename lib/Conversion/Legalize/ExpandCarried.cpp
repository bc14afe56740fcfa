//===- ExpandCarried.cpp - Affine loops that carry buffers ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   %r = affine.for %i = 0 to 8 iter_args(%t = %x) -> tensor<8xf32> {..}
// After:
//   %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %x)
//       -> (tensor<8xf32>) {..}
//
// Ops inside of the loop go with it: the variable of an scf.for is no dimension
// of an affine map.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

/// Returns true if one-shot bufferization or buffer deallocation cannot change
/// the results of the op.
static bool carriesBuffers(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineIfOp>(op) &&
         llvm::any_of(op->getResultTypes(),
                      llvm::IsaPred<TensorType, BaseMemRefType>);
}

/// Ops that upstream's patterns lower.
static bool isLowered(Operation *op) {
  return isa<affine::AffineApplyOp, affine::AffineForOp, affine::AffineIfOp,
             affine::AffineLoadOp, affine::AffineMaxOp, affine::AffineMinOp,
             affine::AffineParallelOp, affine::AffinePrefetchOp,
             affine::AffineStoreOp, affine::AffineVectorLoadOp,
             affine::AffineVectorStoreOp, affine::AffineYieldOp>(op);
}

LogicalResult layout::expandCarried(Operation *root) {
  llvm::DenseSet<Operation *> lowered;
  for (Operation *op : layout::collectOps(root, carriesBuffers))
    for (Operation *inner : layout::collectOps(op, isLowered))
      lowered.insert(inner);
  if (lowered.empty())
    return success();
  RewritePatternSet patterns(root->getContext());
  populateAffineToStdConversionPatterns(patterns);
  populateAffineToVectorConversionPatterns(patterns);
  ConversionTarget target(*root->getContext());
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return !isLowered(op) || !lowered.contains(op); });
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(root, target, std::move(patterns), config);
}
