//===- VectorizeCopies.cpp - Copies between layouts as vector code --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyEmitter.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "MergeDims.h"
#include "Transforms/Nests/PreferredWidth.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVECTORIZECOPIES
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns the outermost loops of perfect nests.
static SmallVector<affine::AffineForOp> findNests(Operation *function) {
  SmallVector<affine::AffineForOp> nests;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (!isInPerfectNest(loop) && !isOnDevice(loop))
      nests.push_back(loop);
  });
  return nests;
}

/// Proves that no iteration of the nest depends on another one, so that they
/// may run in any order, and together.
static Decision areIndependent(const AffineNest &nest, IntegerFacts &facts,
                               Dependences &dependences) {
  SmallVector<AffineExpr> variables;
  for (affine::AffineForOp loop : nest.loops)
    variables.push_back(facts.express(loop.getInductionVar()));
  return dependences.dependOnlyAtSame(nest.loops.front(), variables);
}

static void remarkVectorized(Location loc, const CopyBlocks &blocks) {
  std::string text = "copied in blocks of " + std::to_string(blocks.numRows) +
                     " x " + std::to_string(blocks.numLanes) + " elements";
  if (blocks.isTransposed)
    text += ", transposed in registers";
  if (!blocks.bounds.empty() || !blocks.copy.dataConditions.empty())
    text += ", those that are not full by masks";
  remarkDone(loc, "layout-vectorize-copies/vectorized") << text;
}

static void remarkLoops(affine::AffineForOp root, const Twine &reason) {
  remarkMissed(root.getLoc(), "layout-vectorize-copies/loops")
      << "not copied in blocks, but left to the passes for all nests: " +
             reason.str();
}

/// The copies among `nests` whose iterations may run together.
static SmallVector<affine::AffineForOp>
findCopies(Operation *function, ArrayRef<affine::AffineForOp> nests) {
  BufferFlow flow(function);
  IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
  Dependences dependences(function, facts, flow, /*reassociate=*/false);
  SmallVector<affine::AffineForOp> copies;
  for (affine::AffineForOp root : nests) {
    std::optional<CopyNest> copy = CopyNest::read(root);
    if (!copy)
      continue;
    Decision answer = areIndependent(copy->nest, facts, dependences);
    if (answer.isYes())
      copies.push_back(root);
    else
      remarkLoops(root, (answer.isNo() ? "iterations depend on each other: "
                                       : "iterations may depend on each "
                                         "other: ") +
                            answer.witness);
  }
  return copies;
}

static void vectorizeCopies(Operation *function, const Target &target) {
  SmallVector<affine::AffineForOp> nests = findNests(function);
  if (nests.empty())
    return;
  for (affine::AffineForOp root : findCopies(function, nests)) {
    std::string reason;
    std::optional<CopyBlocks> blocks =
        planCopyBlocks(mergeDims(root), target, reason);
    if (!blocks) {
      remarkLoops(root, reason);
      continue;
    }
    remarkVectorized(root.getLoc(), *blocks);
    emitCopyBlocks(*blocks);
    preferWidth(function, target.vectorBits);
  }
}

namespace {

class LayoutVectorizeCopiesPass
    : public layout::impl::LayoutVectorizeCopiesBase<
          LayoutVectorizeCopiesPass> {
public:
  using LayoutVectorizeCopiesBase::LayoutVectorizeCopiesBase;

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (Operation *function : collectHostFunctions(getOperation()))
      vectorizeCopies(function, *target);
  }
};

} // namespace
