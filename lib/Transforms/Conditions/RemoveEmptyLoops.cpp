//===- RemoveEmptyLoops.cpp - Loops that are never entered ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %r = affine.for %i = 5 to 3 iter_args(%a = %x)   ->  %x in place of %r
//
// Upstream's canonicalization drops the bounds of loops inside of such a loop,
// and leaves invalid ones.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/EmptyLoops.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREMOVEEMPTYLOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

class LayoutRemoveEmptyLoopsPass
    : public layout::impl::LayoutRemoveEmptyLoopsBase<
          LayoutRemoveEmptyLoopsPass> {
public:
  using LayoutRemoveEmptyLoopsBase::LayoutRemoveEmptyLoopsBase;

  void runOnOperation() override {
    removeEmptyLoops(getOperation(), [](affine::AffineForOp loop) {
      remarkDone(loop.getLoc(), "layout-remove-empty-loops/removed")
          << "no iteration: the loop is never entered";
    });
  }
};

} // namespace
