//===- ExpandVectors.cpp - Expansion of vector ops ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = vector.mask %m { vector.transfer_read %a[%i, %j], %z ... }
// becomes
//   %r = vector.transfer_read %a[%i, %j], %z, %m ...
//
//===----------------------------------------------------------------------===//

#include "AccessRows.h"
#include "Contraction.h"
#include "DynamicPositions.h"
#include "Expand.h"
#include "PrefixAccess.h"
#include "SkippedDims.h"
#include "SmallFloatConversions.h"
#include "Transforms/Lowering/DotProducts.h"
#include "Transforms/Lowering/ElementProducts.h"
#include "Transforms/Support/HoistMasked.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::layout;

/// Applies `patterns` to `ops` and to what they become, and folds nothing:
/// other ops are left as they are.
static void rewrite(ArrayRef<Operation *> ops, RewritePatternSet &&patterns) {
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  config.enableFolding(false);
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
}

static bool isExpandedContraction(Operation *op) {
  auto contract = dyn_cast<vector::ContractionOp>(op);
  return contract && isExpandable(contract);
}

static bool isAffineAccessOfRows(Operation *op) {
  if (auto load = dyn_cast<affine::AffineVectorLoadOp>(op))
    return load.getVectorType().getRank() > 1;
  auto store = dyn_cast<affine::AffineVectorStoreOp>(op);
  return store && store.getVectorType().getRank() > 1;
}

/// Returns true if `op` is a `vector.mask` of nothing.
static bool isEmptyMask(Operation *op) {
  auto mask = dyn_cast<vector::MaskOp>(op);
  return mask && mask.isEmpty() && mask->getNumResults() == 0;
}

/// The type of the indices or small floats of `type`, as integers, or null if
/// it has none.
static Type asIntegers(Type type, Builder &builder) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIndex() && !isExtendable(element))
    return {};
  Type integer = element.isIndex()
                     ? builder.getI64Type()
                     : builder.getIntegerType(element.getIntOrFloatBitWidth());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(integer);
  return integer;
}

/// LLVM's ops that upstream emits for these have no `index` and no small
/// floats, which upstream does not convert.
static bool isOnIntegers(Operation *op) {
  bool isDeinterleave = isa<vector::DeinterleaveOp>(op);
  if (!isDeinterleave && !(isInMask(op) && isa<vector::ReductionOp>(op)))
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return element.isIndex() || (isDeinterleave && isExtendable(element));
}

static Value castBits(ImplicitLocOpBuilder &builder, Type type, Value value) {
  if (isa<FloatType>(getElementTypeOrSelf(type)) ||
      isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return arith::BitcastOp::create(builder, type, value);
  return arith::IndexCastOp::create(builder, type, value);
}

/// Replaces indices by integers of 64 bits, as which LLVM has them here, and
/// small floats by their bits.
static void castToIntegers(RewriterBase &rewriter, Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  Operation *root = isInMask(op) ? op->getParentOp() : op;
  builder.setInsertionPoint(root);
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = asIntegers(operand.get().getType(), builder)) {
      Value cast = castBits(builder, type, operand.get());
      rewriter.modifyOpInPlace(op, [&] { operand.set(cast); });
    }
  builder.setInsertionPointAfter(root);
  auto castResult = [&](Operation *of, Value result) {
    Type type = result.getType();
    rewriter.modifyOpInPlace(
        of, [&] { result.setType(asIntegers(type, builder)); });
    return castBits(builder, type, result);
  };
  for (Value result : root->getResults()) {
    Value cast = castResult(root, result);
    rewriter.replaceAllUsesExcept(result, cast, cast.getDefiningOp());
  }
  if (root != op)
    for (Value result : op->getResults())
      rewriter.modifyOpInPlace(
          op, [&] { result.setType(asIntegers(result.getType(), builder)); });
}

void layout::expandContractions(Operation *root) {
  IRRewriter rewriter(root->getContext());
  // In MLIR 22, each pass that folds them does so without end: a mask without
  // results that holds nothing, or is true in all lanes.
  for (Operation *op : collectOps(root, isEmptyMask))
    rewriter.eraseOp(op);
  for (Operation *op : collectOps(root, isMaskedAccess))
    hoistOutOfMask(rewriter, op);
  for (Operation *op : collectOps(root, isExpandedContraction))
    expandContraction(rewriter, cast<vector::ContractionOp>(op));
  RewritePatternSet scans(root->getContext());
  vector::populateVectorScanLoweringPatterns(scans);
  rewrite(collectOps(root, llvm::IsaPred<vector::ScanOp>), std::move(scans));
}

void layout::expandVectors(Operation *root, bool dotInstructions) {
  expandContractions(root);
  IRRewriter rewriter(root->getContext());
  for (Operation *op : collectOps(root, llvm::IsaPred<DotOp>))
    expandDot(rewriter, cast<DotOp>(op), dotInstructions);
  if (dotInstructions)
    expandElementProducts(rewriter, root);
  RewritePatternSet affine(root->getContext());
  populateAffineToVectorConversionPatterns(affine);
  rewrite(collectOps(root, isAffineAccessOfRows), std::move(affine));
  for (Operation *op : collectOps(root, skipsDimsUnderMask))
    fillSkippedDims(rewriter, op);
  for (Operation *op : collectOps(root, hasSeveralRows))
    expandRows(rewriter, op);
  for (Operation *op : collectOps(root, isBranchedPrefixAccess))
    expandPrefixAccess(rewriter, op);
  for (Operation *op : collectOps(root, isOnIntegers))
    castToIntegers(rewriter, op);
  RewritePatternSet positions(root->getContext());
  populateDynamicPositionPatterns(positions);
  rewrite(collectOps(root, llvm::IsaPred<vector::ExtractOp, vector::InsertOp>),
          std::move(positions));
}
