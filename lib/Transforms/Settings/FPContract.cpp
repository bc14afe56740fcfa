//===- FPContract.cpp - Fast-math flags for contraction -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %p = arith.mulf %a, %b    ->   %p = arith.mulf %a, %b fastmath<contract>
//     %s = arith.addf %c, %p         %s = arith.addf %c, %p fastmath<contract>
//
// One fused instruction, and one rounding instead of two.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Transforms/Support/FastMath.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFPCONTRACT
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Both the product and the sum must say that they may be fused. Of complex
/// numbers, each op becomes several of these.
static bool mayBePartOfFusion(Operation *op) {
  return isa<arith::MulFOp, arith::AddFOp, arith::SubFOp, complex::MulOp,
             complex::AddOp, complex::SubOp>(op);
}

namespace {

class LayoutFPContractPass
    : public layout::impl::LayoutFPContractBase<LayoutFPContractPass> {
public:
  using LayoutFPContractBase::LayoutFPContractBase;

  void runOnOperation() override {
    getOperation().walk([](arith::ArithFastMathInterface op) {
      if (mayBePartOfFusion(op))
        addFastMathFlags(op, arith::FastMathFlags::contract);
    });
  }
};

} // namespace
