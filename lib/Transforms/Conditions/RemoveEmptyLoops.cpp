//===- RemoveEmptyLoops.cpp - Loops that are never entered ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREMOVEEMPTYLOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The results that are constants, with constants of the program put in.
static SmallVector<int64_t> getConstantBounds(AffineMap map,
                                              OperandRange operands) {
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  affine::canonicalizeMapAndOperands(&map, &values);
  SmallVector<int64_t> bounds;
  for (AffineExpr bound : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(bound))
      bounds.push_back(constant.getValue());
  return bounds;
}

/// Is some lower bound at or above some upper bound? Then the largest of the
/// lower ones is no less, nor the least of the upper ones larger.
static bool isNeverEntered(affine::AffineForOp loop) {
  SmallVector<int64_t> lowers = getConstantBounds(loop.getLowerBoundMap(),
                                                  loop.getLowerBoundOperands()),
                       uppers = getConstantBounds(loop.getUpperBoundMap(),
                                                  loop.getUpperBoundOperands());
  return !lowers.empty() && !uppers.empty() &&
         *llvm::max_element(lowers) >= *llvm::min_element(uppers);
}

namespace {

class LayoutRemoveEmptyLoopsPass
    : public layout::impl::LayoutRemoveEmptyLoopsBase<
          LayoutRemoveEmptyLoopsPass> {
public:
  using LayoutRemoveEmptyLoopsBase::LayoutRemoveEmptyLoopsBase;

  void runOnOperation() override {
    // From the outside in: bounds are canonicalized only where no loop around
    // them is empty, which upstream's canonicalization does not survive.
    getOperation().walk<WalkOrder::PreOrder>([](affine::AffineForOp loop) {
      if (!isNeverEntered(loop))
        return WalkResult::advance();
      remarkDone(loop.getLoc(), "layout-remove-empty-loops/removed")
          << "no iteration: the loop is never entered";
      loop->replaceAllUsesWith(loop.getInits());
      loop->erase();
      return WalkResult::skip();
    });
  }
};

} // namespace
