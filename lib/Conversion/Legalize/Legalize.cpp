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
#include "llvm/ADT/StringExtras.h"

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
  case Legalization::Elementwise:
    return expandElementwise(root);
  case Legalization::Carried:
    return expandCarried(root);
  case Legalization::Division:
    return expandDivision(root);
  case Legalization::BF16:
    return expandBF16(root);
  case Legalization::Library:
    return expandLibrary(root);
  case Legalization::Resources:
    return expandResources(root);
  case Legalization::EmptyLoops:
    removeEmptyLoops(root, [](affine::AffineForOp loop) {
      remarkDone(loop.getLoc(), "layout-legalize/never-entered")
          << "no iteration: the loop is never entered";
    });
    expandLongLoops(root);
    break;
  case Legalization::Remainders:
    return expandRemainders(root);
  case Legalization::Lanes:
    return unpackLanes(root);
  case Legalization::Slices:
    splitSlices(root);
    break;
  case Legalization::Clones:
    return expandClones(root);
  case Legalization::Copies:
    expandCopies(root);
    break;
  case Legalization::Contractions:
    expandContractions(root);
    break;
  case Legalization::Vectors:
    expandVectors(root, dotInstructions);
    break;
  case Legalization::Masks:
    expandMasks(root);
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
  case Legalization::Names:
    expandNames(root);
    break;
  case Legalization::Atomics:
    return expandAtomics(root);
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

struct Part {
  StringLiteral name;
  Legalization legalization;
  /// Vectors contain contractions; conversions of bf16 are for machines that
  /// lack a library.
  bool isDefault = true;
};

} // namespace

static constexpr Part kParts[] = {
    {"elementwise", Legalization::Elementwise},
    {"carried", Legalization::Carried},
    {"empty-loops", Legalization::EmptyLoops},
    {"remainders", Legalization::Remainders},
    {"slices", Legalization::Slices},
    {"lanes", Legalization::Lanes},
    {"clones", Legalization::Clones},
    {"copies", Legalization::Copies},
    {"contractions", Legalization::Contractions, /*isDefault=*/false},
    {"vectors", Legalization::Vectors},
    {"masks", Legalization::Masks},
    {"math", Legalization::Math},
    {"floats", Legalization::Floats},
    {"views", Legalization::Views},
    {"division", Legalization::Division},
    {"bf16", Legalization::BF16, /*isDefault=*/false},
    {"names", Legalization::Names},
    {"atomics", Legalization::Atomics},
    {"functions", Legalization::Functions},
    {"library", Legalization::Library},
    {"resources", Legalization::Resources},
    {"masked-accesses", Legalization::MaskedAccesses},
};

static std::string listParts() {
  return llvm::join(
      llvm::map_range(kParts, [](const Part &part) { return part.name.str(); }),
      ", ");
}

namespace {

class LegalizePass : public layout::impl::LayoutLegalizeBase<LegalizePass> {
public:
  using LayoutLegalizeBase::LayoutLegalizeBase;

  LogicalResult initialize(MLIRContext *context) override {
    for (const std::string &name : only)
      if (llvm::none_of(kParts,
                        [&](const Part &part) { return part.name == name; }))
        return emitError(UnknownLoc::get(context))
               << "layout-legalize has no part '" << name << "'; its parts are "
               << listParts();
    return success();
  }

  void runOnOperation() override {
    for (const Part &part : kParts) {
      bool runs =
          only.empty() ? part.isDefault : llvm::is_contained(only, part.name);
      if (runs &&
          failed(legalize(getOperation(), part.legalization, dotInstructions)))
        return signalPassFailure();
    }
  }
};

} // namespace

std::unique_ptr<Pass> layout::createLegalizeOnly(ArrayRef<Legalization> only) {
  LayoutLegalizeOptions options;
  for (const Part &part : kParts)
    if (llvm::is_contained(only, part.legalization))
      options.only.push_back(part.name.str());
  return createLayoutLegalize(options);
}
