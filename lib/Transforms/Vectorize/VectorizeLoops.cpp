//===- VectorizeLoops.cpp - Inner loops as vector code --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Vectorize/VectorizeLoops.h"

#include "LaneSums.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/EmptyLoops.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Support/NotRaised.h"
#include "Transforms/Support/PreferredWidth.h"
#include "Transforms/Support/VectorBody.h"
#include "UnreadableBuffers.h"
#include "VectorBand.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVECTORIZELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

class LayoutVectorizeLoopsPass
    : public layout::impl::LayoutVectorizeLoopsBase<LayoutVectorizeLoopsPass> {
public:
  using LayoutVectorizeLoopsBase::LayoutVectorizeLoopsBase;

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (Operation *function : collectHostFunctions(getOperation())) {
      vectorizeLoops(function, *target);
      removeEmptyLoops(function);
    }
  }
};

} // namespace

/// Is it vector code already, as copies are (layout-vectorize-copies)?
static bool isVectorCode(affine::AffineForOp loop) {
  return loop
      ->walk([](Operation *op) {
        return isa_and_present<vector::VectorDialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The outermost loops of perfect nests with an innermost loop.
static SmallVector<affine::AffineForOp> findRoots(Operation *function) {
  SmallVector<affine::AffineForOp> roots;
  function->walk([&](affine::AffineForOp loop) {
    bool isInnermost = llvm::none_of(
        *loop.getBody(), [](Operation &op) { return containsLoop(&op); });
    if (!isInnermost || isOnDevice(loop) || isVectorCode(loop))
      return;
    while (isInPerfectNest(loop))
      loop = cast<affine::AffineForOp>(loop->getParentOp());
    roots.push_back(loop);
  });
  return roots;
}

static void remarkVectorized(const VectorBand &band) {
  std::string text = "vectorized: ";
  if (band.hasRows)
    text += std::to_string(band.numRows) + " x ";
  text += std::to_string(band.numLanes) + " iterations at a time";
  if (!band.kept.empty())
    text += ", sums in registers";
  if (band.storesInGroup())
    text += ", " + std::to_string(band.groupSize) + " rows of them " +
            (band.blocksOfRows.empty() ? "interleaved" : "transposed") +
            " in registers";
  else if (band.groupSize > 1)
    text += ", " + std::to_string(band.groupSize) +
            (band.products.empty() ? " steps of the sum"
                                   : " products of integers") +
            " at once";
  if (band.isPartial)
    text += band.mayComputeAll     ? ", stores masked in partial tiles"
            : band.hasRowParts     ? ", fewer rows in partial tiles"
            : band.mayBeSpeculated ? ", row by row in partial tiles"
                                   : ", loops for partial tiles";
  remarkDone(band.getRoot().getLoc(), "layout-vectorize-loops/vectorized")
      << text;
  if (band.numSums && band.products.empty() && band.target.multipliesPairs &&
      !findDotProducts(band.nest).empty())
    remarkMissed(band.getRoot().getLoc(), "layout-vectorize-loops/narrow")
        << "products of narrow integers are not added up by the pair: expects "
           "a factor with 2 or 4 iterations of the sum side by side between "
           "those of the lanes, as (k, n) -> (k floordiv 4, n, k mod 4)";
}

static void remarkVectorized(const LaneSums &sums) {
  affine::AffineForOp root = sums.loops.front();
  remarkDone(root.getLoc(), "layout-vectorize-loops/vectorized")
      << "vectorized: " + std::to_string(sums.band.numLanes) +
             " iterations at a time, each lane with a part of the sum" +
             (!sums.band.isPartial ? ""
              : sums.mayBeMasked   ? ", masked in partial tiles"
                                   : ", loops for partial tiles");
}

static void explain(affine::AffineForOp root, const VectorRefusal &refusal) {
  if (refusal.reason == "loops" && onlyAddsUp(root))
    return;
  std::string name = "layout-vectorize-loops/" + refusal.reason;
  std::string text = refusal.reason == "left-to-llvm"
                         ? refusal.text
                         : "not vectorized: " + refusal.text;
  if (refusal.reason == "not-decided")
    remarkUnknown(root.getLoc(), name) << text;
  else
    remarkMissed(root.getLoc(), name) << text;
}

void layout::vectorizeLoops(Operation *function, const Target &target) {
  SmallVector<affine::AffineForOp> roots = findRoots(function);
  if (roots.empty())
    return remarkNotRaised(function, "layout-vectorize-loops");
  std::vector<VectorBand> bands;
  std::vector<LaneSums> sums;
  {
    BufferFlow flow(function);
    IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    UnreadableBuffers unreadable(function, flow);
    for (affine::AffineForOp root : roots) {
      if (std::optional<LaneSums> its =
              planLaneSums(root, target, unreadable)) {
        sums.push_back(std::move(*its));
        continue;
      }
      VectorRefusal refusal;
      FailureOr<VectorBand> band =
          planVectorBand(root, target, facts, dependences, unreadable, refusal);
      if (succeeded(band))
        bands.push_back(std::move(*band));
      else
        explain(root, refusal);
    }
  }
  for (VectorBand &band : bands) {
    remarkVectorized(band);
    applyVectorBand(band);
  }
  for (LaneSums &its : sums) {
    remarkVectorized(its);
    applyLaneSums(its);
  }
  if (!bands.empty() || !sums.empty())
    preferWidth(function, target.vectorBits);
}
