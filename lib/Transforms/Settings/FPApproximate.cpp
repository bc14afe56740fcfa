//===- FPApproximate.cpp - Fast-math flags for approximation --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     math.exp %x : f32    ->    math.exp %x fastmath<afn> : f32
//
// The flag is permission; layout-expand-functions makes the polynomial.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Transforms/Support/Approximations.h"
#include "Transforms/Support/FastMath.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFPAPPROXIMATE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

class LayoutFPApproximatePass
    : public layout::impl::LayoutFPApproximateBase<LayoutFPApproximatePass> {
public:
  using LayoutFPApproximateBase::LayoutFPApproximateBase;

  void runOnOperation() override {
    getOperation().walk([](arith::ArithFastMathInterface op) {
      if (hasApproximation(op))
        addFastMathFlags(op, arith::FastMathFlags::afn);
    });
  }
};

} // namespace
