//===- Patterns.cpp - Reduction patterns ----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Puts the operations of `block` in place of `op`; what its terminator yields
/// becomes the results.
static void replaceByBlock(PatternRewriter &rewriter, Operation *op,
                           Block *block, ValueRange arguments) {
  Operation *terminator = block->getTerminator();
  rewriter.inlineBlockBefore(block, op, arguments);
  rewriter.replaceOp(op, terminator->getOperands());
  rewriter.eraseOp(terminator);
}

namespace {

/// A loop becomes its first iteration.
template <typename LoopOp>
struct FirstIteration : public OpRewritePattern<LoopOp> {
  using OpRewritePattern<LoopOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(LoopOp loop,
                                PatternRewriter &rewriter) const override {
    auto like = cast<LoopLikeOpInterface>(loop.getOperation());
    std::optional<OpFoldResult> low = like.getSingleLowerBound();
    if (!low || !like.getSingleInductionVar())
      return failure();
    SmallVector<Value> arguments{
        getValueOrCreateConstantIndexOp(rewriter, loop.getLoc(), *low)};
    llvm::append_range(arguments, like.getInits());
    replaceByBlock(rewriter, loop, loop.getBody(), arguments);
    return success();
  }
};

/// A branch becomes its first arm.
template <typename IfOp>
struct FirstArm : public OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp branch,
                                PatternRewriter &rewriter) const override {
    Region &arm = branch->getRegion(0);
    replaceByBlock(rewriter, branch, &arm.front(), {});
    return success();
  }
};

/// A loaded or computed number becomes zero.
struct NumberToZero : public RewritePattern {
  NumberToZero(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op->use_empty() ||
        op->hasTrait<OpTrait::ConstantLike>() || op->getNumRegions() != 0)
      return failure();
    TypedAttr zero = rewriter.getZeroAttr(op->getResult(0).getType());
    if (!zero || !isa<IntegerType, FloatType, IndexType>(zero.getType()))
      return failure();
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, zero);
    return success();
  }
};

struct ReductionPatterns : public DialectReductionPatternInterface {
  using DialectReductionPatternInterface::DialectReductionPatternInterface;
  ReductionPatterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const final {
    patterns
        .add<FirstIteration<affine::AffineForOp>, FirstIteration<scf::ForOp>,
             FirstArm<affine::AffineIfOp>, FirstArm<scf::IfOp>, NumberToZero>(
            patterns.getContext());
  }
};

} // namespace

void fuzz::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *dialect) {
    dialect->addInterfaces<ReductionPatterns>();
  });
}
