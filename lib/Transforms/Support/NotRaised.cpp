//===- NotRaised.cpp - What could be affine loops, and is not -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Support/NotRaised.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

/// How `op` becomes affine loops; empty for what is none.
static StringRef getRaisingPass(Operation *op) {
  if (isa<scf::ForOp, scf::ParallelOp>(op))
    return "run layout-raise-loops first";
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && structured.hasPureBufferSemantics())
    return "run layout-raise-loops or layout-optimize with linalg=true";
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
    return "write it as scf.for, if the number of its iterations is known in "
           "front of it";
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
  Operation *found = nullptr;
  WalkResult walked =
      function->walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
        if (isa<affine::AffineForOp>(op))
          return WalkResult::interrupt();
        if (!found && !getRaisingPass(op).empty())
          found = op;
        return WalkResult::advance();
      });
  if (found && !walked.wasInterrupted())
    remarkMissed(found->getLoc(), (pass + "/not-raised").str())
        << ("'" + found->getName().getStringRef() +
            "' is left alone: expects affine.for; " + getRaisingPass(found))
               .str();
}
