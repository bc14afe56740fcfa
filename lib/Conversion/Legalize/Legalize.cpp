//===- Legalize.cpp - What upstream does not lower ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   %r = math.isinf %x : f32
// After:
//   %0 = arith.cmpf oeq, %x, %infinity : f32
//   %1 = arith.cmpf oeq, %x, %minus_infinity : f32
//   %r = arith.ori %0, %1 : i1
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Legalize.h"

#include "Expand.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Lowering/SplitSlices.h"
#include "Transforms/Lowering/UnpackLanes.h"
#include "Transforms/Support/EmptyLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTLEGALIZE
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

SmallVector<Operation *>
layout::collectOps(Operation *root, function_ref<bool(Operation *)> filter) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (filter(op))
      ops.push_back(op);
  });
  return ops;
}

static LogicalResult legalize(Operation *root, Legalization legalization,
                              bool dotInstructions) {
  switch (legalization) {
  case Legalization::Division:
    return expandDivision(root);
  case Legalization::BF16:
    return expandBF16(root);
  case Legalization::Resources:
    return expandResources(root);
  case Legalization::EmptyLoops:
    removeEmptyLoops(root, [](affine::AffineForOp loop) {
      remarkDone(loop.getLoc(), "layout-legalize/never-entered")
          << "no iteration: the loop is never entered";
    });
    break;
  case Legalization::Remainders:
    expandRemainders(root);
    break;
  case Legalization::Lanes:
    return unpackLanes(root);
  case Legalization::Slices:
    splitSlices(root);
    break;
  case Legalization::Copies:
    expandCopies(root);
    break;
  case Legalization::Contractions:
    expandContractions(root);
    break;
  case Legalization::Vectors:
    expandVectors(root, dotInstructions);
    break;
  case Legalization::Math:
    expandMath(root);
    break;
  case Legalization::Floats:
    expandFloats(root);
    break;
  case Legalization::Views:
    expandViews(root);
    break;
  case Legalization::Atomics:
    expandAtomics(root);
    break;
  case Legalization::Functions:
    expandFunctions(root);
    break;
  case Legalization::MaskedAccesses:
    expandMaskedAccesses(root);
    break;
  }
  return success();
}

namespace {

class LegalizePass : public layout::impl::LayoutLegalizeBase<LegalizePass> {
public:
  using LayoutLegalizeBase::LayoutLegalizeBase;

  void runOnOperation() override {
    SmallVector<Legalization> legalizations(only.begin(), only.end());
    if (legalizations.empty())
      // Vectors contain contractions; conversions of bf16 are for machines
      // that lack a library.
      legalizations = {
          Legalization::EmptyLoops, Legalization::Remainders,
          Legalization::Slices,     Legalization::Lanes,
          Legalization::Copies,     Legalization::Vectors,
          Legalization::Math,       Legalization::Floats,
          Legalization::Views,      Legalization::Division,
          Legalization::Atomics,    Legalization::Functions,
          Legalization::Resources,  Legalization::MaskedAccesses};
    llvm::sort(legalizations);
    for (Legalization legalization : legalizations)
      if (failed(legalize(getOperation(), legalization, dotInstructions)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> layout::createLegalizeOnly(ArrayRef<Legalization> only) {
  LayoutLegalizeOptions options;
  options.only.assign(only.begin(), only.end());
  return createLayoutLegalize(options);
}
