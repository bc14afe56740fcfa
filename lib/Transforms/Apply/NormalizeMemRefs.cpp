//===- NormalizeMemRefs.cpp - Plain map layouts become physical -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain map becomes physical, without facts or pads:
//
//     affine.load %a[%i, %j] : memref<4x8xf32, affine_map<(i, j) -> (j, i)>>
// ->  affine.load %a[%j, %i] : memref<8x4xf32>
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Apply/NormalizeMemRefs.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/AllocationSites.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTNORMALIZEMEMREFS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Says what becomes of a buffer of `type`, if it has a layout at all.
static void remarkBuffer(const AppliedTypes &types, Type type, Location loc) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << memref << "' ";
  if (types.contains(memref)) {
    os << "becomes '" << getPhysicalType(memref) << "'";
    remarkDone(loc, "layout-normalize-memrefs/normalized") << text;
  } else if (isLaidOut(memref) && isa<BufferAttr>(memref.getLayout())) {
    os << "is not normalized: only plain affine_map layouts are; run "
          "layout-apply for this one";
    remarkMissed(loc, "layout-normalize-memrefs/not-plain") << text;
  } else if (isa<StridedLayoutAttr>(memref.getLayout())) {
    os << "is not normalized, and nothing needs to be done: conversion to LLVM "
          "takes strided layouts";
    remarkMissed(loc, "layout-normalize-memrefs/strided") << text;
  }
}

namespace {

class LayoutNormalizeMemRefsPass
    : public layout::impl::LayoutNormalizeMemRefsBase<
          LayoutNormalizeMemRefsPass> {
public:
  using LayoutNormalizeMemRefsBase::LayoutNormalizeMemRefsBase;

  void runOnOperation() override {
    FailureOr<ApplyPlan> plan = planNormalizeMemRefs(getOperation());
    if (failed(plan))
      return signalPassFailure();
    if (plan->isEmpty)
      return markAllAnalysesPreserved();
    applyLayouts(getOperation(), *plan);
  }
};

} // namespace

FailureOr<ApplyPlan> layout::planNormalizeMemRefs(ModuleOp module) {
  ApplyOptions options;
  options.plainMapsOnly = true;
  FailureOr<ApplyPlan> plan = planApply(module, options);
  if (failed(plan) || !areRemarksEnabled(module.getContext()))
    return plan;
  forEachStridedViewType(module, [&](MemRefType type, MemRefType strided,
                                     Operation *view) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "'" << type << "' is a view of memory here and becomes '" << strided
        << "'";
    remarkDone(view->getLoc(), "layout-normalize-memrefs/strided-view") << text;
  });
  module.walk([&](Operation *op) {
    if (StringRef request = findRequest(op); !request.empty())
      remarkMissed(op->getLoc(), "layout-normalize-memrefs/requested")
          << ("'" + request + "' is not applied here; run " +
              (request == LayoutDialect::kTransformAttrName ? "layout-assign"
                                                            : "layout-cache"))
                 .str();
    forEachAllocatedBuffer(op, [&](Type type, Location loc) {
      remarkBuffer(plan->types, type, loc);
    });
  });
  return plan;
}
