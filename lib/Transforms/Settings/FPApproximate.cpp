//===- FPApproximate.cpp - Functions that may be approximated -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Transforms/Support/Approximations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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
    getOperation().walk([this](arith::ArithFastMathInterface op) {
      if (!hasApproximation(op))
        return;
      auto flags = arith::FastMathFlags::afn;
      if (arith::FastMathFlagsAttr old = op.getFastMathFlagsAttr())
        flags = flags | old.getValue();
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(&getContext(), flags));
    });
  }
};

} // namespace
