//===- NotRaised.cpp - Loops that cannot be raised ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotRaised.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

StringRef layout::adviseOnRaising(Operation *op) {
  if (isa<scf::ForOp, scf::ParallelOp>(op))
    return "layout-raise-loops makes one of it, or says why not";
  if (isa<affine::AffineParallelOp>(op))
    return "write it as affine.for; layout-parallelize-loops makes it parallel "
           "afterwards";
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && structured.hasPureBufferSemantics())
    return "layout-raise-loops makes some of it with linalg=true, as does "
           "layout-optimize";
  return "";
}

StringRef layout::adviseOnLoopKind(Operation *loop) {
  if (isa<scf::ForallOp>(loop))
    return "run scf-forall-to-for first";
  switch (getControlFlow(loop)) {
  case ControlFlow::CountedLoop:
    return "count by index, compared with sign";
  case ControlFlow::ParallelLoop:
    return "write it as affine.for; layout-parallelize-loops makes it parallel "
           "afterwards";
  case ControlFlow::WhileLoop:
    return "write it as scf.for, if the number of its iterations is known "
           "before it";
  case ControlFlow::Branch:
  case ControlFlow::Sequence:
  case ControlFlow::Unknown:
    break;
  }
  return "write it as affine.for or scf.for";
}

void layout::remarkNotRaised(Operation *function, StringRef pass) {
  if (!areRemarksEnabled(function->getContext()))
    return;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef how = adviseOnRaising(op);
    if (how.empty())
      return WalkResult::advance();
    remarkMissed(op->getLoc(), (pass + "/not-raised").str())
        << ("'" + op->getName().getStringRef() +
            "' is left alone: expects affine.for; " + how)
               .str();
    return WalkResult::interrupt();
  });
}
