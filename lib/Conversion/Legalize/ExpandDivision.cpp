//===- ExpandDivision.cpp - Expansion of divisions ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divisions that round up or down become ops that LLVM has. For i128,
//
//     %q = arith.floordivsi %x, %y : i128
//
// becomes
//
//     %d = arith.divsi %x, %y : i128
//     %q = arith.select %isAbove, %d - 1, %d   // inexact, of different signs
//
// `arith.maximumf` stays, as LLVM has it.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

/// Between these upstream expands conversions.
static bool isBetweenBF16AndF32(Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0)),
       to = getElementTypeOrSelf(op->getResult(0));
  return (from.isBF16() && to.isF32()) || (from.isF32() && to.isBF16());
}

/// `arith-emulate-unsupported-floats` permits all of its conversions to be
/// contracted, so that two ops in a row would round once: what is kept in
/// memory between them would differ from what is not.
static void roundEachTime(Operation *root) {
  root->walk([](Operation *op) {
    if (auto wider = dyn_cast<arith::ExtFOp>(op))
      wider.removeFastmathAttr();
    else if (auto narrower = dyn_cast<arith::TruncFOp>(op))
      narrower.removeFastmathAttr();
  });
}

namespace {

/// Upstream adds -1, of which it makes 2^64 - 1 in a wider type.
struct FloorOfWideQuotient : public OpRewritePattern<arith::FloorDivSIOp> {
  using OpRewritePattern::OpRewritePattern;

  static bool isWide(arith::FloorDivSIOp op) {
    constexpr unsigned maxWidth = 64;
    Type type = getElementTypeOrSelf(op.getType());
    return !type.isIndex() && type.getIntOrFloatBitWidth() > maxWidth;
  }

  LogicalResult matchAndRewrite(arith::FloorDivSIOp op,
                                PatternRewriter &rewriter) const override {
    if (!isWide(op))
      return failure();
    using Predicate = arith::CmpIPredicate;
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type type = op.getType();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    Value one = arith::ConstantOp::create(builder, builder.getOneAttr(type));
    auto compare = [&](Predicate predicate, Value a, Value b) -> Value {
      return arith::CmpIOp::create(builder, predicate, a, b);
    };
    Value quotient = arith::DivSIOp::create(builder, lhs, rhs);
    Value product = arith::MulIOp::create(builder, quotient, rhs);
    Value hasRest = compare(Predicate::ne, product, lhs);
    Value isNegative =
        arith::XOrIOp::create(builder, compare(Predicate::slt, lhs, zero),
                              compare(Predicate::slt, rhs, zero));
    Value isAbove = arith::AndIOp::create(builder, hasRest, isNegative);
    Value below = arith::SubIOp::create(builder, quotient, one);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isAbove, below, quotient);
    return success();
  }
};

} // namespace

static LogicalResult expandDivision(Operation *root, bool includesBF16) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  patterns.add<FloorOfWideQuotient>(context, /*benefit=*/2);
  arith::populateExpandScalingExtTruncPatterns(patterns);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target
      .addIllegalOp<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
                    arith::ScalingExtFOp, arith::ScalingTruncFOp>();
  if (includesBF16) {
    roundEachTime(root);
    arith::populateExpandBFloat16Patterns(patterns);
    target.addDynamicallyLegalOp<arith::ExtFOp, arith::TruncFOp>(
        [](Operation *op) { return !isBetweenBF16AndF32(op); });
  }
  return applyPartialConversion(root, target, std::move(patterns));
}

LogicalResult layout::expandDivision(Operation *root) {
  return ::expandDivision(root, /*includesBF16=*/false);
}

LogicalResult layout::expandBF16(Operation *root) {
  return ::expandDivision(root, /*includesBF16=*/true);
}
