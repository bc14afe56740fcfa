//===- HoistInvariants.cpp - Loop-invariant code motion -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Trapping.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTHOISTINVARIANTS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

class LayoutHoistInvariantsPass
    : public layout::impl::LayoutHoistInvariantsBase<
          LayoutHoistInvariantsPass> {
public:
  using LayoutHoistInvariantsBase::LayoutHoistInvariantsBase;

  void runOnOperation() override {
    // From the inside out, so that what leaves one loop may leave the next.
    getOperation().walk([](LoopLikeOpInterface loop) {
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [&](Operation *op, Region *) { return mayMove(op); },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }

private:
  static bool mayMove(Operation *op) {
    if (!isMemoryEffectFree(op))
      return false;
    if (isSpeculatable(op) && !mayTrap(op))
      return true;
    remarkMissed(op->getLoc(), "layout-hoist-invariants/not-speculatable")
        << ("'" + op->getName().getStringRef() +
            "' stays in the loop: it is not speculatable, as it may be "
            "undefined or not terminate, and the loop may not be entered")
               .str();
    return false;
  }

  /// The op or one in its regions.
  static bool mayTrap(Operation *op) {
    return op
        ->walk([](Operation *inner) {
          return mayTrapThoughPure(inner) ? WalkResult::interrupt()
                                          : WalkResult::advance();
        })
        .wasInterrupted();
  }
};

} // namespace
