//===- SetFastMath.cpp - Fast-math flags for fusion and approximation -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     %p = arith.mulf %a, %b    ->   %p = arith.mulf %a, %b fastmath<contract>
//     %s = arith.addf %c, %p         %s = arith.addf %c, %p fastmath<contract>
//     %e = math.exp %x          ->   %e = math.exp %x fastmath<afn>
//
// Flags are permissions: LLVM fuses, and layout-legalize makes polynomials.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Transforms/Support/Approximations.h"
#include "Transforms/Support/FastMath.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSETFASTMATH
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

class LayoutSetFastMathPass
    : public layout::impl::LayoutSetFastMathBase<LayoutSetFastMathPass> {
public:
  using LayoutSetFastMathBase::LayoutSetFastMathBase;

  void runOnOperation() override {
    if (!contract && !approximate) {
      emitError(getOperation().getLoc(),
                "layout-set-fastmath permits nothing: state contract, "
                "approximate or both");
      return signalPassFailure();
    }
    getOperation().walk([&](arith::ArithFastMathInterface op) {
      if (contract && mayBePartOfFusion(op))
        addFastMathFlags(op, arith::FastMathFlags::contract);
      if (approximate && hasApproximation(op))
        addFastMathFlags(op, arith::FastMathFlags::afn);
    });
  }
};

} // namespace
