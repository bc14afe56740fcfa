//===- ExpandDivision.cpp - Divisions that LLVM has -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTEXPANDDIVISION
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;

namespace {

/// Between these upstream expands conversions.
bool isBetweenBF16AndF32(Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0)),
       to = getElementTypeOrSelf(op->getResult(0));
  return (from.isBF16() && to.isF32()) || (from.isF32() && to.isBF16());
}

class ExpandDivisionPass
    : public layout::impl::LayoutExpandDivisionBase<ExpandDivisionPass> {
  using LayoutExpandDivisionBase::LayoutExpandDivisionBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandScalingExtTruncPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<arith::CeilDivSIOp, arith::CeilDivUIOp,
                        arith::FloorDivSIOp, arith::ScalingExtFOp,
                        arith::ScalingTruncFOp>();
    if (includeBF16) {
      arith::populateExpandBFloat16Patterns(patterns);
      target.addDynamicallyLegalOp<arith::ExtFOp, arith::TruncFOp>(
          [](Operation *op) { return !isBetweenBF16AndF32(op); });
    }
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
