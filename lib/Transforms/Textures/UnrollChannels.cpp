//===- UnrollChannels.cpp - Loops over the channels of a texel ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     affine.for %k = 0 to 4            store %x, %b[%i, %j, 0]
//       store %x, %b[%i, %j, %k]   ->   ..
//                                       store %x, %b[%i, %j, 3]
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Textures/UnrollChannels.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Flatten/WholeAccess.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTUNROLLCHANNELS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr uint64_t kNumChannels = 4;

} // namespace

static bool storesChannel(Operation &op) {
  return isScalarStore(&op) && hasChannelAxis(op.getOperand(1).getType());
}

/// Returns true if the body of this loop stores channels.
static bool isChannelLoop(Operation *op) {
  return isCountedLoop(op) &&
         llvm::any_of(op->getRegion(0).front(), storesChannel);
}

/// Why the stores of a texel may not be complete at the end of such a loop;
/// empty if they may.
static StringRef explainNotUnrolled(Operation *op) {
  if (llvm::any_of(op->getRegion(0).front(),
                   [](Operation &inner) { return isCountedLoop(&inner); }))
    return "it has a loop in it; expects the loop over channels innermost";
  std::optional<uint64_t> iterations = LoopRange(op).getNumIterations();
  if (!iterations)
    return "its number of iterations is not known; give it constant bounds";
  if (*iterations > kNumChannels)
    return "it has more iterations than a texel has channels, which are 4; "
           "expects a loop over channels of its own";
  return *iterations == 0 ? "it has no iterations" : "";
}

namespace {

class LayoutUnrollChannelsPass
    : public layout::impl::LayoutUnrollChannelsBase<LayoutUnrollChannelsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> loops = planUnrollChannels(getOperation());
    if (loops.empty())
      return markAllAnalysesPreserved();
    applyUnrollChannels(loops);
  }
};

} // namespace

SmallVector<Operation *> layout::planUnrollChannels(ModuleOp module) {
  SmallVector<Operation *> loops;
  module.walk([&](Operation *op) {
    if (!isChannelLoop(op))
      return;
    StringRef why = explainNotUnrolled(op);
    if (why.empty())
      loops.push_back(op);
    else
      remarkMissed(op->getLoc(), "layout-unroll-channels/kept")
          << ("the loop is not unrolled: " + why).str();
  });
  return loops;
}

void layout::applyUnrollChannels(ArrayRef<Operation *> loops) {
  for (Operation *op : loops) {
    remarkDone(op->getLoc(), "layout-unroll-channels/unrolled")
        << "the channels of a texel are stored together now";
    // Both fail only on loops without a constant number of iterations.
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      (void)affine::loopUnrollFull(loop);
    else
      (void)mlir::loopUnrollFull(cast<scf::ForOp>(op));
  }
}
