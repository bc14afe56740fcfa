//===- InferExtents.cpp - Extents hidden by tensor casts ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %0 = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
//     %1 = linalg.exp ins(%0) ..
//     %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<4x8xf32>
// ->  %2 = linalg.exp ins(%x : tensor<4x8xf32>) ..
//
// Runs before layout-choose, which chooses layouts by extents; and a cast would
// keep conversions apart.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "RewriteFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTINFEREXTENTS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Concatenates what inputs were cast from, where that says more; of these
/// upstream's patterns know nothing.
struct CastsOfConcat : public OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs(op.getInputs());
    for (Value &input : inputs)
      if (auto cast = input.getDefiningOp<tensor::CastOp>();
          cast && tensor::preservesStaticInformation(input.getType(),
                                                     cast.getSource().getType()))
        input = cast.getSource();
    if (llvm::equal(inputs, op.getInputs()))
      return rewriter.notifyMatchFailure(op, "expects casts that hide extents");
    RankedTensorType type =
        tensor::ConcatOp::inferResultType(op.getDim(), TypeRange(inputs));
    // Extents that cannot be those of the result are of code that is never
    // reached.
    if (!tensor::CastOp::areCastCompatible(type, op.getType()))
      return rewriter.notifyMatchFailure(op, "expects extents of the result");
    Value result = tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(),
                                            inputs);
    if (result.getType() != op.getType())
      result = tensor::CastOp::create(rewriter, op.getLoc(), op.getType(),
                                      result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

template <typename... Ops>
static void addCanonicalization(RewritePatternSet &patterns) {
  (Ops::getCanonicalizationPatterns(patterns, patterns.getContext()), ...);
}

static FrozenRewritePatternSet makePatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  // Casts of operands and results of structured ops, and of ops with
  // destinations.
  context->getOrLoadDialect<linalg::LinalgDialect>()
      ->getCanonicalizationPatterns(patterns);
  context->getOrLoadDialect<tensor::TensorDialect>()
      ->getCanonicalizationPatterns(patterns);
  // Slices are not among them: upstream's patterns fail on some that drop
  // dimensions.
  addCanonicalization<tensor::CastOp, tensor::CollapseShapeOp, tensor::ConcatOp,
                      tensor::DimOp, tensor::EmptyOp, tensor::ExpandShapeOp,
                      tensor::PadOp, linalg::FillOp>(patterns);
  patterns.add<CastsOfConcat>(context);
  return patterns;
}

static bool hasEncoding(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getEncoding();
}

/// Returns true if `function` has casts of tensors. Upstream's patterns build
/// types without encodings.
static bool isCandidate(Operation *function) {
  bool hasCasts = false;
  auto result = function->walk([&](Operation *op) {
    hasCasts |= isa<tensor::CastOp>(op);
    bool isEncoded = llvm::any_of(op->getResults(), hasEncoding) ||
                     llvm::any_of(op->getOperands(), hasEncoding);
    return isEncoded ? WalkResult::interrupt() : WalkResult::advance();
  });
  return hasCasts && !result.wasInterrupted();
}

namespace {

class LayoutInferExtentsPass
    : public layout::impl::LayoutInferExtentsBase<LayoutInferExtentsPass> {
public:
  using LayoutInferExtentsBase::LayoutInferExtentsBase;

  LogicalResult initialize(MLIRContext *context) override {
    patterns = makePatterns(context);
    return success();
  }

  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation().walk([&](FunctionOpInterface function) {
      if (!function.isExternal() && isCandidate(function))
        functions.push_back(function);
    });
    rewriteFunctions(functions, patterns);
    if (functions.empty())
      markAllAnalysesPreserved();
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace
